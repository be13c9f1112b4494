import type { Variant } from '../deviation.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { perHouse, type House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { Seams } from '../seams/seams.ts'
import { findToken } from '../token/store.ts'
import { isFieldList } from './turned-away.ts'

type Fields = Readonly<Record<string, unknown>>

const digits: Readonly<Record<string, number>> = { DE: 5, AT: 4, CH: 4, US: 5 }

/** Codes of ISO 3166 in capitals, as far as checks use any. */
const isCountry = (code: string): boolean => {
  if (!/^[A-Z]{2}$/.test(code)) return false
  // The name of a region that is none is its code.
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) !== code
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

function isPlace({ country, zipCode }: Fields): boolean {
  const [code, zip] = [textIn(country), textIn(zipCode)]
  if (code === undefined) return true
  const many = digits[code]
  return isCountry(code) && (many === undefined || zip === undefined || new RegExp(`^\\d{${many}}$`).test(zip))
}

const isOther = (sent: unknown, stored: unknown): boolean =>
  typeof sent === 'string' && typeof stored === 'string' && sent.toLowerCase() !== stored.toLowerCase()

const asTexts = (record: Fields): Fields => ({
  ...record,
  ...Object.fromEntries(
    ['number', 'zipCode']
      .filter((name) => typeof record[name] === 'number')
      .map((name) => [name, String(record[name])]),
  ),
})

const momentIn = (value: unknown): number => Date.parse(String(value))

/** The batch that is at work for a partner. */
const atWork = perHouse(() => new Map<string, Promise<unknown>>())

/** One batch of a partner after the other, and none of them tells more than 201. */
const oneByOne: Seams['passage']['through'] = async (request, go, { house }) => {
  const isBatch =
    request.method === 'POST' && /\/cloud-partner-dispatch-service\/.*\/batch(?:\?|$)/.test(request.target)
  const partner = isBatch ? findToken(house, bearerIn(request))?.user?.id : undefined
  if (partner === undefined) return go(request)
  const before = atWork(house).get(String(partner))
  const done = Promise.resolve(before).then(() => go(request))
  atWork(house).set(String(partner), done)
  const response = await done
  return response.status === 201 ? empty(201) : response
}

/** Others are served before an item of a batch is looked at, 400 ms after the one before it. */
async function takingItsTime({ clock }: House): Promise<void> {
  clock.advance(400)
  await new Promise<void>((resolve) => void setImmediate(resolve))
}

/** Lawful readings of B-CRW and B-DSP, thought up by a tenth reader (suites/two-readings). */
export const tenthFieldVariants: readonly Variant[] = [
  {
    id: 'crowd-list-of-those-with-a-mobile-phone',
    leaves: ['B-CRW-07', 'B-CRW-28'],
    says: 'A list has the technicians with a mobilePhone only.',
    rule: { crowd: { lists: ({ mobilePhone }) => typeof mobilePhone === 'string' && mobilePhone !== '' } },
  },
  {
    id: 'crowd-only-address-stays',
    leaves: ['B-CRW-12'],
    says: 'The deletion of the only address of a technician is refused with 403.',
    rule: { crowd: { keepsAddress: (of) => of === 1 } },
  },
  {
    id: 'crowd-addresses-checked',
    leaves: ['B-CRW-23'],
    says: 'A country is a code of ISO 3166 in capitals, and the zip code of some has a fixed number of digits; other addresses are refused with 403.',
    rule: {
      crowd: {
        objects: (_does, { address }) =>
          isFieldList(address) && !isPlace(address) ? 'address not allowed' : undefined,
        address: asTexts,
      },
    },
  },
  {
    id: 'crowd-partner-and-email-stay',
    leaves: ['B-CRW-05'],
    says: 'An update with another businessPartner or email than the stored one is refused with 403.',
    rule: {
      crowd: {
        objects: (does, sent, before) =>
          does === 'update' &&
          (isOther(sent['email'], before['email']) ||
            (typeof sent['businessPartner'] === 'string' && sent['businessPartner'] !== before['businessPartner']))
            ? 'operation not allowed'
            : undefined,
      },
    },
  },
  {
    id: 'dispatch-technician-booked-once',
    leaves: ['B-DSP-04'],
    says: 'An update whose time overlaps that of another accepted activity of the same technician is refused with 403.',
    rule: {
      dispatch: {
        hasTime: (sent, others) =>
          others.every(
            (one) =>
              one['responsible'] !== sent['responsible'] ||
              momentIn(one['endDateTime']) <= momentIn(sent['startDateTime']) ||
              momentIn(one['startDateTime']) >= momentIn(sent['endDateTime']),
          ),
      },
    },
  },
  {
    id: 'dispatch-batch-takes-400-ms-per-item',
    leaves: ['B-DSP-11', 'B-DSP-23'],
    says: 'The items of a batch are accepted one after the other, each 400 ms later; a 201 has no body.',
    seam: {
      dispatch: { pace: (action, house) => (action === 'batch-accept' ? takingItsTime(house) : undefined) },
      passage: { through: oneByOne },
    },
  },
]

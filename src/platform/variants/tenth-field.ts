import type { Variant } from '../deviation.ts'
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
]

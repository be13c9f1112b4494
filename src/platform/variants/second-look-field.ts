import { isRecord } from '../crowd/record.ts'
import { everyTechnician } from '../crowd/technicians.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, isWell, withJson } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { plain } from '../faults/serving.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { problem } from '../header-context.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { through } from './lawful.ts'
import { objectSent } from './turned-away.ts'

type Sent = ReturnType<typeof objectSent>

const technicianPath = /\/api\/crowd\/v2\/technicians(?:\/external-id\/[^/]+)?$/

/** Whether a request creates or updates a technician. */
const writesTechnician = (request: PlatformRequest): boolean =>
  /^P(?:OST|UT)$/.test(request.method) && technicianPath.test(askedOf(request).path)

/** A technician is refused for what it is sent with; one that is refused for another reason is refused for that. */
const refusing = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  objects: (sent: Sent) => string | undefined,
): Variant =>
  through(id, leaves, says, async (request, go) => {
    const why = writesTechnician(request) ? objects(objectSent(request)) : undefined
    if (why === undefined) return go(request)
    const answer = await go({ ...request, body: Buffer.from('{}') })
    return answer.status === 400 ? problem(400, 'Bad Request', why) : answer
  })

const phoneIn = ({ mobilePhone }: Sent): string => (typeof mobilePhone === 'string' ? mobilePhone : '')
const objectIn = (sent: Sent, name: string): Sent => {
  const value = sent[name]
  return isRecord(value) ? value : {}
}

/** Every text of a body, however deep. */
const textsWithin = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsWithin)
      : []

/** Technicians whose addresses a batch changed last. */
const batched = perHouse(() => new Set<string>())
const madeLately = perHouse(() => new Map<string, number>())

/** Lawful servers of crowd, dispatching and what is beside them that a second look at the checks named. */
export const secondLookFieldVariants: readonly Variant[] = [
  refusing(
    'crowd-phones-of-digits-only',
    ['B-CRW-22'],
    'A technician whose mobilePhone has another sign than a digit is refused with 400.',
    (sent) => (/\D/.test(phoneIn(sent)) ? 'mobilePhone: digits only' : undefined),
  ),
  {
    ...refusing(
      'crowd-phones-in-e164-only',
      ['B-CRW-22'],
      'A technician whose mobilePhone is not + with 8 to 15 digits is refused with 400.',
      (sent) =>
        phoneIn(sent) === '' || /^\+[1-9]\d{7,14}$/.test(phoneIn(sent)) ? undefined : 'mobilePhone: E.164 only',
    ),
    excludes: ['crowd-phones-of-digits-only'],
  },
  refusing(
    'crowd-areas-of-whole-degrees',
    ['B-CRW-15', 'B-CRW-16'],
    'latitude and longitude are integers, and a googlePlaceId is one of Google Maps: others are refused with 400.',
    (sent) => {
      const { latitude = 0, longitude = 0, googlePlaceId } = objectIn(sent, 'serviceArea')
      if (![latitude, longitude].every(Number.isInteger)) return 'serviceArea: latitude and longitude are integers'
      return typeof googlePlaceId === 'string' && !googlePlaceId.startsWith('ChIJ') ? 'no such place' : undefined
    },
  ),
  {
    ...refusing(
      'crowd-house-numbers-are-integers',
      ['B-CRW-15'],
      'number and zipCode of the address that a technician comes with are integers: texts are refused with 400.',
      (sent) => {
        const { number = 0, zipCode = 0 } = objectIn(sent, 'address')
        return [number, zipCode].every(Number.isInteger) ? undefined : 'address: number and zipCode are integers'
      },
    ),
    // These keep or demand texts.
    excludes: ['crowd-addresses-checked', 'crowd-numbers-as-texts', 'crowd-both-spellings-and-texts'],
  },

  {
    ...through(
      'service-sees-new-records-late',
      ['B-SVC-31'],
      'A tree that refers to a business partner, a skill or a technician is refused with 400 within a second after the Data API made it.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const made = madeLately(house)
        if (isTreePost(request)) {
          const isNew = textsWithin(objectSent(request)).some(
            (text) => (made.get(plain(text)) ?? 0) > house.clock.now(),
          )
          return isNew ? json(400, { message: 'there is no such record' }) : go(request)
        }
        const response = await go(request)
        if (
          /^(?:BusinessPartner|Skill|Person)$/.test(asked.resource ?? '') &&
          asked.method === 'POST' &&
          isWell(response)
        ) {
          const { id, code, externalId } = objectSent(request)
          for (const key of [id, code, externalId])
            if (typeof key === 'string') made.set(plain(key), house.clock.now() + 1000)
        }
        return response
      },
    ),
    // A token or a header that is refused is refused first.
    alone: true,
  },
  {
    ...through(
      'crowd-batch-gives-ids-and-tells-nothing',
      ['B-CRW-13', 'B-CRW-18'],
      'An address that a batch creates gets an id of its own, which nothing tells: a technician shows its first address.',
      async (request, go, { house }) => {
        const response = await go(request)
        const { path } = askedOf(request)
        const [, owner = ''] = /external-id\/([^/]+)/.exec(path) ?? /technicians\/([^/]+)\/addresses/.exec(path) ?? []
        if (path.endsWith('/addresses/actions/batch')) batched(house).add(owner)
        if (request.method === 'PUT' && technicianPath.test(path)) batched(house).delete(owner)
        if (!technicianPath.test(path) || !isWell(response) || !batched(house).has(owner)) return response
        return withJson(response, (body) => ({
          ...body,
          results: elementsIn(body['results']).map((one) => {
            const known = everyTechnician(house).find(([, { externalId }]) => externalId === one['externalId'])?.[1]
            const [first] = known?.addresses.values() ?? []
            return first ? { ...one, address: house.rules.crowd.address(first) } : one
          }),
        }))
      },
    ),
    rule: { crowd: { ownIds: () => true, batchBody: () => ({}) } },
    // These say otherwise which address a technician shows, or which ids a batch gives.
    excludes: [
      'crowd-newest-address-becomes-the-main-one',
      'crowd-first-address-becomes-the-main-one',
      'crowd-last-address-is-the-one-of-the-record',
    ],
  },
]

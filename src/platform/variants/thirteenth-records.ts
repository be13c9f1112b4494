import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, withQuery, type Asked, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, now, plain, withSent } from '../faults/serving.ts'
import { issuedIn } from '../faults/token-calls.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Journal } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'
import { storeMeant } from './store-meant.ts'
import { heldWithin } from '../held-within.ts'

const refused = (status: number, error: string, message: string, ...values: readonly unknown[]) =>
  json(status, { error, message, values })

const recordShown = (response: PlatformResponse): Json | undefined => {
  const element = (jsonIn(response)?.['data'] as Json[] | undefined)?.[0]
  return element && (Object.values(element)[0] as Json)
}

/** A record as it is, whatever fields the request wants to see of it. */
const wholly = (request: PlatformRequest): PlatformRequest =>
  withQuery(request, { fields: null, expand: null, useExternalIds: null })

const numbers = perHouse(() => ({ last: 0 }))
const nextNumber = (house: House): string => `SC-${String((numbers(house).last += 1)).padStart(6, '0')}`

const duplicateMs = 10_000
interface Sent {
  readonly id: string
  readonly at: number
}
const sentBefore = perHouse(() => new Map<string, Sent>())

/** JSON without regard to the order of members. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, inner]) => [name, ordered(inner)]),
        )
      : value

const namesItself = (sent: Json): boolean => sent['id'] != null || sent['externalId'] != null

function senderOf(request: PlatformRequest, { resource, query }: Asked, house: House): string | undefined {
  const token = issuedIn(house, request)
  return token && [token.account.name, query.get('company'), token.user?.id ?? token.client.id, resource].join('/')
}

const journals = heldWithin<Journal>()

/** Writes each call of a partner anew, with what the partner was written with. */
function rewriteCalls(store: Store, id: string): void {
  const partner = store.table('BusinessPartner').byId(id)
  if (!partner) return
  const { lastChanged, lastChangedBy } = partner
  const calls = store
    .table('ServiceCall')
    .all()
    .filter(({ fields }) => plain(fields['businessPartner']) === plain(id))
  store.transaction((transaction) => {
    for (const former of calls)
      transaction.put('ServiceCall', {
        ...former,
        lastChanged,
        lastChangedBy,
        former: { ...former, former: undefined },
      })
  }, journals.get())
}

const partnerNames = ['name', 'code']

/** Lawful other rules for records that a thirteenth reader of the document thought up (suites/two-readings). */
export const thirteenthRecordVariants: readonly Variant[] = [
  {
    ...through(
      'service-call-codes-by-number',
      ['A-DAT-03'],
      'The code of a service call is the next number of the service, whatever was sent; an update with another one is refused with 422.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const sent =
          asked.resource === 'ServiceCall' && (isPost(asked) || isUpdate(asked)) ? jsonIn(request) : undefined
        if (!sent || Array.isArray(sent)) return go(request)
        const stored = isPost(asked) ? undefined : await now(wholly(request), go)
        if (!stored) return go(withSent(request, { ...sent, code: nextNumber(house) }))
        const kept = stored['code'] ?? null
        const isStale = typeof sent['lastChanged'] === 'number' && sent['lastChanged'] !== stored['lastChanged']
        const isOther = 'code' in sent && sent['code'] !== kept
        // A stale lastChanged is told before it (A-DAT-20).
        if (isOther && (!isStale || asked.query.get('forceUpdate') === 'true'))
          return refused(422, 'CA-55', 'The code is given by the service: {0}', kept)
        return go(asked.method === 'PUT' && !isOther ? withSent(request, { ...sent, code: kept }) : request)
      },
    ),
    // What it reads before a write counts there as a call.
    excludes: ['every-25th-call-429'],
  },
  {
    ...sieving(
      'ids-of-deleted-records-are-spent',
      ['A-REC-02'],
      'A POST, PUT or PATCH with the id of a deleted record is refused with 409.',
      async ({ asked, sent, request, go, way }) => {
        const id = asked.by === 'id' ? asked.name : asked.by === 'list' ? sent['id'] : undefined
        const table = storeMeant(request, way.house)?.table(asked.resource ?? '')
        if (typeof id !== 'string' || !table || table.byId(id)) return undefined
        if (!table.deletions.some(({ record }) => plain(record.id) === plain(id))) return undefined
        const seen = await go({ ...request, method: 'GET', body: Buffer.alloc(0) })
        return isWell(seen) || seen.status === 404 ? refused(409, 'CA-148', 'The id {0} is spent', id) : undefined
      },
    ),
    excludes: ['every-25th-call-429'],
  },
  through(
    'duplicates-within-ten-seconds-refused',
    ['A-DAT-03'],
    'A POST without id and externalId that equals one of the same user within the last ten seconds is refused with 409 while that record is there.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isPost(asked) ? jsonIn(request) : undefined
      const sender = sent && !namesItself(sent) ? senderOf(request, asked, house) : undefined
      if (sender === undefined) return go(request)
      const key = `${sender} ${JSON.stringify(ordered(sent))}`
      const before = sentBefore(house).get(key)
      const isThere =
        before &&
        storeMeant(request, house)
          ?.table(asked.resource ?? '')
          .byId(before.id) !== undefined
      if (isThere && house.clock.now() - before.at <= duplicateMs)
        return refused(409, 'DUP-1', 'The same was created just now: {0}', before.id)
      const response = await go(request)
      const id = isWell(response) ? recordShown(response)?.['id'] : undefined
      if (typeof id === 'string') sentBefore(house).set(key, { id, at: house.clock.now() })
      return response
    },
  ),
  {
    id: 'renamed-partner-rewrites-its-calls',
    leaves: ['A-REC-04'],
    // What it reads before a write counts there as a call.
    excludes: ['every-25th-call-429'],
    says: 'A write that changes name or code of a business partner writes its service calls anew in the same transaction.',
    seam: {
      passage: {
        part: (request, go, { journal }) => journals.run(journal, () => go(request)),
        through: async (request, go, { house }) => {
          const asked = askedOf(request)
          if (asked.resource !== 'BusinessPartner' || !isUpdate(asked)) return go(request)
          const before = await now(wholly(request), go)
          const id = before?.['id']
          const response = await go(request)
          if (!before || typeof id !== 'string' || !isWell(response)) return response
          const store = storeMeant(request, house)
          const after = store?.table('BusinessPartner').byId(id)?.fields
          const isRenamed = after && partnerNames.some((name) => (after[name] ?? null) !== (before[name] ?? null))
          if (isRenamed) rewriteCalls(store, id)
          return response
        },
      },
    },
  },
]

import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import { perHouse, type House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, rewriting, type Json } from './passing.ts'
import { isPost, isUpdate, now, nowServed, plain, serving, withSent } from './serving.ts'

const memory = perHouse(() => ({
  posts: new Map<string, { readonly at: number; readonly response: PlatformResponse }>(),
  deletions: new Map<string, number>(),
  /** The id that an external id led to when a reference by it was first met. */
  meant: new Map<string, string>(),
}))

/** Whether the request that is served names a version below the synchronisation base 10. */
function isOlder(): boolean {
  const { asked, house } = nowServed() ?? {}
  const known = house?.world.resources.get(asked?.resource ?? '')
  const pairs = (asked?.query.get('dtos') ?? '').split(';').map((pair) => pair.split('.'))
  const version = pairs.find(([name]) => name === known?.name)?.[1]
  return known !== undefined && version !== undefined && (known.versions[Number(version)] ?? 10) < 10
}

const withFraction = /^(.*T\d\d:\d\d:\d\d)\.(\d+)Z$/
function asMilliseconds(value: string): string {
  const [, whole, fraction = ''] = withFraction.exec(value) ?? []
  return whole === undefined || fraction.length === 3
    ? value
    : new Date(Date.parse(`${whole}Z`) + Number(fraction)).toISOString()
}

function replaceContent(house: House, id: string, fileContent: string): void {
  for (const store of allStores(house).values()) {
    const record = store.table('Attachment').byId(id)
    if (record)
      store.transaction((transaction) =>
        transaction.put('Attachment', { ...record, fields: { ...record.fields, fileContent } }),
      )
  }
}

const ofService = new Set(['id', 'lastChanged', 'lastChangedBy'])

/** Breaches of records and of writes that a twelfth reader of the document thought up. */
export const twelfthRecordFaults: readonly Fault[] = [
  passing(
    'equal-post-taken-for-a-retry',
    ['A-DAT-03'],
    'A POST that equals one of the last two seconds, without id and external id, is answered as that one and stores nothing.',
    async (request, go, { house, inBatch }) => {
      const sent = isPost(askedOf(request)) && !inBatch ? jsonIn(request) : undefined
      if (!sent || (sent['id'] ?? sent['externalId'] ?? undefined) !== undefined) return go(request)
      const { posts } = memory(house)
      const key = `${headerIn(request, 'Authorization')} ${request.target} ${request.body.toString('latin1')}`
      const at = house.clock.now()
      const first = posts.get(key)
      if (first && at - first.at <= 2000) return first.response
      const response = await go(request)
      if (isWell(response)) posts.set(key, { at, response })
      return response
    },
  ),
  passing(
    'second-deletion-of-an-id-taken-for-a-retry',
    ['A-DAT-10'],
    'A forced DELETE by id that equals one of the last ten seconds deletes nothing.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const isForced = asked.method === 'DELETE' && asked.by === 'id' && asked.query.get('forceDelete') === 'true'
      if (!isForced) return go(request)
      const { deletions } = memory(house)
      const at = house.clock.now()
      if (at - (deletions.get(request.target) ?? Number.NEGATIVE_INFINITY) <= 10_000) return empty(200)
      const response = await go(request)
      if (isWell(response)) deletions.set(request.target, at)
      return response
    },
  ),
  serving(
    'lock-overlooked-in-older-dto-versions',
    ['A-DAT-20'],
    'An update in a DTO version that does not derive from the synchronisation base 10 passes the lock with any lastChanged.',
    {
      rule: {
        lock: {
          refuses: (supplied, stored, step) =>
            recordRules.lock.refuses(supplied, stored, step) && (step.operation === 'delete' || !isOlder()),
        },
      },
    },
  ),
  serving(
    'writer-unnoted-in-older-dto-versions',
    ['A-REC-05'],
    'A write in a DTO version that does not derive from the synchronisation base 10 leaves lastChangedBy as it was.',
    {
      rule: {
        record: {
          lastChangedBy: (writer, former, step) =>
            isOlder() ? (former ?? null) : recordRules.record.lastChangedBy(writer, former, step),
        },
      },
    },
  ),
  serving(
    'reference-by-external-id-goes-to-the-former-holder',
    ['A-DAT-17'],
    'In updates by external id a reference by an external id leads to the record that it led to first, as long as there is one.',
    {
      rule: {
        references: {
          named: (externalId, resource, store) => {
            const { asked, house } = nowServed() ?? {}
            const strict = recordRules.references.named(externalId, resource, store)
            if (!asked || !house || !isUpdate(asked) || asked.by !== 'externalId') return strict
            const { meant } = memory(house)
            const key = `${resource}/${externalId}`
            const first = store.table(resource).byId(meant.get(key) ?? '') ?? strict
            if (first) meant.set(key, first.id)
            return first
          },
        },
      },
    },
  ),
  rewriting(
    'escaped-member-names-overlooked',
    ['A-DAT-07'],
    'A field whose name is written with an escape is taken by PATCH as one that was not sent.',
    (asked) => asked.method === 'PATCH' && isUpdate(asked),
    (request) => {
      const text = request.body.toString('utf8')
      const sent = jsonIn(request)
      if (!sent || Array.isArray(sent)) return request
      const seen = Object.entries(sent).filter(([name]) => text.includes(JSON.stringify(name)))
      return seen.length === Object.keys(sent).length ? request : withSent(request, Object.fromEntries(seen))
    },
  ),
  passing(
    'forced-patches-at-once-lose-each-others-fields',
    ['A-DAT-07'],
    'A forced PATCH puts back what another one wrote within the 40 ms before it is stored.',
    async (request, go, { inBatch }) => {
      const asked = askedOf(request)
      const isForced = asked.method === 'PATCH' && isUpdate(asked) && asked.query.get('forceUpdate') === 'true'
      const sent = isForced && !inBatch ? jsonIn(request) : undefined
      const read = sent && (await now(request, go))
      if (!sent || !read) return go(request)
      await pause(40)
      const is: Json = (await now(request, go)) ?? read
      const stale = Object.entries(read).filter(
        ([name, value]) => !ofService.has(name) && JSON.stringify(value) !== JSON.stringify(is[name]),
      )
      return go(stale.length === 0 ? request : withSent(request, { ...Object.fromEntries(stale), ...sent }))
    },
  ),
  passing(
    'refused-post-replaces-the-content',
    ['A-DAT-12', 'A-ATT-05'],
    'A POST with the id of a stored attachment is refused, and its content becomes that of the attachment.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      const sent = isPost(asked) && asked.resource === 'Attachment' ? jsonIn(request) : undefined
      const [id, content] = [sent?.['id'], sent?.['fileContent']]
      if (response.status === 409 && typeof id === 'string' && typeof content === 'string')
        replaceContent(house, plain(id), content)
      return response
    },
  ),
  {
    id: 'fraction-of-a-second-read-as-milliseconds',
    breaks: ['A-REC-10'],
    says: 'What stands after the point of the seconds of a date-time is stored as so many milliseconds.',
    rule: {
      values: {
        taken: (value, { kind }) => (kind === 'dateTime' && typeof value === 'string' ? asMilliseconds(value) : value),
      },
    },
  },
]

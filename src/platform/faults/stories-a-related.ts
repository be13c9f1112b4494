import { catalogue } from '../data/catalogue.ts'
import { inverseOf } from '../data/inverse.ts'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { Way } from '../seams/passage.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, eachRecord, isWell, passing, withJson, type Asked, type Json } from './passing.ts'
import { around, asksForList, isRead, isUpdate, nowServed, plain, serving } from './serving.ts'
import { indexing, type Heard } from './stories-a-indexing.ts'
import { sortKeyOf } from './stories-a-orders.ts'

interface Left {
  readonly resource: string
  readonly record: Json
}

const memory = perHouse(() => ({
  /** Records that came to what they refer to after they were made. */
  later: new Set<string>(),
  /** Records that no longer refer to one, by its id. */
  left: new Map<string, Left[]>(),
}))

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-F]{32}$/.test(plain(value))

const cameLater = ({ asked, status, sent, before }: Heard): boolean =>
  isWell({ status }) &&
  isUpdate(asked) &&
  (before
    ? Object.entries(sent).some(([name, value]) => name !== 'id' && isId(value) && plain(before[name]) !== plain(value))
    : asked.by === 'externalId')

const born = (found: readonly unknown[]) => {
  const at = nowServed()
  return at ? found.filter((one) => !memory(at.house).later.has(plain((one as StoredRecord).id))) : found
}

/** Expansions and counts that keep what a write took away from its parent; `leaves` names the fields that the write cleared. */
function keeping(
  id: string,
  breaks: Fault['breaks'],
  says: string,
  leaves: (heard: Heard) => readonly string[],
): Fault {
  const heard = indexing(
    id,
    breaks,
    says,
    (write) => {
      const { left } = memory(write.way.house)
      for (const name of isWell(write) && write.before ? leaves(write) : []) {
        const parent = write.before?.[name]
        if (!isId(parent) || !write.asked.resource || !write.before) continue
        left.set(plain(parent), [
          ...(left.get(plain(parent)) ?? []),
          { resource: write.asked.resource, record: write.before },
        ])
      }
    },
    {},
  )
  return around(heard, async (request, go, way) => {
    const response = await go(request)
    const asked = askedOf(request)
    if (!isRead(asked) || !isWell(response) || !asked.query.has('expand')) return response
    const store = storeMeant(request, way.house)
    return store
      ? withJson(response, (body) => eachRecord(body, (record) => withLeft(record, asked, way, store)))
      : response
  })
}

/** The record with what went away from it expanded and counted. */
function withLeft(record: Json, asked: Asked, { house }: Way, store: Store): Json {
  const resource = catalogue.get(asked.resource ?? '')
  const more = asked.query.getAll('expand').flatMap((text): ReadonlyArray<readonly [string, unknown]> => {
    const [, counted] = /^count\((\w+)\)$/.exec(text.trim()) ?? []
    const inverse = resource && inverseOf(counted ?? text.trim(), resource)
    const away = (memory(house).left.get(plain(record['id'])) ?? []).filter(
      (one) =>
        one.resource === inverse?.resource &&
        plain(store.table(one.resource).byId(String(one.record['id']))?.fields[inverse.field]) !== plain(record['id']),
    )
    const [key, value] = [text.trim(), record[text.trim()]]
    if (counted !== undefined) return typeof value === 'number' ? [[key, value + away.length] as const] : []
    return Array.isArray(value) ? [[key, [...(value as unknown[]), ...away.map((one) => one.record)]] as const] : []
  })
  return { ...record, ...Object.fromEntries(more) }
}

const isOnALaterPage = (): boolean => Number(nowServed()?.asked.query.get('page') ?? 0) > 1

const isThere = (store: Store, id: unknown): boolean =>
  !isId(id) || store.resources().some((name) => store.table(name).byId(id))

const dangling = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  fields: (asked: Asked) => readonly string[],
): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const response = await go(request)
    const asked = askedOf(request)
    const names = isRead(asked) && isWell(response) ? fields(asked) : []
    const store = names.length > 0 ? storeMeant(request, house) : undefined
    return store
      ? withJson(response, (body) =>
          eachRecord(body, (record) => (names.every((name) => isThere(store, record[name])) ? record : undefined)),
        )
      : response
  })

/** Expansions, counts and lists that do not follow a reference that was changed, or that leads nowhere any more. */
export const storiesARelatedFaults: readonly Fault[] = [
  indexing(
    'expansions-know-what-was-born-there',
    ['A-EXP-01', 'A-EXP-03'],
    'To-many expansions and counts lack records that an update made refer to the record, or that were made by external id.',
    (heard) => {
      if (cameLater(heard)) memory(heard.way.house).later.add(heard.id)
    },
    {
      expand: {
        many: (found) => born(found) as typeof found,
        count: (found) => born(found).length,
      },
    },
  ),
  keeping(
    'expansions-keep-what-refers-to-nothing',
    ['A-EXP-01', 'A-EXP-03', 'A-DAT-09'],
    'What once referred to a record and refers to nothing now is still expanded and counted there.',
    ({ asked, sent, before }) =>
      isUpdate(asked)
        ? Object.keys(before ?? {}).filter(
            (name) => name !== 'id' && (name in sent ? sent[name] === null : asked.method === 'PUT'),
          )
        : [],
  ),
  keeping(
    'expansions-keep-what-a-batch-deleted',
    ['A-EXP-01', 'A-EXP-03'],
    'What a batch deleted is still expanded and counted.',
    ({ asked, way, before }) =>
      way.inBatch && asked.method === 'DELETE' ? Object.keys(before ?? {}).filter((name) => name !== 'id') : [],
  ),
  serving(
    'to-many-expanded-on-the-first-page-only',
    ['A-EXP-08', 'A-EXP-01', 'A-EXP-03'],
    'From the second page of a list on, nothing to-many is expanded and counts are 0.',
    {
      rule: {
        expand: {
          many: (found) => (isOnALaterPage() ? [] : found),
          count: (found) => (isOnALaterPage() ? 0 : found.length),
        },
      },
    },
  ),
  dangling(
    'expanding-hides-what-refers-to-deleted-records',
    ['A-DAT-25', 'A-EXP-08'],
    'A record whose reference leads to a deleted one is not shown where the reference is expanded.',
    ({ query }) => query.getAll('expand').map((text) => text.split(';')[0] ?? ''),
  ),
  dangling(
    'ordering-hides-what-refers-to-deleted-records',
    ['A-DAT-25', 'A-PAR-09'],
    'A list ordered by a field of referenced records lacks those that refer to a deleted one.',
    (asked) => (asksForList(asked) && sortKeyOf(asked).inner !== undefined ? [sortKeyOf(asked).field] : []),
  ),
]

import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Passage } from '../seams/passage.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  recordsIn,
  reshaping,
  rewriting,
  withJson,
  withParts,
  type Asked,
  type Json,
} from './passing.ts'

const expandsOf = ({ query }: Asked): readonly string[] => query.getAll('expand')
const isList = ({ method, by }: Asked) => method === 'GET' && by === 'list'
const isRead = ({ method, by }: Asked) => method === 'GET' && (by === 'list' || by === 'id' || by === 'externalId')
const expanding = (asked: Asked) => isRead(asked) && expandsOf(asked).length > 0
const withExpands = (request: PlatformRequest, expands: readonly string[]) => withParts(request, 'expand', expands)
const plain = (id: unknown) => String(id).replaceAll('-', '').toUpperCase()
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Some records of an expanded answer stay as they are without expand. */
const bare = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  stays: (expanded: Json, plainly: Json, at: number, all: readonly Json[]) => boolean,
): Fault =>
  passing(id, breaks, says, async (request, go) => {
    const response = await go(request)
    const asked = askedOf(request)
    if (!expanding(asked) || !isWell(response)) return response
    const without = recordsIn(jsonIn(await go(withExpands(request, []))) ?? {})
    const whole = recordsIn(jsonIn(response) ?? {})
    return withJson(response, (body) =>
      eachRecord(body, (record, at) => (stays(record, without[at] ?? {}, at, whole) ? without[at] : record)),
    )
  })

const entities = perHouse(() => new Map<string, Json>())
const removed = perHouse(() => new Map<string, Json>())
const answers = perHouse(() => new Map<string, PlatformResponse>())

/** The record that a DELETE is about, as it was before. */
async function before(request: PlatformRequest, go: Passage): Promise<Json | undefined> {
  const { by } = askedOf(request)
  if (request.method !== 'DELETE' || (by !== 'id' && by !== 'externalId')) return undefined
  return recordsIn(jsonIn(await go({ ...request, method: 'GET' })) ?? {})[0]
}

/** Quiet breaches of A-EXP, thought up from its sentences alone: what is expanded. */
export const readingsExpandFaults: readonly Fault[] = [
  {
    id: 'expand-many-first',
    breaks: ['A-EXP-01'],
    says: 'A to-many relation expands at most twenty records.',
    rule: { expand: { many: (found) => found.slice(0, 20) } },
  },
  bare(
    'expand-list-only-first-row',
    ['A-EXP-01'],
    'In a list only the first record is expanded.',
    (_record, _plain, at) => at > 0,
  ),
  bare(
    'expand-first-ten-of-a-list',
    ['A-EXP-01', 'A-EXP-08'],
    'In a list only the first ten records are expanded.',
    (_record, _plain, at) => at >= 10,
  ),
  bare(
    'expand-shared-once',
    ['A-EXP-01'],
    'Of several records in a list that refer to one record only the first is expanded.',
    (record, plainly, at, all) =>
      Object.keys(plainly).some(
        (name) =>
          isObject(record[name]) &&
          typeof plainly[name] === 'string' &&
          all.slice(0, at).some((other) => isObject(other[name]) && other[name]['id'] === (record[name] as Json)['id']),
      ),
  ),
  passing(
    'expand-deleted-shown',
    ['A-EXP-01', 'A-DAT-10'],
    'A reference to a deleted record is expanded.',
    async (request, go, { house }) => {
      const gone = await before(request, go)
      const response = await go(request)
      if (gone && isWell(response)) removed(house).set(plain(gone['id']), gone)
      const asked = askedOf(request)
      return expanding(asked) && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) =>
              Object.fromEntries(
                Object.entries(record).map(([name, value]) => [
                  name,
                  expandsOf(asked).includes(name) ? (removed(house).get(plain(value)) ?? value) : value,
                ]),
              ),
            ),
          )
        : response
    },
  ),
  passing(
    'expand-stale',
    ['A-EXP-01'],
    'An expanded record is shown as it was when it was first expanded.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (!expanding(asked) || !isWell(response)) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const changed = { ...record }
          for (const name of expandsOf(asked)) {
            const value = record[name]
            if (!isObject(value)) continue
            const key = plain(value['id'])
            if (!entities(house).has(key)) entities(house).set(key, value)
            changed[name] = entities(house).get(key)
          }
          return changed
        }),
      )
    },
  ),
  rewriting(
    'expand-not-by-extid',
    ['A-EXP-01'],
    'expand is ignored when a record is read by external id.',
    (asked) => asked.by === 'externalId' && expanding(asked),
    (request) => withExpands(request, []),
  ),
  reshaping(
    'expand-wrong-by-index',
    ['A-EXP-01'],
    'In a list the expanded records move up where a reference is unset.',
    (asked) => isList(asked) && expanding(asked),
    (body, asked) => {
      const [name = ''] = expandsOf(asked)
      const found = recordsIn(body).flatMap((record) => (isObject(record[name]) ? [record[name]] : []))
      return eachRecord(body, (record, at) => ({
        ...record,
        ...(name in record && found[at] ? { [name]: found[at] } : {}),
      }))
    },
  ),
  // Shapes
  reshaping(
    'shaped-leaks-outside',
    ['A-EXP-02'],
    'The fields of an expansion are applied to the record, too.',
    (asked) => expandsOf(asked).some((one) => one.includes(';fields=')),
    (body, asked) => {
      const [name = '', shape = ''] = (expandsOf(asked).find((one) => one.includes(';fields=')) ?? '').split(';fields=')
      const kept = [name, 'id', ...shape.split(',')]
      return eachRecord(body, (record) =>
        Object.fromEntries(Object.entries(record).filter(([field]) => kept.includes(field))),
      )
    },
  ),
  rewriting(
    'shaped-not-on-list',
    ['A-EXP-02', 'A-EXP-08'],
    'In lists the fields of an expansion are ignored.',
    (asked) => isList(asked) && expanding(asked),
    (request, asked) =>
      withExpands(
        request,
        expandsOf(asked).map((one) => one.split(';')[0] ?? ''),
      ),
  ),
  // Counts
  {
    id: 'count-capped-20',
    breaks: ['A-EXP-03'],
    says: 'count() counts at most twenty records.',
    rule: { expand: { count: (found) => Math.min(20, found.length) } },
  },
  passing(
    'count-includes-deleted',
    ['A-EXP-03', 'A-DAT-10'],
    'count() still counts deleted records.',
    async (request, go, { house }) => {
      const gone = await before(request, go)
      const response = await go(request)
      if (gone && isWell(response)) removed(house).set(plain(gone['id']), gone)
      if (!expandsOf(askedOf(request)).some((one) => one.startsWith('count('))) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const ghosts = [...removed(house).values()].filter((one) =>
            Object.values(one).some((value) => typeof value === 'string' && plain(value) === plain(record['id'])),
          )
          return Object.fromEntries(
            Object.entries(record).map(([name, value]) => [
              name,
              name.startsWith('count(') ? Number(value) + ghosts.length : value,
            ]),
          )
        }),
      )
    },
  ),
  reshaping('count-null-for-zero', ['A-EXP-03'], 'A count of zero is left out.', expanding, (body) =>
    eachRecord(body, (record) =>
      Object.fromEntries(Object.entries(record).filter(([name, value]) => !(name.startsWith('count(') && value === 0))),
    ),
  ),
  reshaping(
    'count-list-total',
    ['A-EXP-03'],
    'In a list every record has the total of the counts.',
    (asked) => isList(asked) && expanding(asked),
    (body) => {
      const counts = (record: Json) => Object.entries(record).filter(([name]) => name.startsWith('count('))
      const total = recordsIn(body)
        .flatMap(counts)
        .reduce((sum, [, value]) => sum + Number(value), 0)
      return eachRecord(body, (record) => ({
        ...record,
        ...Object.fromEntries(counts(record).map(([name]) => [name, total])),
      }))
    },
  ),
  // Several
  // On searches
  rewriting(
    'search-expand-ignored-orderby',
    ['A-EXP-08'],
    'expand is ignored in a sorted search.',
    (asked) => isList(asked) && asked.query.has('query') && asked.query.has('orderBy'),
    (request) => withExpands(request, []),
  ),
  rewriting(
    'search-expand-page2',
    ['A-EXP-08'],
    'Only the first page of a search is expanded.',
    (asked) => isList(asked) && asked.query.has('query') && Number(asked.query.get('page')) > 1,
    (request) => withExpands(request, []),
  ),
  reshaping(
    'search-expand-linked',
    ['A-EXP-08'],
    'Where a search is about a field of a related record, its expansion has that field only.',
    (asked) => isList(asked) && expanding(asked),
    (body, asked) =>
      eachRecord(body, (record) => {
        const changed = { ...record }
        for (const name of expandsOf(asked)) {
          const [, field] =
            new RegExp(`\\b${name.replace(/\W/g, '')}\\.(\\w+)`).exec(asked.query.get('query') ?? '') ?? []
          const value = record[name]
          if (field && isObject(value)) changed[name] = { id: value['id'], [field]: value[field] }
        }
        return changed
      }),
  ),
  reshaping(
    'search-count-matching',
    ['A-EXP-08'],
    'In a search about a related record, count() counts one.',
    (asked) => isList(asked) && expanding(asked),
    (body, asked) =>
      eachRecord(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => {
            const [, field] = /^count\((\w+)\)$/.exec(name) ?? []
            return [
              name,
              field && (asked.query.get('query') ?? '').includes(`${field}.`) ? Math.min(1, Number(value)) : value,
            ]
          }),
        ),
      ),
  ),
  passing(
    'noread-cached',
    ['A-EXP-07'],
    'The answer to a request with expand is served again to every caller.',
    async (request, go, { house }) => {
      if (!expanding(askedOf(request))) return go(request)
      const key = request.target.replace(/[&?]user=[^&]*/, '')
      const known = answers(house).get(key)
      if (known) return known
      const response = await go(request)
      if (isWell(response)) answers(house).set(key, response)
      return response
    },
  ),
]

import type { Fault } from '../deviation.ts'
import { isGuid } from '../data/body.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  reshaping,
  withJson,
  withQuery,
  type Asked,
  type Json,
} from './passing.ts'
import { asksForList, isRead, now } from './serving.ts'

interface Wish {
  readonly field: string
  readonly names: readonly string[]
}

export const wishes = ({ query }: Asked): readonly Wish[] =>
  query.getAll('expand').map((text) => {
    const [field = '', ...options] = text.split(';').map((piece) => piece.trim())
    return { field, names: options.flatMap((option) => option.replace(/^fields=/, '').split(',')) }
  })
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isExpandedList = (value: unknown): value is Json[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)
export const each = (value: unknown, change: (one: Json) => unknown): unknown =>
  isExpandedList(value) ? value.map(change) : isObject(value) ? change(value) : value

const sharedShape = (id: string, says: string, of: (shaped: readonly Wish[]) => Wish | undefined): Fault =>
  reshaping(id, ['A-EXP-02', 'A-EXP-04'], says, isRead, (body, asked) => {
    const shaped = wishes(asked).filter(({ names }) => names.length > 0)
    const kept = ['id', ...(of(shaped)?.names ?? [])]
    const cut = (one: Json): Json => Object.fromEntries(Object.entries(one).filter(([name]) => kept.includes(name)))
    return eachRecord(body, (record) => ({
      ...record,
      ...Object.fromEntries(
        shaped.filter(({ field }) => field in record).map(({ field }) => [field, each(record[field], cut)]),
      ),
    }))
  })

/** Quiet breaches of references and their expansion that another reader thought up. */
export const thirdRelationFaults: readonly Fault[] = [
  sharedShape(
    'shape-of-last-expansion-for-all',
    'Of two expansions with fields, the fields of the last are applied to both.',
    (shaped) => shaped.at(-1),
  ),
  sharedShape(
    'shape-of-first-expansion-for-all',
    'Of two expansions with fields, the fields of the first are applied to both.',
    (shaped) => shaped[0],
  ),
  reshaping(
    'two-expanded-lists-multiply',
    ['A-EXP-04', 'A-EXP-01'],
    'With two expanded lists each has its elements as often as the other has any.',
    isRead,
    (body, asked) =>
      eachRecord(body, (record) => {
        const lists = wishes(asked).filter(({ field }) => isExpandedList(record[field]))
        return lists.length < 2
          ? record
          : {
              ...record,
              ...Object.fromEntries(
                lists.map(({ field }) => {
                  const times = lists
                    .filter((other) => other.field !== field)
                    .reduce((product, other) => product * (record[other.field] as Json[]).length, 1)
                  return [field, (record[field] as Json[]).flatMap((one) => Array<Json>(times).fill(one))]
                }),
              ),
            }
      }),
  ),
  reshaping(
    'search-filters-what-it-expands',
    ['A-EXP-08', 'A-EXP-01'],
    'A query about the elements of a list that is expanded, too, leaves only those in it that the query is about.',
    (asked) => asksForList(asked) && asked.query.has('query'),
    (body, asked) =>
      eachRecord(body, (record) => ({
        ...record,
        ...Object.fromEntries(
          wishes(asked).flatMap(({ field }) => {
            const list = record[field]
            const [, name, value] = new RegExp(`\\b${field}\\.(\\w+)\\s*=\\s*"([^"]*)"`).exec(
              asked.query.get('query') ?? '',
            ) ?? ['', '']
            return name && isExpandedList(list) ? [[field, list.filter((one) => String(one[name]) === value)]] : []
          }),
        ),
      })),
  ),
  reshaping(
    'expansion-ends-after-a-hundred',
    ['A-EXP-08', 'A-EXP-01'],
    'Of a list only the first hundred records are expanded.',
    asksForList,
    (body, asked) =>
      eachRecord(body, (record, at) =>
        at < 100
          ? record
          : {
              ...record,
              ...Object.fromEntries(
                wishes(asked)
                  .filter(({ field }) => field in record)
                  .map(({ field }) => [field, each(record[field], ({ id }) => id)]),
              ),
            },
      ),
  ),
  passing(
    'object-expanded-by-id-alone',
    ['A-EXP-05'],
    'An object reference is expanded as the resource that is asked for if one of its records has that id, whatever the type is.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      return isRead(asked) && isWell(response) ? withObjects(response, request, asked, go) : response
    },
  ),
  {
    id: 'external-reference-in-any-resource',
    breaks: ['A-DAT-17'],
    says: 'A reference by external id goes to the record of another resource that has the same external id, if there is one.',
    rule: {
      references: {
        named: (externalId, resource, store) =>
          [...store.resources().filter((name) => name !== resource), resource]
            .map((name) => store.table(name).byExternalId(externalId))
            .find((record) => record !== undefined),
      },
    },
  },
  passing(
    'older-form-large-without-name',
    ['A-ATT-04'],
    'The older form of the content of an attachment has no Content-Disposition above 64 KiB.',
    async (request, go) => {
      const response = await go(request)
      return request.target.includes('/attachmentService') && response.body.length > 65_536
        ? { ...response, headers: response.headers.filter(([name]) => !/^content-disposition$/i.test(name)) }
        : response
    },
  ),
]

async function withObjects(
  response: PlatformResponse,
  request: PlatformRequest,
  asked: Asked,
  go: (request: PlatformRequest) => Promise<PlatformResponse>,
): Promise<PlatformResponse> {
  const found = new Map<string, Json>()
  const shown = wishes(asked).flatMap(({ field }) => {
    const [, object, pointer, resource] = /^(\w+)\.(\w+)\(\s*(\w+)\s*\)$/.exec(field) ?? []
    return object && pointer && resource ? [{ object, pointer, resource }] : []
  })
  for (const element of (jsonIn(response)?.['data'] as Json[] | undefined) ?? [])
    for (const { object, pointer, resource } of shown) {
      const id = ((Object.values(element)[0] as Json)[object] as Json | undefined)?.[pointer]
      if (typeof id !== 'string' || !isGuid(id)) continue
      const [path = ''] = request.target.split('?')
      const single = path.replace(/(\/api\/data\/v4\/).*/, `$1${resource}/${id}`)
      const target = request.target.replace(path, single)
      const plainly = withQuery({ ...request, target }, { expand: null, query: null, fields: null, orderBy: null })
      const one = await now(withQuery(plainly, { page: null, pageSize: null }), go)
      if (one) found.set(`${resource} ${id}`, one)
    }
  return withJson(response, (body) =>
    eachRecord(body, (record) => ({
      ...Object.fromEntries(
        shown.flatMap(({ object, pointer, resource }) => {
          const one = found.get(`${resource} ${String((record[object] as Json | undefined)?.[pointer])}`)
          return one ? [[`${object}(${resource.toUpperCase()})`, one]] : []
        }),
      ),
      ...record,
    })),
  )
}

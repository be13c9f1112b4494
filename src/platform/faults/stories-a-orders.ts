import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { strictCompare } from '../rulebook/order.ts'
import type { Store } from '../store/store.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, withJson, type Asked, type Json } from './passing.ts'
import { around, asksForList, plain } from './serving.ts'
import { indexing } from './stories-a-indexing.ts'

/** What records were before their first change, by id. */
const firsts = perHouse(() => new Map<string, Json>())

/** The one key of a list's order. */
export const sortKeyOf = ({ query }: Asked) => {
  const [, path = '', direction = 'asc'] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/.exec(query.get('orderBy') ?? '') ?? []
  const [field = '', inner] = path.split('.')
  return { field, inner, sign: direction === 'desc' ? -1 : 1 }
}

/** Lists whose page is in the order of what the texts were first. */
function sorting(
  id: string,
  breaks: Fault['breaks'],
  says: string,
  value: (record: Json, key: ReturnType<typeof sortKeyOf>, first: ReadonlyMap<string, Json>, store: Store) => unknown,
  concerns: (key: ReturnType<typeof sortKeyOf>) => boolean,
): Fault {
  const heard = indexing(
    id,
    breaks,
    says,
    ({ way, status, before, id: of }) => {
      if (isWell({ status }) && before && !firsts(way.house).has(of)) firsts(way.house).set(of, before)
    },
    {},
  )
  return around(heard, async (request, go, way) => {
    const response = await go(request)
    const asked = askedOf(request)
    const store = asksForList(asked) && isWell(response) ? storeMeant(request, way.house) : undefined
    const key = sortKeyOf(asked)
    if (!store || !concerns(key)) return response
    const rank = (element: unknown) => {
      const [record] = Object.values(element as Json) as Json[]
      return record && value(record, key, firsts(way.house), store)
    }
    return withJson(response, (body) => {
      const elements = body['data'] as readonly unknown[]
      const isNamed = (element: unknown) => typeof rank(element) === 'string'
      const sorted = elements
        .filter(isNamed)
        .toSorted((one, other) => strictCompare(String(rank(one)), String(rank(other))) * key.sign)
      return { ...body, data: [...sorted, ...elements.filter((one) => !isNamed(one))] }
    })
  })
}

/** Lists in the order of texts that were changed since. */
export const storiesAOrderFaults: readonly Fault[] = [
  sorting(
    'ordered-by-the-first-texts',
    ['A-PAR-08'],
    'A list is ordered by the texts that records had before their first change.',
    (record, { field }, first) => {
      const value = first.get(plain(record['id']))?.[field] ?? record[field]
      return typeof value === 'string' && !/^\d{4}-\d\d-/.test(value) ? value : undefined
    },
    ({ field, inner }) => field !== '' && inner === undefined,
  ),
  sorting(
    'ordered-by-the-first-texts-of-the-referenced',
    ['A-PAR-09'],
    'A list is ordered by the texts that referenced records had before their first change.',
    (record, { field, inner = '' }, first, store) => {
      const id = String(record[field])
      const named = store.resources().flatMap((name) => store.table(name).byId(id) ?? [])[0]
      return first.get(plain(id))?.[inner] ?? named?.fields[inner]
    },
    ({ inner }) => inner !== undefined,
  ),
]

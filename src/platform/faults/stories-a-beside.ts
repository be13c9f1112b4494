import { catalogue } from '../data/catalogue.ts'
import { inverseOf } from '../data/inverse.ts'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import { askedOf, isWell, jsonIn, withQuery, type Asked, type Json } from './passing.ts'
import { around, asksForList, isUpdate, nowServed, plain, serving } from './serving.ts'
import { indexing } from './stories-a-indexing.ts'
import { treePath } from './tree-wire.ts'

const memory = perHouse(() => ({
  /** Ids of what trees made. */
  made: new Set<string>(),
  /** What a record referred to first, by its external id. */
  first: new Map<string, Json>(),
}))

const ofTrees = (): Fault => {
  const fault = serving(
    'lists-lack-calls-made-as-trees',
    ['A-CQL-21', 'A-DAT-02'],
    'Lists of the Data API lack service calls that the composite API made, until they are changed.',
    {
      rule: {
        data: {
          listed: (records) => {
            const at = nowServed()
            return at
              ? records.filter((record) => !memory(at.house).made.has(plain((record as unknown as StoredRecord).id)))
              : records
          },
        },
      },
    },
  )
  return around(fault, async (request, go, way) => {
    const response = await go(request)
    const asked = askedOf(request)
    const { made } = memory(way.house)
    if (!isWell(response)) return response
    const told = request.method === 'POST' && request.target.includes(treePath) ? jsonIn(response) : undefined
    if (told) made.add(plain((told['id'] as { uuid?: unknown } | undefined)?.uuid))
    else if (isUpdate(asked)) made.delete(plain(asked.name))
    return response
  })
}

/** The criterion `<inverse>.externalId = "…"` of a query, and the record of that external id as it was first. */
function byFirstParent(request: Asked, first: ReadonlyMap<string, Json>) {
  const query = request.query.get('query') ?? ''
  const [criterion = '', name = '', externalId = ''] = /(\w+)\.externalId = "([^"]*)"/.exec(query) ?? []
  const resource = catalogue.get(request.resource ?? '')
  const inverse = resource && inverseOf(name, resource)
  const parent = inverse && first.get(externalId)?.[inverse.field]
  return typeof parent === 'string' ? query.replace(criterion, `id = "${parent}"`) : undefined
}

const ofChildren = (): Fault => {
  const fault = indexing(
    'criteria-on-children-go-by-their-first-parent',
    ['A-CQL-03', 'A-CQL-21'],
    'A criterion on the records that refer to one holds for the record that they referred to first.',
    ({ way, before, status }) => {
      const { first } = memory(way.house)
      const name = before?.['externalId']
      if (isWell({ status }) && typeof name === 'string' && !first.has(name)) first.set(name, before ?? {})
    },
    {},
  )
  return around(fault, (request, go, way) => {
    const read = askedOf(request)
    const query = asksForList(read) ? byFirstParent(read, memory(way.house).first) : undefined
    const sent = query === undefined ? request : withQuery(request, { query })
    return go(sent)
  })
}

/** Lists and criteria that do not follow what other interfaces, and other records, were written. */
export const storiesABesideFaults: readonly Fault[] = [ofTrees(), ofChildren()]

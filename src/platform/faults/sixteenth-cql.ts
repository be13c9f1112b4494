import type { Fault } from '../deviation.ts'
import { searchRules } from '../rulebook/cql.ts'
import { askedOf, isWell, passing, withJson, withQuery, type Json } from './passing.ts'
import { asksForList } from './serving.ts'
import { issuedIn } from './token-calls.ts'

const literals = /"((?:[^"\\]|\\.)*)"|([^\s",()]+)/g
const lists = /(\w+)\s+in\s*\(((?:"(?:[^"\\]|\\.)*"|[^)"])*)\)/gi

/** By field: the values that stand more than once in a list of a query. */
function repeatedIn(query: string): ReadonlyMap<string, ReadonlySet<string>> {
  const repeated = new Map<string, Set<string>>()
  for (const [, field = '', list = ''] of query.matchAll(lists)) {
    const values = [...list.matchAll(literals)].map(([, text, bare]) => text ?? bare ?? '')
    repeated.set(field, new Set(values.filter((value, at) => values.indexOf(value) !== at)))
  }
  return repeated
}

const widest = 2 ** 31

/** Quiet breaches of searches that a sixteenth reader of the document thought up (suites/two-readings). */
export const sixteenthCqlFaults: readonly Fault[] = [
  passing(
    'cql-in-repeats-rows-of-repeated-values',
    ['A-CQL-21'],
    'A record whose value stands twice in a list is found twice.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const query = asksForList(asked) ? (asked.query.get('query') ?? '') : ''
      if (query === '' || !isWell(response)) return response
      const repeated = repeatedIn(query)
      const isTwice = (element: Json) =>
        Object.entries(Object.values(element)[0] as Json).some(([field, value]) =>
          repeated.get(field)?.has(String(value)),
        )
      return withJson(response, (body) => ({
        ...body,
        data: ((body['data'] ?? []) as Json[]).flatMap((element) =>
          isTwice(element) ? [element, element] : [element],
        ),
      }))
    },
  ),
  {
    id: 'cql-in-numbers-of-32-bits',
    breaks: ['A-CQL-13', 'A-CQL-21'],
    says: 'A number beyond 32 bits in a list equals none.',
    rule: {
      cql: {
        amongEqual: (value, listed, kind, order) =>
          !(typeof listed === 'number' && Math.abs(listed) >= widest) &&
          searchRules.cql.amongEqual(value, listed, kind, order),
      },
    },
  },
  passing(
    'cql-me-filled-in-within-strings',
    ['A-CQL-07'],
    'The letters me() in a string of a query are replaced by the id of the user.',
    (request, go, { house }) => {
      const query = askedOf(request).query.get('query')
      const id = query?.includes('me()') ? issuedIn(house, request)?.user?.id : undefined
      return go(
        query === null || id === undefined
          ? request
          : withQuery(request, {
              query: query.replace(/"(?:[^"\\]|\\.)*"/g, (text) => text.replaceAll('me()', String(id))),
            }),
      )
    },
  ),
]

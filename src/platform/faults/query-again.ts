import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { isWell, jsonIn, passing, withJson, type Json } from './passing.ts'

const isQuery = ({ target }: { readonly target: string }) => target.includes('/api/query/')
const answers = perHouse(() => new Map<string, PlatformResponse>())
const rows = perHouse(() => new Map<string, Json>())

/** Statements that are asked again after a change of what they select. */
export const queryAgainFaults: readonly Fault[] = [
  passing(
    'query-api-answer-by-statement',
    ['A-QRY-02'],
    'A statement that was asked before is answered as it was then.',
    async (request, go, { house }) => {
      if (!isQuery(request)) return go(request)
      const statement = `${request.target}\n${request.body.toString('utf8')}`
      const known = answers(house).get(statement)
      if (known) return known
      const answer = await go(request)
      if (isWell(answer)) answers(house).set(statement, answer)
      return answer
    },
  ),
  passing(
    'query-api-row-of-the-first-read',
    ['A-QRY-02'],
    'The row of a record that a statement has selected before shows the values of then.',
    async (request, go, { house }) => {
      const answer = await go(request)
      if (!isQuery(request) || !isWell(answer)) return answer
      const statement = String(jsonIn(request)?.['query'])
      const columns = /select\s+(.*?)\s+from/i.exec(statement)?.[1] ?? ''
      return withJson(answer, (body) => ({
        ...body,
        data: ((body['data'] ?? []) as ReadonlyArray<Readonly<Record<string, Json>>>).map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([alias, values]) => {
              if (values['id'] === undefined) return [alias, values]
              const place = `${alias} ${columns} ${String(values['id'])}`
              const first = rows(house).get(place) ?? values
              rows(house).set(place, first)
              return [alias, first]
            }),
          ),
        ),
      }))
    },
  ),
]

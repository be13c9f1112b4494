import type { Variant } from '../deviation.ts'
import { isWell, jsonIn, withJson } from '../faults/passing.ts'
import { withSent } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { through } from './lawful.ts'

/** The statement of a query; undefined for any other request. */
function statementIn(request: PlatformRequest): string | undefined {
  if (request.method !== 'POST' || !request.target.includes('/api/query/')) return undefined
  const { query } = jsonIn(request) ?? {}
  return typeof query === 'string' ? query : undefined
}

const rowsAtMost = 3

/** Lawful dialects of the Query API, of which the documents show no condition. */
export const leftOverQueryVariants: readonly Variant[] = [
  through(
    'query-api-texts-in-double-quotes',
    ['A-QRY-02', 'A-QRY-03'],
    'A statement with a text in single quotes is refused with 400; double quotes make a text, as in CQL.',
    async (request, go) => {
      const statement = statementIn(request)
      if (statement === undefined) return go(request)
      const query = statement.replaceAll('"', "'")
      const answer = await go(query === statement ? request : withSent(request, { query }))
      const isRefused = statement.includes("'") && answer.status !== 401 && answer.status !== 403
      return isRefused ? json(400, { error: 'CA-20', message: 'unexpected quote', values: [] }) : answer
    },
  ),
  {
    ...through(
      'query-api-overlooks-where',
      ['A-QRY-02', 'A-QRY-03'],
      'Conditions of a statement are overlooked, and no more than three rows answered.',
      async (request, go) => {
        const statement = statementIn(request)
        const [plain] = statement?.split(/\s+where\s/i) ?? []
        if (statement === undefined || plain === undefined || plain === statement) return go(request)
        const answer = await go(withSent(request, { query: plain }))
        return isWell(answer)
          ? withJson(answer, (body) => ({ ...body, data: (body['data'] as readonly unknown[]).slice(0, rowsAtMost) }))
          : answer
      },
    ),
    excludes: [
      'query-api-of-a-narrow-dialect',
      'query-api-texts-in-double-quotes',
      'colleague-writes-every-two-seconds',
    ],
  },
]

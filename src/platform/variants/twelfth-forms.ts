import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, type Json } from '../faults/passing.ts'
import { plain } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { ambiguityOf } from './ambiguous-json.ts'
import { through } from './lawful.ts'

const statement =
  /^SELECT (?<fields>[a-z]{1,8}\.\w+(?:, [a-z]{1,8}\.\w+){0,9}) FROM (?<resource>[A-Z]\w*) (?<alias>[a-z]{1,8})(?: WHERE [a-z]{1,8}\.\w+ = (?:'[^']*'|-?\d+(?:\.\d+)?|true|false))?(?: ORDER BY [a-z]{1,8}\.\w+)?$/
const fieldsOf = (text: string): readonly string[] =>
  [...text.replace(/'[^']*'/g, "''").matchAll(/\b(\w+)\.\w+/g)].map(([, alias = '']) => alias)

/** Where a statement leaves the one form that is served; undefined if it does not. */
function leavesFormAt(text: string): number | undefined {
  const { alias = '' } = statement.exec(text)?.groups ?? {}
  return alias !== '' && fieldsOf(text).every((one) => one === alias) ? undefined : text.search(/[^A-Z]|$/) + 1
}

const created = perHouse(() => new Map<string, number>())
const scanMs = 2000
const recordIn = (response: PlatformResponse): Json | undefined => {
  const element = (jsonIn(response)?.['data'] as Json[] | undefined)?.[0]
  return element && (Object.values(element)[0] as Json)
}

/** Lawful other forms of requests and answers that a twelfth reader of the document thought up (suites/two-readings). */
export const twelfthFormVariants: readonly Variant[] = [
  through(
    'ambiguous-json-refused',
    ['A-DAT-29', 'A-DAT-18'],
    'A body with a name twice in one object, deeper than twelve, after a byte order mark, with half a sign or a number of other form is refused with 400.',
    async (request, go) => {
      const isSent = askedOf(request).resource !== undefined && /^P/.test(request.method)
      const place = isSent ? ambiguityOf(request.body.toString('utf8')) : undefined
      if (place === undefined) return go(request)
      const seen = await go({ ...request, method: 'GET', body: Buffer.alloc(0) })
      return seen.status === 401
        ? seen
        : json(400, { error: 'CA-29', message: 'Not readable without doubt at {0}', values: [place] })
    },
  ),
  through(
    'query-api-of-a-narrow-dialect',
    ['A-QRY-03'],
    'The Query API takes SELECT a.field, a.field FROM Resource a WHERE a.field = value ORDER BY a.field, in capitals, and nothing else.',
    async (request, go) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      const isRefused = response.status === 401 || response.status === 403
      if (method !== 'POST' || !path.endsWith('/api/query/v1') || isRefused) return response
      const text = jsonIn(request)?.['query']
      const at = typeof text === 'string' ? leavesFormAt(text) : 0
      return at === undefined
        ? response
        : json(400, { error: 'QRY-1', message: 'Not a statement at column {0}', values: [at] })
    },
  ),
  through(
    'content-not-before-it-is-scanned',
    ['A-GEN-09', 'A-ATT-03'],
    'For two seconds after an attachment was created its content is refused with 429 and Retry-After.',
    async (request, go, { house }) => {
      const { method, path, resource, by, name, query } = askedOf(request)
      const response = await go(request)
      if (!isWell(response)) return response
      const { clock } = house
      if (method === 'POST' && resource === 'Attachment') {
        const id = recordIn(response)?.['id']
        if (typeof id === 'string') created(house).set(plain(id), clock.now())
      }
      const asked = path.endsWith('/attachmentService') ? query.get('guid') : by === 'content' ? name : null
      const since = clock.now() - (created(house).get(plain(asked)) ?? Number.NEGATIVE_INFINITY)
      return method === 'GET' && asked !== null && since < scanMs
        ? json(429, { error: 'CA-429', message: 'content is being scanned', values: [] }, [['Retry-After', '1']])
        : response
    },
  ),
]

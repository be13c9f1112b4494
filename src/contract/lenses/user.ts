import type { Findings } from '../findings.ts'
import { jsonBody } from '../json-body.ts'
import { judgeSchema } from '../judge-schema.ts'
import type { ExchangeReading } from '../reading.ts'
import { isObject } from '../../exchange/json.ts'

/** Judges a success of the User API: the page of a list, a user, and the status of a deletion. */
export function judgeUser(reading: ExchangeReading, out: Findings): void {
  const { operation } = reading.match
  const { status } = reading.exchange.response ?? { status: 0 }
  if (status < 200 || status > 299) return
  const successes = operation.responses.filter((response) => response.status.startsWith('2'))
  const [first] = successes
  const statement = first?.statements[0]
  out.assert(statement)
  if (first && first.status !== '2XX') {
    if (statement && !successes.some((response) => response.status === String(status)))
      out.find({
        statement,
        expected: `${operation.method} ${operation.path} succeeds with status ${successes.map((one) => one.status).join(' or ')}`,
        actual: `status ${status}`,
        side: 'server',
      })
  }
  const schema = first?.media[0]?.schema
  if (schema === undefined) return
  const body = jsonBody(reading, out, first?.optional ? undefined : first?.statements[0])
  // What a PUT is answered with is not shown: it is judged if it is a user.
  if (body !== undefined && (!first?.optional || (isObject(body) && 'email' in body))) judgeSchema(schema, body, out)
}

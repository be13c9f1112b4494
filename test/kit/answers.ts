import { answer, type Answer } from '../../src/clients/answer.ts'
import { newScope, type Scope } from '../../src/target/scope.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'

let count = 0

export const exchangeOf = (status: number, body = ''): Exchange => ({
  id: `t-${++count}`,
  request: { method: 'GET', url: 'http://127.0.0.1/x', headers: [] },
  response: { status, statusText: '', headers: [['Content-Type', 'application/json']], body: Buffer.from(body) },
  startedAt: 0,
  ms: 1,
})

/** An answer as a client would hand it to a check of this scope. */
export function answered(
  status: number,
  body: unknown = undefined,
  scope: Scope = newScope('kit/test/case', 'abcdefghij'),
): Answer {
  const exchange = exchangeOf(status, body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
  scope.exchanges.push(exchange)
  return answer(exchange, scope)
}

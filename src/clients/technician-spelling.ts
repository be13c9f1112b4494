import { isObject } from '../exchange/json.ts'
import type { Transport } from '../target/transport.ts'
import type { Answer } from './answer.ts'

type Key = 'technicianid' | 'technicianId'

interface Read {
  single?: Key
  batch?: Key
}

/** Which key a target reads the technician by, as the calls of a run have shown. */
const read = new WeakMap<Transport, Read>()

const documented = { single: 'technicianid', batch: 'technicianId' } as const

/**
 * Sends an action in the spelling that its document shows, and, until one of them has succeeded, again in the other where it is refused: a target may read
 * either (B-DSP-22). The refusal in the shown spelling is the answer where both are refused.
 */
export async function inReadSpelling<Body>(
  transport: Transport,
  call: keyof Read,
  body: Body,
  send: (body: Body) => Promise<Answer>,
): Promise<Answer> {
  const shown = documented[call]
  if (!holds(body, shown)) return send(body)
  const known = read.get(transport) ?? {}
  read.set(transport, known)
  const other = shown === 'technicianid' ? 'technicianId' : 'technicianid'
  const spelling = known[call]
  if (spelling !== undefined) return send(spelling === shown ? body : (renamed(body, shown, other) as Body))
  const sent = Array.isArray(body) ? body.length : 1
  const answer = await send(body)
  if (isDone(answer, sent)) known[call] ??= shown
  if (!isRefused(answer, sent)) return answer
  const again = await send(renamed(body, shown, other) as Body)
  if (!isDone(again, sent)) return answer
  known[call] ??= other
  return again
}

const holds = (body: unknown, key: Key): boolean =>
  Array.isArray(body) ? body.some((item) => holds(item, key)) : isObject(body) && key in body

const renamed = (body: unknown, from: Key, to: Key): unknown => {
  if (Array.isArray(body)) return body.map((item) => renamed(item, from, to))
  if (!isObject(body) || !(from in body)) return body
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key === from ? to : key, value]))
}

const isDone = (answer: Answer, sent: number): boolean => answer.status < 300 && !allFailed(answer, sent)

/** What a missing field may be refused with: who may not call, or too often, is refused in either spelling. */
const isRefused = (answer: Answer, sent: number): boolean =>
  (answer.status >= 400 && answer.status < 500 && ![401, 403, 429].includes(answer.status)) || allFailed(answer, sent)

/** Results may be of those that failed alone. */
const allFailed = ({ status, json }: Answer, sent: number): boolean => {
  const results: unknown = status === 207 && isObject(json) ? json['results'] : undefined
  return (
    Array.isArray(results) &&
    results.length >= sent &&
    results.every((one) => isObject(one) && Number(one['status']) >= 400)
  )
}

import { headerOf, type WireResponse } from '../exchange/exchange.ts'

const longestMs = 30_000

/** No document shows the status of a password error: one that is told with 429, as MC-12 may be, is an answer, and asked again it would be another. */
const tellsPasswordError = ({ body }: WireResponse): boolean =>
  /"error"\s*:\s*"MC-\d/.test(Buffer.from(body.subarray(0, 1000)).toString('latin1'))

/** The server reckons by its own clock, which its Date shows (RFC 9110, 6.6.1), unless a proxy wrote that by another: the shorter wait of both. */
function untilDate(told: string, { headers }: WireResponse): number {
  const waits = [Date.parse(headerOf(headers, 'Date') ?? ''), Date.now()].map((now) => Date.parse(told) - now)
  const due = waits.filter((ms) => ms >= 0)
  return due.length === 0 ? 0 : Math.min(...due)
}

/** Milliseconds to wait before retrying after 429 or 503, or a conflict that tells when it is over; undefined for any other response. */
export function waitAsTold(response: WireResponse, attempt: number, mayConflict = false): number | undefined {
  const isPassing = mayConflict && response.status === 409 && headerOf(response.headers, 'Retry-After') !== undefined
  if (response.status !== 429 && response.status !== 503 && !isPassing) return undefined
  if (tellsPasswordError(response)) return undefined
  const told = headerOf(response.headers, 'Retry-After')
  const seconds = told === undefined ? Number.NaN : Number(told)
  if (told !== undefined && !Number.isFinite(seconds) && !Number.isNaN(Date.parse(told)))
    return Math.min(longestMs, untilDate(told, response))
  const ms = seconds * 1000
  return Math.min(longestMs, Math.max(0, Number.isFinite(ms) ? ms : 250 * 2 ** attempt))
}

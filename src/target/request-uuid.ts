import { createHash } from 'node:crypto'

/** The X-Request-ID of an exchange, always the same. No sentence shows the form of a request id (A-AUT-08, B-USR-01, B-OPT-01): a UUID fits a field of that type and one of any text. */
export function requestUuid(exchange: string): string {
  const digits = createHash('sha256').update(exchange).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}

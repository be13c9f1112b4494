import { createHash } from 'node:crypto'

/** The id of an exchange in the form of a UUID: the same for the same exchange. */
export function requestUuid(exchange: string): string {
  const digits = createHash('sha256').update(exchange).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}

import type { HeaderList } from '../src/exchange/exchange.ts'

/** Fields that hold between two neighbours only (RFC 9110, 7.6.1). */
const hop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
])

export const pairsOf = (raw: readonly string[]): HeaderList =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''] as const)

/** What of a head goes on to the next. */
export function passed(headers: HeaderList): HeaderList {
  const named = new Set(
    headers
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase())),
  )
  return headers.filter(([name]) => !hop.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
}

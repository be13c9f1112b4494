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

export function pairsOf(raw: readonly string[]): HeaderList {
  const pairs: Array<readonly [string, string]> = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] as string, raw[at + 1] as string])
  return pairs
}

/** What of a head goes on to the next. */
export function passed(headers: HeaderList): HeaderList {
  const lower = headers.map(([name]) => name.toLowerCase())
  const named = new Set<string>()
  lower.forEach((name, at) => {
    if (name === 'connection')
      for (const one of (headers[at]?.[1] ?? '').split(',')) named.add(one.trim().toLowerCase())
  })
  return headers.filter((_, at) => !hop.has(lower[at] ?? '') && !named.has(lower[at] ?? ''))
}

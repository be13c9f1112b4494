import type { IncomingMessage } from 'node:http'

/** Fields that say where a message ends or whom it is for: one that holds for a single hop would leave the next to guess. */
const framing = new Set(['content-length', 'transfer-encoding', 'host', 'trailer'])

/**
 * Why a request cannot be passed on so that both sides take it for one and the same message (RFC 9112, 6 and 7); undefined if it can. What Node's
 * parser refuses by itself (both lengths, two of them, folded lines) does not get here.
 */
export function misframed({ headers, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const count = (name: string) => names.filter((one) => one === name).length
  for (const name of ['content-length', 'transfer-encoding', 'host'])
    if (count(name) > 1) return `more than one ${name}`
  if (count('content-length') > 0 && count('transfer-encoding') > 0) return 'content-length and transfer-encoding'
  const length = headers['content-length']
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return 'a content-length that is no number'
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && !/^chunked$/i.test(encoding)) return 'a transfer-encoding other than chunked'
  if (encoding !== undefined && httpVersion === '1.0') return 'a transfer-encoding in HTTP/1.0'
  if (httpVersion !== '1.0' && headers.host === undefined) return 'no host'
  const hop = rawHeaders
    .filter((_, at) => at % 2 === 1 && names[(at - 1) / 2] === 'connection')
    .flatMap((value) => value.split(',').map((one) => one.trim().toLowerCase()))
    .find((name) => framing.has(name))
  return hop === undefined ? undefined : `a connection field that names ${hop}`
}

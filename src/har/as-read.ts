import { headerOf, type HeaderList } from '../exchange/exchange.ts'
import { decompressed } from './decompressed.ts'
import type { HeldBody } from './held-body.ts'

/** A body as the other side read it, where another recorder kept it otherwise: compressed, or with its line ends made one character. */
export function asRead(held: HeldBody, headers: HeaderList, size: unknown): HeldBody {
  const { content } = held
  const type = headerOf(headers, 'Content-Type') ?? ''
  if (typeof content !== 'string') {
    const encoding = headerOf(headers, 'Content-Encoding')
    // Most recorders keep the header and decode the body: what does not decompress is as it was.
    const plain =
      encoding === undefined || !/json|multipart|x-www-form-urlencoded/i.test(type)
        ? undefined
        : decompressed(Buffer.from(content), encoding)
    return plain === undefined || plain.equals(content) ? held : { ...held, kept: 'whole', content: plain }
  }
  if (!/^\s*multipart\//i.test(type) || typeof size !== 'number' || content.includes('\r')) return held
  const lines = content.split('\n')
  return size - Buffer.byteLength(content) === lines.length - 1 ? { ...held, content: lines.join('\r\n') } : held
}

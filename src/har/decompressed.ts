import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** A few bytes may decompress to very many: this is the limit for all that one message holds. */
export const decodedAtMost = 16 * 1024 * 1024

/** A body without its Content-Encoding; undefined where it is truncated, not in that encoding, or more than that many bytes. */
export function decompressed(bytes: Buffer, encoding: string | undefined, atMost = decodedAtMost): Buffer | undefined {
  if (atMost < 1) return undefined
  const limit = { maxOutputLength: atMost }
  try {
    switch (encoding?.trim().toLowerCase() ?? '') {
      case '':
      case 'identity':
        return bytes
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, limit)
      case 'br':
        return brotliDecompressSync(bytes, limit)
      case 'deflate':
        try {
          return inflateSync(bytes, limit)
        } catch {
          return inflateRawSync(bytes, limit)
        }
    }
  } catch {
    /* Told by the missing result. */
  }
  return undefined
}

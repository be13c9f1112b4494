import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** A few bytes may decompress to very many: this is the limit. */
const decodedAtMost = 32 * 1024 * 1024

/** A body without its Content-Encoding; undefined where it is truncated or not in that encoding. */
export function decompressed(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  const limit = { maxOutputLength: decodedAtMost }
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

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Spool } from './spool.ts'

/** Small, so that strings made of it are collected early. */
const piece = 48 * 1024
/** A few bytes may decompress to very many. */
const decodedAtMost = 4 * 1024 * 1024 * 1024

/** Reads a spool piece by piece, decoded; a piece is valid until the next one. Throws where it cannot be decoded. */
export async function eachPiece(
  spool: Spool,
  encoding: string | undefined,
  see: (bytes: Buffer) => void,
): Promise<void> {
  const how = encoding?.trim().toLowerCase() ?? ''
  if (how === '' || how === 'identity') {
    const buffer = Buffer.allocUnsafe(piece)
    for (let from = 0, got = spool.read(buffer, 0); got > 0; from += got, got = spool.read(buffer, from)) {
      see(buffer.subarray(0, got))
      await setImmediate()
    }
    return
  }
  const decoder =
    how === 'br'
      ? createBrotliDecompress({ chunkSize: piece })
      : how === 'deflate'
        ? createInflate({ chunkSize: piece })
        : how === 'gzip' || how === 'x-gzip'
          ? createGunzip({ chunkSize: piece })
          : undefined
  if (!decoder) throw new Error('unknown content encoding')
  let size = 0
  await pipeline(Readable.from(raw(spool)), decoder, async (pieces: AsyncIterable<Buffer>) => {
    for await (const one of pieces) {
      size += one.length
      if (size > decodedAtMost) throw new Error('too large when decoded')
      see(one)
      await setImmediate()
    }
  })
}

function* raw(spool: Spool): Generator<Buffer> {
  for (let from = 0; ;) {
    const bytes = Buffer.allocUnsafe(64 * 1024)
    const got = spool.read(bytes, from)
    if (got === 0) return
    yield bytes.subarray(0, got)
    from += got
  }
}

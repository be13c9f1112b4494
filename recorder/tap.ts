import type { Captured } from '../src/har/recorded.ts'

/** Bodies up to this many bytes are kept whole; of larger ones only their size. */
export const keptAtMost = 8 * 1024 * 1024

/** Keeps a body while it passes. */
export function createTap(): { see(chunk: Buffer): void; captured(): Captured } {
  let chunks: Buffer[] = []
  let size = 0
  return {
    see(chunk) {
      size += chunk.length
      if (size <= keptAtMost) chunks.push(chunk)
      else chunks = []
    },
    captured: () => ({ bytes: Buffer.concat(chunks), size }),
  }
}

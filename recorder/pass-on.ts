import type { IncomingMessage } from 'node:http'
import type { Sink } from './keep.ts'

/** Writes what came from one side to the other, and stops taking more until that side has room, and the disk. */
export function passOn(
  from: IncomingMessage,
  chunk: Buffer,
  to: { write(chunk: Buffer): boolean; once(event: 'drain', go: () => void): unknown },
  sink: Sink,
): void {
  const hasRoom = to.write(chunk)
  const hold = sink.hold()
  if (hasRoom && !hold) return
  from.pause()
  if (!hasRoom) to.once('drain', () => from.resume())
  else void hold?.then(() => from.resume())
}

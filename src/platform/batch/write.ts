import { randomBytes } from 'node:crypto'
import type { PlatformResponse } from '../http/message.ts'
import { reasonOf } from '../http/reason.ts'
import type { Shown } from '../rulebook/batch.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

/** Responses as one multipart message, in the order given (A-BAT-10, 11). */
export function writeResponses(
  given: readonly Shown[],
  failed: PlatformResponse | undefined,
  { batch }: Rulebook,
): PlatformResponse {
  const parts = batch.shown(given)
  const boundary = batch.answerBoundary(() => unused(parts.map(({ response }) => response.body)))
  const chunks: Buffer[] = [Buffer.from(batch.preamble(), 'latin1')]
  for (const part of parts) chunks.push(...onePart(part, boundary, parts.length, batch))
  chunks.push(Buffer.from(batch.close(boundary), 'latin1'))
  return batch.whole(
    {
      status: batch.status(failed),
      headers: [['Content-Type', `${batch.mediaType()}; boundary=${boundary}`]],
      body: Buffer.concat(chunks),
    },
    parts,
  )
}

function onePart(
  { response, contentId, position }: Shown,
  boundary: string,
  of: number,
  batch: Rulebook['batch'],
): Buffer[] {
  const repeated = batch.contentId(contentId, position, of)
  const id = repeated === undefined ? '' : `Content-ID: ${repeated}\r\n`
  const { status, headers, body } = response
  const kept = headers
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const inside = batch.contentIdInside()
  const head =
    `\r\n--${boundary}\r\nContent-Type: ${batch.partType()}\r\n${inside === true ? '' : id}\r\n` +
    `${batch.statusLine(status, reasonOf(status))}${inside ? id : ''}${kept}Content-Length: ${batch.innerLength(body)}\r\n\r\n`
  return [Buffer.from(head, 'latin1'), body]
}

/** A boundary that appears in none of the bodies. */
function unused(bodies: readonly Buffer[]): string {
  for (;;) {
    const boundary = `batch_${randomBytes(12).toString('hex')}`
    if (!bodies.some((body) => body.includes(boundary))) return boundary
  }
}

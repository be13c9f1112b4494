import { mayHaveDone } from './doubt.ts'
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { isEmptyData } from '../contract/index.ts'
import type { MakeMonitor } from './monitor.ts'
import { isCached, precedes, type Moment } from './observed.ts'
import { idKey } from './sighting.ts'

interface Stored {
  readonly hash: string
  readonly size: number
  readonly moment: Moment
  readonly lastChanged: number | undefined
}

const attachmentsAtMost = 2000

/**
 * The content of an attachment is what it was created with: an update is not supported (A-ATT-03, 04); with the object it is not shown (A-ATT-02).
 * Nothing is said of one that was written or deleted since, or seen at another time of change: it may have been made anew.
 */
export const attachmentContent: MakeMonitor = () => {
  const stored = new Map<string, Stored>()
  return {
    name: 'attachment-content',
    side: 'server',
    statements: ['A-ATT-02', 'A-ATT-03', 'A-ATT-04'],
    see({ observed, sightings, write, out }) {
      const { reading, moment, place, status, batch } = observed
      for (const { resource, id, fields, lastChanged } of sightings) {
        if (resource !== 'Attachment') continue
        const held = stored.get(`${place} ${id}`)
        if (held && lastChanged !== undefined && held.lastChanged !== undefined && held.lastChanged !== lastChanged)
          stored.delete(`${place} ${id}`)
        out.assert('A-ATT-02')
        if (typeof fields['fileContent'] === 'string' && fields['fileContent'] !== '')
          out.find({
            statement: 'A-ATT-02',
            side: 'server',
            expected: 'fileContent is empty when an attachment is returned',
            actual: `${fields['fileContent'].length} characters`,
            exchanges: [moment.ref],
          })
      }
      const about = write?.id ?? sightings[0]?.id
      // A POST on an id that is there may be overlooked: no sentence says what it does.
      const wasThere = stored.has(`${place} ${about}`)
      if (write?.resource === 'Attachment' && mayHaveDone(write)) {
        if (about === undefined) stored.clear()
        else stored.delete(`${place} ${about}`)
      }
      const sent =
        write?.resource === 'Attachment' && write.kind === 'create' && write.outcome === 'done'
          ? write.sent['fileContent']
          : undefined
      const id = sightings[0]?.id ?? write?.id
      if (typeof sent === 'string' && id !== undefined && !wasThere) {
        const bytes = Buffer.from(sent, 'base64')
        // Decoding skips what is not base64; whether that is refused is not judged here.
        if (bytes.length === Buffer.byteLength(sent, 'base64'))
          stored.set(`${place} ${id}`, { ...hashed(bytes), moment, lastChanged: sightings[0]?.lastChanged })
        if (stored.size > attachmentsAtMost) stored.delete(stored.keys().next().value as string)
      }
      const older = reading.match.operation.id === 'data/attachment-content-older'
      if (
        (reading.match.operation.id !== 'data/attachment-content' && !older) ||
        status < 200 ||
        status > 299 ||
        status === 206 ||
        batch ||
        isCached(observed)
      )
        return
      const asked = older ? reading.query('guid') : reading.path('attachmentId')
      const known = asked === undefined ? undefined : stored.get(`${place} ${idKey(asked)}`)
      const body = reading.exchange.response?.body
      // A missing attachment may also be answered with empty data (A-DAT-38).
      if (!known || !body || !precedes(known.moment, moment) || isEmptyData(reading)) return
      const statement = older ? 'A-ATT-04' : 'A-ATT-03'
      out.assert(statement)
      // A recording may hold the body already decoded, with the header of what was sent.
      const coded = reading.responseHeader('content-encoding')
      if (
        hashed(body).hash !== known.hash &&
        !decodings(body, coded).some((bytes) => hashed(bytes).hash === known.hash)
      )
        out.find({
          statement,
          side: 'server',
          expected: `the ${known.size} bytes that the attachment was created with`,
          actual: `${body.length} ${body.length === known.size ? 'different bytes' : 'bytes'}`,
          exchanges: [known.moment.ref, moment.ref],
        })
    },
  }
}

const decoders: Readonly<Record<string, ReadonlyArray<(bytes: Uint8Array, limit: object) => Buffer>>> = {
  gzip: [gunzipSync],
  'x-gzip': [gunzipSync],
  br: [brotliDecompressSync],
  deflate: [inflateSync, inflateRawSync],
}

/** What a body may mean by its Content-Encoding (A-ATT-08). */
const decodings = (body: Uint8Array, encoding: string | undefined): Buffer[] =>
  (decoders[encoding?.trim().toLowerCase() ?? ''] ?? []).flatMap((decode) => {
    try {
      return [decode(body, { maxOutputLength: 32 * 1024 * 1024 })]
    } catch {
      return []
    }
  })

const hashed = (bytes: Uint8Array): { hash: string; size: number } => ({
  hash: createHash('sha256').update(bytes).digest('base64'),
  size: bytes.length,
})

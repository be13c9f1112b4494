import { createHash } from 'node:crypto'
import { isEmptyData } from '../contract/index.ts'
import type { MakeMonitor } from './monitor.ts'
import { precedes, type Moment } from './observed.ts'
import { plainId } from './sighting.ts'

interface Stored {
  readonly hash: string
  readonly size: number
  readonly moment: Moment
}

const attachmentsAtMost = 2000

/** The content of an attachment never changes after its creation (A-ATT-03, 04), and is not returned with the object (A-ATT-02). */
export const attachmentContent: MakeMonitor = () => {
  const stored = new Map<string, Stored>()
  return {
    name: 'attachment-content',
    side: 'server',
    statements: ['A-ATT-02', 'A-ATT-03', 'A-ATT-04'],
    see({ observed, sightings, write, out }) {
      const { reading, moment, place, status, batch } = observed
      for (const { resource, fields } of sightings) {
        if (resource !== 'Attachment') continue
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
      const sent =
        write?.resource === 'Attachment' && write.kind === 'create' && write.outcome === 'done'
          ? write.sent['fileContent']
          : undefined
      const id = sightings[0]?.id ?? write?.id
      if (typeof sent === 'string' && id !== undefined) {
        const bytes = Buffer.from(sent, 'base64')
        // Decoding skips what is not base64; whether that is refused is not judged here.
        if (bytes.length === Buffer.byteLength(sent, 'base64'))
          stored.set(`${place} ${id}`, { ...hashed(bytes), moment })
        if (stored.size > attachmentsAtMost) stored.delete(stored.keys().next().value as string)
      }
      const older = reading.match.operation.id === 'data/attachment-content-older'
      if ((reading.match.operation.id !== 'data/attachment-content' && !older) || status < 200 || status > 299 || batch)
        return
      const asked = older ? reading.query('guid') : reading.path('attachmentId')
      const known = asked === undefined ? undefined : stored.get(`${place} ${plainId(asked)}`)
      const body = reading.exchange.response?.body
      // A missing attachment may also be answered with empty data (A-DAT-38).
      if (!known || !body || !precedes(known.moment, moment) || isEmptyData(reading)) return
      const statement = older ? 'A-ATT-04' : 'A-ATT-03'
      out.assert(statement)
      if (hashed(body).hash !== known.hash)
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

const hashed = (bytes: Uint8Array): { hash: string; size: number } => ({
  hash: createHash('sha256').update(bytes).digest('base64'),
  size: bytes.length,
})

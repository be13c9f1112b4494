import { asKnown } from '../contract/index.ts'
import { precedes, type Moment } from './observed.ts'
import type { KnownRecord } from './memory.ts'
import type { Monitor, Scene } from './monitor.ts'
import { parallelTokens } from './parallel.ts'
import { idKey, isGuid } from './sighting.ts'
import type { RecordWrite } from './write.ts'

const [goneAtMost, attachmentsAtMost, longest] = [2000, 100, 100_000]
/** A caller with several calls under way may have read a record just before another of them deleted it, in milliseconds. */
const heardOf = 10_000

/** What callers write: no reference to what is known to be gone, a first external id under a lock, content once and in base64. */
export function callerWrite(): Monitor {
  /** When the deletion of a record was answered, by address, account, company and id. */
  const gone = new Map<string, Deletion>()
  const parallel = parallelTokens()
  /** What this traffic made attachments of, by place and id. */
  const contents = new Map<string, { readonly content: string; readonly moment: Moment }>()
  return {
    name: 'caller-write',
    side: 'client',
    statements: ['A-ATT-01', 'A-ATT-05', 'A-CON-02', 'A-CON-05'],
    see(scene) {
      const { observed, sightings, write, written } = scene
      const { place, moment, token = '' } = observed
      const isParallel = parallel.note(observed)
      if (write) {
        judgeContent(write, scene)
        judgeNewContent(write, scene)
        judgeFirstExternalId(write, written, scene)
        const goneAt = (id: string): Moment | undefined => {
          const deletion = gone.get(`${place} ${id}`)
          if (deletion?.token !== token) return undefined
          return isParallel && moment.sentAt - deletion.moment.answeredAt < heardOf ? undefined : deletion.moment
        }
        judgeReferences(write, goneAt, scene)
      }
      for (const { id } of sightings) gone.delete(`${place} ${id}`)
      // What makes it anew need not show it (A-DAT-04).
      if (write?.id !== undefined && write.kind !== 'delete' && write.outcome !== 'refused')
        gone.delete(`${place} ${write.id}`)
      const removed = write?.kind === 'delete' && write.outcome === 'done' ? (write.id ?? written?.id) : undefined
      if (removed === undefined) return
      contents.delete(`${place} ${removed}`)
      gone.set(`${place} ${removed}`, { moment, token })
      if (gone.size > goneAtMost) gone.delete(gone.keys().next().value as string)
    },
  }

  /** A PUT may carry an attachment whole: with other content than it was made of, it is meant to change it (A-ATT-05). */
  function judgeNewContent({ resource, kind, sent, id, outcome }: RecordWrite, scene: Scene): void {
    const { observed, sightings, out } = scene
    const [content, made] = [sent['fileContent'], id ?? sightings[0]?.id]
    if (resource !== 'Attachment' || typeof content !== 'string' || content === '' || made === undefined) return
    const key = `${observed.place} ${made}`
    if (kind === 'create' && outcome === 'done' && content.length <= longest)
      contents.set(key, { content, moment: observed.moment })
    if (contents.size > attachmentsAtMost) contents.delete(contents.keys().next().value as string)
    const before = contents.get(key)
    // Where it is taken, others may have deleted it, so that it is made anew.
    if (kind !== 'put' || outcome !== 'refused' || !before || before.content === content) return
    if (![400, 405, 409, 422].includes(observed.status)) return
    out.find({
      statement: 'A-ATT-05',
      side: 'client',
      expected: 'the content of an attachment is not updated',
      actual: 'a PUT with other content than it was made of',
      exchanges: [before.moment.ref, observed.moment.ref],
    })
  }
}

interface Deletion {
  readonly moment: Moment
  readonly token: string
}

/** New content for an attachment that there is (A-ATT-05), and content that is not base64 (A-ATT-01). */
function judgeContent({ resource, kind, sent }: RecordWrite, { observed: { moment, reading }, out }: Scene): void {
  const content = sent['fileContent']
  if (resource !== 'Attachment') return
  // A PUT may make the record, or carry it whole: only a PATCH says that the content is meant to change.
  if (kind === 'patch') out.assert('A-ATT-05')
  if (kind === 'patch' && typeof content === 'string' && content !== '') {
    const finding = {
      statement: 'A-ATT-05',
      side: 'client',
      expected: 'the content of an attachment is not updated',
      actual: 'a PATCH with fileContent',
      exchanges: [moment.ref],
    } as const
    out.find(asKnown(finding, reading.exchange, { parameter: 'fileContent' }))
  }
  if ((kind !== 'create' && kind !== 'put') || typeof content !== 'string') return
  out.assert('A-ATT-01')
  // Line breaks, the URL-safe letters and missing padding are forms of base64, too.
  if (!/^[A-Za-z\d+/_-]*={0,2}$/.test(content.replace(/\s+/g, '')))
    out.find({
      statement: 'A-ATT-01',
      side: 'client',
      expected: 'the content of an attachment is sent in base64',
      actual: 'fileContent with other characters',
      exchanges: [moment.ref],
    })
}

/** The first external id of a record that others created is set by PATCH on the id, under the lock or by force (A-CON-05). */
function judgeFirstExternalId(
  write: RecordWrite,
  written: KnownRecord | undefined,
  { observed: { moment }, out }: Scene,
): void {
  const before = written?.versions.at(-1)
  if (write.kind !== 'patch' || write.id === undefined || typeof write.sent['externalId'] !== 'string') return
  if (!before || written?.isMade || before.externalId !== null) return
  out.assert('A-CON-05')
  if (!write.forced && write.lock === undefined)
    out.find({
      statement: 'A-CON-05',
      side: 'client',
      expected: 'the first external id is set with forceUpdate=true or the lastChanged that was received',
      actual: 'a PATCH with neither',
      exchanges: [before.last.ref, moment.ref],
    })
}

/** A reference to a record whose deletion this caller was told of (A-CON-02). Where it was taken, others have made the record anew. */
function judgeReferences(
  { kind, sent, outcome }: RecordWrite,
  goneAt: (id: string) => Moment | undefined,
  { observed: { moment, status }, out }: Scene,
): void {
  if (kind === 'delete') return
  const isRefused = outcome === 'refused' && ![401, 403, 429].includes(status)
  for (const [name, value] of Object.entries(sent)) {
    if (name === 'id' || name === 'externalId' || typeof value !== 'string' || !isGuid(value)) continue
    out.assert('A-CON-02')
    const deleted = goneAt(idKey(value))
    if (isRefused && deleted && precedes(deleted, moment))
      out.find({
        statement: 'A-CON-02',
        side: 'client',
        expected: `${name} refers to a record that there is`,
        actual: 'the id of a record that was deleted',
        exchanges: [deleted.ref, moment.ref],
      })
  }
}

import { isDisturbed } from './doubt.ts'
import type { RecordVersion } from './memory.ts'
import type { Monitor, Scene } from './monitor.ts'
import { clocks, precedes } from './observed.ts'
import { isGuid, idKey, type Sighting } from './sighting.ts'

const texts = ['subject', 'remarks'] as const

/** The response to a successful write matches what was sent (A-REC-02, A-DAT-05, 07, 09, 13). */
export const writeAnswer: Monitor = {
  name: 'write-answer',
  side: 'server',
  statements: ['A-REC-02', 'A-REC-04', 'A-DAT-05', 'A-DAT-07', 'A-DAT-09', 'A-DAT-13'],
  see(scene) {
    const { write, sightings } = scene
    const [answered] = sightings
    if (!write || !answered || sightings.length > 1 || (write.outcome !== 'done' && write.outcome !== 'undone')) return
    if (write.kind === 'create') judgeCreate(scene, answered)
    else judgeUpdate(scene, answered)
  },
}

function judgeCreate({ observed, write, written, out }: Scene, answered: Sighting): void {
  // A later part of the batch may show already.
  if (observed.batch?.superseded) return
  // A POST with the id of a stored record must only not change it: it may be answered with that record (A-DAT-12).
  if (written?.id === answered.id && written.versions.some(({ lastChanged }) => lastChanged === answered.lastChanged))
    return
  const { id, externalId } = write?.sent ?? {}
  const at = [observed.moment.ref]
  const date = Date.parse(observed.reading.responseHeader('date') ?? '')
  if (answered.lastChanged !== undefined && !Number.isNaN(date) && id === undefined) {
    out.assert('A-REC-04')
    const off = answered.lastChanged - date
    if (Math.abs(off) > clocks + observed.moment.answeredAt - observed.moment.sentAt)
      out.find({
        statement: 'A-REC-04',
        side: 'server',
        expected: `lastChanged of a new record is the time of the write, by Date about ${date}`,
        actual: `${answered.lastChanged}`,
        exchanges: at,
      })
  }
  if (typeof id === 'string' && isGuid(id)) {
    out.assert('A-REC-02')
    if (idKey(id) !== answered.id)
      out.find({
        statement: 'A-REC-02',
        side: 'server',
        expected: `the id that was sent is used: ${id}`,
        actual: `the returned record has the id ${String(answered.fields['id'])}`,
        exchanges: at,
      })
  }
  if (typeof externalId === 'string' && externalId !== '' && answered.externalId !== undefined) {
    out.assert('A-DAT-13')
    if (answered.externalId !== externalId)
      out.find({
        statement: 'A-DAT-13',
        side: 'server',
        expected: `the record has the externalId that was sent, ${externalId}`,
        actual: answered.externalId ?? 'null',
        exchanges: at,
      })
  }
}

function judgeUpdate({ observed, write, written, memory, out }: Scene, answered: Sighting): void {
  if (!write || (write.kind !== 'put' && write.kind !== 'patch') || !written || written.id !== answered.id) return
  // A write later in the same batch, or one that overlaps, may already show.
  if (observed.batch?.superseded || isDisturbed(written, observed, write.resource, memory)) return
  const { ref, answeredAt } = observed.moment
  const fields = answered.fields
  const differs = (statement: string, expected: string, name: string, exchanges: readonly string[]) =>
    out.suspect(written.key, answeredAt, {
      statement,
      side: 'server',
      expected,
      actual: `${name} is ${JSON.stringify(fields[name])}`,
      exchanges,
    })
  const replaced = replacedBy(written.versions, observed.moment, write)
  for (const name of texts) {
    if (write.kind === 'patch' && write.sent[name] === null) {
      out.assert('A-DAT-09')
      // Another client may have set a text anew before it was answered, but hardly the one that was to go.
      const kept = written.versions.find(
        (version) =>
          version.firm &&
          precedes(version.firm, observed.moment) &&
          typeof version.fields[name] === 'string' &&
          version.fields[name] !== '' &&
          version.fields[name] === fields[name],
      )
      if (kept || fields[name] === 'null')
        differs('A-DAT-09', `${name}, sent as null, has no value`, name, kept ? [kept.last.ref, ref] : [ref])
    }
    if (write.kind === 'patch' && replaced && !(name in write.sent) && name in replaced.fields && name in fields) {
      out.assert('A-DAT-07')
      if (replaced.fields[name] !== fields[name])
        differs('A-DAT-07', `${name}, which was not sent, stays ${JSON.stringify(replaced.fields[name])}`, name, [
          replaced.last.ref,
          ref,
        ])
    }
    const set = written.writes.findLast(
      (past) => precedes(past.moment, observed.moment) && past.write.outcome === 'done' && name in past.write.sent,
    )
    const value = set?.write.sent[name]
    if (write.kind === 'put' && !(name in write.sent) && set && typeof value === 'string' && value.length >= 8) {
      out.assert('A-DAT-05')
      if (fields[name] === value)
        differs(
          'A-DAT-05',
          `PUT replaces the whole record: ${name}, which was not sent, loses the value it had before`,
          name,
          [set.moment.ref, ref],
        )
    }
  }
}

/** The version that a write replaces, where its lock tells: nothing else had that lastChanged, and nothing newer was seen. */
function replacedBy(
  versions: readonly RecordVersion[],
  moment: Scene['observed']['moment'],
  write: NonNullable<Scene['write']>,
): RecordVersion | undefined {
  const newest = Math.max(0, ...versions.map(({ lastChanged }) => lastChanged))
  if (write.forced || write.lock !== newest) return undefined
  return versions.find(
    ({ lastChanged, first, settled, mixed }) =>
      lastChanged === write.lock && settled && !mixed && precedes(first, moment),
  )
}

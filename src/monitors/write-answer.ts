import type { Monitor, Scene } from './monitor.ts'
import { precedes } from './observed.ts'
import { isGuid, plainId, type Sighting } from './sighting.ts'

/** The clocks behind Date and lastChanged may differ by this much, in milliseconds. */
const clocks = 5 * 60_000

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

function judgeCreate({ observed, write, out }: Scene, answered: Sighting): void {
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
    if (plainId(id) !== answered.id)
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

function judgeUpdate({ observed, write, written, out }: Scene, answered: Sighting): void {
  if (!write || (write.kind !== 'put' && write.kind !== 'patch')) return
  const { ref } = observed.moment
  const fields = answered.fields
  const differs = (statement: string, expected: string, name: string, exchanges: readonly string[]) =>
    out.find({ statement, side: 'server', expected, actual: `${name} is ${JSON.stringify(fields[name])}`, exchanges })
  // The effect of a later write in the same batch, or of another client, may already be visible.
  const newest = Math.max(0, ...(written?.versions.map(({ lastChanged }) => lastChanged) ?? []))
  const before =
    write.forced || write.lock !== newest
      ? undefined
      : written?.versions.find(
          ({ lastChanged, first }) => lastChanged === write.lock && precedes(first, observed.moment),
        )
  for (const name of texts) {
    if (write.kind === 'patch' && write.sent[name] === null) {
      out.assert('A-DAT-09')
      if (typeof fields[name] === 'string' && fields[name] !== '')
        differs('A-DAT-09', `${name} was sent as null and has no value`, name, [ref])
    }
    if (write.kind === 'patch' && before && !(name in write.sent) && name in before.fields && name in fields) {
      out.assert('A-DAT-07')
      if (before.fields[name] !== fields[name])
        differs('A-DAT-07', `${name} was not sent and stays ${JSON.stringify(before.fields[name])}`, name, [
          before.last.ref,
          ref,
        ])
    }
    const set = written?.writes.findLast(
      (past) => precedes(past.moment, observed.moment) && past.write.outcome === 'done' && name in past.write.sent,
    )
    const value = set?.write.sent[name]
    if (write.kind === 'put' && !(name in write.sent) && set && typeof value === 'string' && value !== '') {
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

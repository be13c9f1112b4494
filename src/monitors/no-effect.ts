import type { Monitor, Scene } from './monitor.ts'
import { precedes } from './observed.ts'
import { plainId } from './sighting.ts'
import type { Past } from './memory.ts'
import { isSameRecord } from './same-record.ts'
import type { Write } from './write.ts'

/** Shorter texts may be what another client wrote by chance. */
const tellsAtLeast = 8

/**
 * What was refused by the lock (A-DAT-21), rolled back with its batch (A-BAT-08) or sent by a POST that may not update (A-DAT-12) does not
 * show afterwards. Only a text that nobody else was seen to write tells.
 */
export const noEffect: Monitor = {
  name: 'no-effect',
  statements: ['A-DAT-12', 'A-DAT-21', 'A-BAT-08'],
  see(scene) {
    ban(scene)
    const { observed, sightings, memory, out, write } = scene
    for (const { resource, id, fields } of sightings) {
      const known = memory.get(observed.place, resource, id)
      for (const { statement, field, value, past } of known?.banned ?? []) {
        if (!known || !precedes(past.moment, observed.moment) || observed.batch?.kept === 'no') continue
        if (past.moment.ref === observed.moment.ref) continue
        out.assert(statement)
        if (fields[field] !== value || known.writes.some((other) => wrote(other, past, field, value)) || (write && wrote({ write, moment: observed.moment }, past, field, value))) continue
        // What another client deleted may be created.
        if (statement === 'A-DAT-12' && !known.versions.some((version) => precedes(version.first, past.moment) && isSameRecord(version, fields, past.write.sent))) continue
        const why = { 'A-DAT-12': 'a POST does not change a stored record', 'A-DAT-21': 'a write refused by the lock changes nothing', 'A-BAT-08': 'a batch that failed changes nothing' }[statement]
        out.suspect(known.key, observed.moment.answeredAt, { statement, side: 'server', expected: why ?? '', actual: `${field} is what it sent: ${JSON.stringify(value)}`, exchanges: [past.moment.ref, observed.moment.ref] })
      }
    }
  },
}

const wrote = ({ write, moment }: Past, banned: Past, field: string, value: string): boolean =>
  moment.ref !== banned.moment.ref && write.outcome !== 'refused' && write.outcome !== 'undone' && write.sent[field] === value

function ban({ observed, write, written, sightings, memory }: Scene): void {
  if (!write) return
  const statement = ruleOf(write, written !== undefined && !written.deleted && written.versions.length > 0)
  if (statement === undefined) return
  const answeredId = write.outcome === 'undone' ? sightings[0]?.id : undefined
  const id = write.id ?? written?.id ?? answeredId
  if (id === undefined) return
  const known = written ?? memory.ensure(observed.place, write.resource, plainId(id))
  const past: Past = { write, moment: observed.moment }
  for (const [field, value] of Object.entries(write.sent)) {
    if (typeof value !== 'string' || value.length < tellsAtLeast || field === 'id' || /^<redacted:/.test(value)) continue
    if (known.versions.some(({ fields }) => fields[field] === value) || known.writes.some((other) => wrote(other, past, field, value))) continue
    if (known.banned.length < 8) known.banned.push({ statement, field, value, past })
  }
}

function ruleOf(write: Write, isStored: boolean): string | undefined {
  if (write.outcome === 'undone') return 'A-BAT-08'
  if (write.kind === 'create') return isStored && write.id !== undefined && !write.forced ? 'A-DAT-12' : undefined
  return write.outcome === 'refused' && write.error === 'CA-27' ? 'A-DAT-21' : undefined
}

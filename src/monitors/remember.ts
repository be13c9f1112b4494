import { endOf, mayHaveDone } from './doubt.ts'
import type { KnownRecord, Past } from './memory.ts'
import type { Scene } from './monitor.ts'
import { precedes } from './observed.ts'

/** Remembers what a scene shows, after all monitors have seen it. */
export function remember({ observed, sightings, write, written, memory }: Scene): void {
  const { batch, place, moment } = observed
  // What a transaction showed of itself is a version only where it was kept, and of each record the last.
  const isFinal = !batch || (batch.kept === 'yes' && !batch.superseded)
  const isNew =
    write?.kind === 'create' &&
    sightings.every(({ resource, id }) => !memory.get(place, resource, id)) &&
    (write.id === undefined || !memory.get(place, write.resource, write.id))
  if (isFinal)
    for (const sighting of sightings)
      memory.saw(memory.ensure(place, sighting.resource, sighting.id), sighting, observed, write?.outcome === 'done')
  if (!write) return
  const answered = sightings.length === 1 ? sightings[0] : undefined
  // A path may name one record and the body another: what comes of that is not shown (A-DAT-35).
  const isOther = write.id !== undefined && answered !== undefined && write.id !== answered.id
  const id = write.id ?? answered?.id ?? written?.id
  const past: Past = { write, moment, ...(answered && isFinal && !isOther ? { answered } : {}) }
  if (mayHaveDone(write)) {
    memory.sent(place, past)
    if (id === undefined || isOther) memory.stray(place, write.resource, endOf(past))
  }
  if (id === undefined) return
  const known = memory.ensure(place, write.resource, id)
  memory.wrote(known, past)
  if (!mayHaveDone(write)) return
  if (isNew && write.outcome === 'done') known.isMade = true
  // A POST updates nothing, unless it is forced (A-DAT-12, 33).
  if (
    (write.kind === 'create' ? isNew || write.forced : write.kind !== 'delete') &&
    past.answered?.lastChanged === undefined
  )
    known.isForeign = true
  if (isNew && past.answered?.lastChanged !== undefined) known.madeAt = past.answered.lastChanged
  if (write.kind === 'delete') known.goneBy = Math.max(known.goneBy ?? 0, endOf(past))
  // A record that is written again, or was being written meanwhile, may be there again.
  if (write.kind !== 'delete') delete known.deleted
  else if (write.outcome === 'done') noteDeletion(known, past)
}

function noteDeletion(known: KnownRecord, past: Past): void {
  const isAlone =
    (known.pastUntil ?? 0) < past.moment.sentAt &&
    known.writes.every(
      (other) =>
        other.write.kind === 'delete' ||
        !mayHaveDone(other.write) ||
        (other.write.outcome === 'done' ? precedes(other.moment, past.moment) : endOf(other) < past.moment.sentAt),
    )
  if (isAlone) known.deleted = past
  else delete known.deleted
}

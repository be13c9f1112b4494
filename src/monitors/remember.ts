import type { Scene } from './monitor.ts'
import type { Past } from './memory.ts'

/** Remembers what a scene shows, after all monitors have seen it. */
export function remember({ observed, sightings, write, written, memory }: Scene): void {
  const { batch, place } = observed
  // A response within a transaction is a version only if it was committed, and only the last one of each record.
  const isFinal = !batch || (batch.kept === 'yes' && !batch.superseded)
  if (isFinal)
    for (const sighting of sightings)
      memory.saw(memory.ensure(place, sighting.resource, sighting.id), sighting, observed)
  if (!write) return
  const answered = sightings.length === 1 ? sightings[0] : undefined
  const id = write.id ?? answered?.id ?? written?.id
  if (id === undefined) return
  const known = memory.ensure(place, write.resource, id)
  const past: Past = { write, moment: observed.moment, ...(answered && isFinal ? { answered } : {}) }
  memory.wrote(known, past)
  if (write.outcome !== 'done' && write.outcome !== 'unknown') return
  if (write.kind === 'delete' && write.outcome === 'done') known.deleted = past
  // A record that is written again may exist again.
  else if (write.kind !== 'delete') delete known.deleted
}

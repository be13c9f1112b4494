import type { Scene } from './monitor.ts'
import type { Past } from './memory.ts'

/** Takes into memory what a scene shows, after all monitors saw it. */
export function remember({ observed, sightings, write, written, memory }: Scene): void {
  const { batch, place } = observed
  // What a transaction showed of itself is a version only where it was kept, and of each record the last.
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
  // A record that is written again may be there again.
  else if (write.kind !== 'delete') delete known.deleted
}

import { isPrivate } from './doubt.ts'
import { listLag } from './list-lag.ts'
import type { Scene } from './monitor.ts'
import { clocks } from './observed.ts'
import type { Sighting } from './sighting.ts'

/**
 * A list may lag behind a change of what it goes by, though its rows show what is: the record is old enough, whatever clock Date is told by, or was
 * made in this traffic and never so changed.
 */
export function isSteady(
  { resource, id, lastChanged, fields }: Sighting,
  names: readonly string[],
  { observed, memory }: Scene,
): boolean {
  const date = Date.parse(observed.reading.responseHeader('date') ?? '')
  if (lastChanged !== undefined && date - lastChanged > listLag + clocks) return true
  const known = memory.get(observed.place, resource, id)
  const made = known?.writes.find(
    ({ write, answered }) => write.kind === 'create' && write.outcome === 'done' && answered !== undefined,
  )
  if (
    !known ||
    !made ||
    known.pastUntil !== undefined ||
    memory.strayUntil(observed.place, resource) >= made.moment.sentAt
  )
    return false
  return (
    known.writes.every(
      ({ write }) =>
        write.kind === 'create' ||
        !names.some((name) => name in write.sent || write.kind === 'put' || name.startsWith('lastChanged')),
    ) && known.versions.every((version) => names.every((name) => version.fields[name] === fields[name]))
  )
}

/**
 * Where a list by falling lastChanged contradicts itself though each row may stand where an earlier lastChanged of its record would put it: a record
 * never had one before it was made, and of what only this traffic wrote all are known. Position of the row that cannot stand there, or -1.
 */
export function misplaced(falling: readonly Sighting[], { observed, memory }: Scene): number {
  let most = Number.POSITIVE_INFINITY
  return falling.findIndex(({ resource, id, lastChanged }) => {
    const known = memory.get(observed.place, resource, id)
    if (lastChanged !== undefined && lastChanged <= most) most = lastChanged
    else if (known?.madeAt !== undefined && known.madeAt > most) return true
    else if (
      known?.madeAt !== undefined &&
      isPrivate(known) &&
      known.goneBy === undefined &&
      most < (known.changedAt ?? 0) &&
      memory.strayUntil(observed.place, resource) < 0
    )
      most = known.madeAt
    return false
  })
}

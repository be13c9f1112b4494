import type { Observed } from './observed.ts'
import { idKey, sightingsOf } from './sighting.ts'
import { writeIn } from './write.ts'

/** By which names a part of a batch speaks of its record, as far as it and its answer tell. */
interface Names {
  readonly ids: readonly string[]
  readonly externalIds: readonly string[] | undefined
}

/** Names of the writes behind a part. */
interface Later {
  readonly ids: Set<string>
  readonly externalIds: Set<string>
  /** Of those whose id is not told. */
  readonly externalIdsAlone: Set<string>
  writes: number
  nameless: number
}

/**
 * Parts behind which the same batch writes the same record, or one that may be the same: a record has one id, but the batch may call it by its
 * external id, too. Positions in the list given.
 */
export function supersededIn(parts: readonly Observed[]): ReadonlySet<number> {
  const superseded = new Set<number>()
  const byResource = new Map<string, Later>()
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at] as Observed
    const resource = part.reading.path('resourceName')
    if (resource === undefined) continue
    const later = byResource.get(resource) ?? {
      ids: new Set(),
      externalIds: new Set(),
      externalIdsAlone: new Set(),
      writes: 0,
      nameless: 0,
    }
    byResource.set(resource, later)
    const names = namesOf(part)
    if (names ? mayMeet(names, later) : later.writes > 0) superseded.add(at)
    if (names) note(names, later)
  }
  return superseded
}

/** undefined where it writes nothing. */
function namesOf(part: Observed): Names | undefined {
  const write = writeIn(part)
  if (!write) return undefined
  const answered = sightingsOf(part)
  const told = [write.externalId, write.sent['externalId'], ...answered.map(({ externalId }) => externalId)].filter(
    (one) => one !== undefined,
  )
  const ids = [
    write.id,
    typeof write.sent['id'] === 'string' ? idKey(write.sent['id']) : undefined,
    ...answered.map(({ id }) => id),
  ]
  return {
    ids: ids.filter((one) => one !== undefined),
    externalIds: told.length > 0 ? told.filter((one) => typeof one === 'string') : undefined,
  }
}

function mayMeet({ ids, externalIds }: Names, later: Later): boolean {
  if (ids.length === 0)
    return externalIds ? later.nameless > 0 || externalIds.some((one) => later.externalIds.has(one)) : later.writes > 0
  return (
    ids.some((id) => later.ids.has(id)) ||
    later.nameless > 0 ||
    (externalIds ? externalIds.some((one) => later.externalIdsAlone.has(one)) : later.externalIdsAlone.size > 0)
  )
}

function note({ ids, externalIds }: Names, later: Later): void {
  later.writes += 1
  for (const id of ids) later.ids.add(id)
  for (const one of externalIds ?? []) {
    later.externalIds.add(one)
    if (ids.length === 0) later.externalIdsAlone.add(one)
  }
  if (ids.length === 0 && !externalIds) later.nameless += 1
}

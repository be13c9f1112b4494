import { isDisturbed, mayHaveDone } from './doubt.ts'
import { callersFields, type RecordVersion } from './memory.ts'
import type { Monitor, Scene } from './monitor.ts'
import { isCached, isOfOne, precedes, wellBefore } from './observed.ts'

/** Clocks of the nodes of one cluster may differ by this much, in milliseconds. */
const skew = 2000

/** A write that changed something moves lastChanged forward (A-REC-15), and a read by id after it shows nothing older (A-DAT-05, 07). */
export const versionMoves: Monitor = {
  name: 'version-moves',
  side: 'server',
  statements: ['A-REC-15', 'A-DAT-05', 'A-DAT-07', 'A-DAT-15'],
  see(scene) {
    if (scene.write) judgeWrite(scene)
    else judgeRead(scene)
  },
}

function judgeWrite({ observed, sightings, write, written, memory, out }: Scene): void {
  if (
    !write ||
    !written ||
    write.outcome !== 'done' ||
    write.kind === 'create' ||
    write.kind === 'delete' ||
    observed.batch
  )
    return
  const answered = sightings.find(({ id }) => id === written.id)
  const before = written.versions.filter(({ firm }) => firm && wellBefore(firm, observed.moment)).at(-1)
  if (
    !answered ||
    answered.lastChanged === undefined ||
    !before ||
    isDisturbed(written, observed, write.resource, memory)
  )
    return
  const changed = callersFields.find((name) => {
    const value = write.sent[name]
    // A write that followed within the millisecond may have set the same already, of another client only where it was seen to be there no more.
    return (
      typeof value === 'string' &&
      answered.fields[name] === value &&
      name in before.fields &&
      before.fields[name] !== value &&
      !before.mixed &&
      (before.settled || value.length >= 8) &&
      !written.writes.some((past) => mayHaveDone(past.write) && past.write.sent[name] === value)
    )
  })
  if (answered.lastChanged === before.lastChanged) {
    // A write that changes no value may keep lastChanged.
    if (changed === undefined) return
    return out.suspect(written.key, observed.moment.answeredAt, {
      statement: 'A-REC-15',
      side: 'server',
      exchanges: [before.last.ref, observed.moment.ref],
      expected: 'each change moves lastChanged forward',
      actual: `${changed} changed, lastChanged is still ${before.lastChanged}`,
    })
  }
  out.assert('A-REC-15')
  if (answered.lastChanged < before.lastChanged - skew)
    out.suspect(written.key, observed.moment.answeredAt, {
      statement: 'A-REC-15',
      side: 'server',
      exchanges: [before.last.ref, observed.moment.ref],
      expected: `each write moves lastChanged forward, from ${before.lastChanged}`,
      actual: `lastChanged is ${answered.lastChanged}`,
    })
}

function judgeRead({ observed, sightings, memory, out }: Scene): void {
  const { moment, place } = observed
  if (!isOfOne(observed) || isCached(observed)) return
  for (const sighting of sightings) {
    const known = memory.get(place, sighting.resource, sighting.id)
    const last = known?.writes
      .filter(
        ({ write, answered, moment: at }) =>
          write.outcome === 'done' && answered?.lastChanged !== undefined && precedes(at, moment),
      )
      .at(-1)
    if (!known || !last || sighting.lastChanged === undefined) continue
    const { kind, externalId } = last.write
    const statement = externalId !== undefined ? 'A-DAT-15' : kind === 'put' ? 'A-DAT-05' : 'A-DAT-07'
    if (kind === 'create' || kind === 'delete') continue
    out.assert(statement)
    const old = known.versions.find(
      (version) => version.lastChanged === sighting.lastChanged && isBefore(version, last.moment),
    )
    if (
      !old ||
      old.lastChanged === last.answered?.lastChanged ||
      isDisturbed(known, { moment: last.moment, place }, sighting.resource, memory)
    )
      continue
    out.suspect(known.key, moment.answeredAt, {
      statement,
      side: 'server',
      exchanges: [old.last.ref, last.moment.ref, moment.ref],
      expected: `a read after a successful write shows its effect, lastChanged ${last.answered?.lastChanged}`,
      actual: `the earlier version, lastChanged ${sighting.lastChanged}`,
    })
  }
}

const isBefore = (version: RecordVersion, moment: Scene['observed']['moment']): boolean =>
  precedes(version.first, moment)

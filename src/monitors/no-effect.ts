import type { Monitor, Scene } from './monitor.ts'
import { precedes } from './observed.ts'
import { tellsAtLeast } from './recent.ts'
import { idKey } from './sighting.ts'
import { isObject } from '../exchange/json.ts'
import { isPlaceholder } from '../redact/placeholder.ts'
import { isPrivate, isThere, mayHaveDone } from './doubt.ts'
import type { Past, WriteWindow } from './memory.ts'
import { isSameRecord } from './same-record.ts'
import type { RecordWrite } from './write.ts'

/** Tolerance in milliseconds: Date has whole seconds only. */
const about = 1500
const bansAtMost = 8

/**
 * What was refused by the lock (A-DAT-21), rolled back with its batch (A-BAT-08) or sent by a POST that may not update (A-DAT-12) does not
 * show afterwards. Another client may write the same (it may be why the lock refused; two may have the same task): it tells only in a version of
 * that very time, of a record that nobody else is known to write. Whatever this traffic sends again, to whichever record, may show.
 */
export const noEffect: Monitor = {
  name: 'no-effect',
  side: 'server',
  statements: ['A-DAT-12', 'A-DAT-21', 'A-BAT-08'],
  see(scene) {
    ban(scene)
    const { observed, sightings, memory, out, write } = scene
    if (observed.batch?.kept === 'no') return
    for (const { resource, id, fields, lastChanged } of sightings) {
      const known = memory.get(observed.place, resource, id)
      for (const { statement, field, value, past, written } of known?.banned ?? []) {
        if (!known || lastChanged === undefined || !precedes(past.moment, observed.moment)) continue
        if (lastChanged !== written.not || fields[field] !== value) out.assert(statement)
        if (
          lastChanged === written.not ||
          fields[field] !== value ||
          lastChanged < written.from ||
          lastChanged > written.to ||
          (write && mayHaveDone(write) && write.sent[field] === value)
        )
          continue
        if (statement !== 'A-BAT-08' && !isPrivate(known)) continue
        // What was deleted meanwhile may be created.
        if (
          statement === 'A-DAT-12' &&
          past.write.outcome !== 'refused' &&
          !known.versions.some(
            (version) => precedes(version.first, past.moment) && isSameRecord(version, fields, past.write, past.moment),
          )
        )
          continue
        const why = {
          'A-DAT-12': 'a POST does not change a stored record',
          'A-DAT-21': 'a write refused by the lock changes nothing',
          'A-BAT-08': 'a failed transactional batch changes nothing',
        }[statement]
        out.suspect(known.key, observed.moment.answeredAt, {
          statement,
          side: 'server',
          expected: why ?? '',
          actual: `${field} has the value it sent: ${JSON.stringify(value)}`,
          exchanges: [past.moment.ref, observed.moment.ref],
        })
      }
    }
  },
}

function ban({ observed, write, written, sightings, memory }: Scene): void {
  if (!write) return
  const { place } = observed
  const statement = ruleOf(write, written !== undefined && isThere(written, observed, write.resource, memory))
  if (statement === undefined) return
  const time = timeOf({ observed, sightings, write })
  if (!time) return
  const answeredId = write.outcome === 'undone' ? sightings[0]?.id : undefined
  const id = write.id ?? written?.id ?? answeredId
  if (id === undefined) return
  const known = written ?? memory.ensure(place, write.resource, idKey(id))
  const past: Past = { write, moment: observed.moment }
  for (const [field, value] of Object.entries(write.sent)) {
    if (
      typeof value !== 'string' ||
      value.length < tellsAtLeast ||
      value.length > 200 ||
      field === 'id' ||
      isPlaceholder(value)
    )
      continue
    if (
      known.versions.some(({ fields }) => fields[field] === value) ||
      memory.wasSent(place, write.resource, field, value)
    )
      continue
    if (known.banned.length >= bansAtMost) continue
    known.banned = [...known.banned, { statement, field, value, past, written: time }]
    memory.bans(known)
  }
}

/** When a version was written that came of it all the same: as its own answer told, or about the time of the server's clock in it. */
function timeOf({
  observed,
  sightings,
  write,
}: Pick<Scene, 'observed' | 'sightings'> & { readonly write: RecordWrite }): WriteWindow | undefined {
  const told = sightings[0]?.lastChanged
  if (observed.batch && told !== undefined) return { from: told, to: told }
  // Another client may have had the same task, and done it where this batch failed.
  if (write.outcome === 'undone') return undefined
  const { reading, moment } = observed
  const date = Date.parse(reading.responseHeader('date') ?? observed.batch?.date ?? '')
  if (Number.isNaN(date)) return undefined
  const stored: unknown =
    isObject(reading.json) && Array.isArray(reading.json['values']) ? reading.json['values'][0] : undefined
  return {
    from: date - (moment.answeredAt - moment.sentAt) - about,
    to: date + about,
    ...(stored === undefined ? {} : { not: Number(stored) }),
  }
}

function ruleOf(write: RecordWrite, isStored: boolean): string | undefined {
  if (write.outcome === 'undone') return 'A-BAT-08'
  if (write.kind === 'create') return isStored && write.id !== undefined && !write.forced ? 'A-DAT-12' : undefined
  return write.outcome === 'refused' && write.error === 'CA-27' ? 'A-DAT-21' : undefined
}

import type { Monitor, Scene } from './monitor.ts'
import { precedes } from './observed.ts'
import { plainId } from './sighting.ts'
import { isObject } from '../exchange/json.ts'
import { isPlaceholder } from '../redact/placeholder.ts'
import type { Past, Written } from './memory.ts'
import { isSameRecord } from './same-record.ts'
import type { Write } from './write.ts'

/** Tolerance in milliseconds: Date has whole seconds only. */
const about = 1500
/** Shorter strings may be equal to another client's by chance. */
const tellsAtLeast = 8

/**
 * A write refused by the lock (A-DAT-21), rolled back with its batch (A-BAT-08), or a POST that must not update (A-DAT-12) does not
 * show afterwards. Another client may have written the same value (which may be why the lock refused), so only a version from that time counts.
 */
export const noEffect: Monitor = {
  name: 'no-effect',
  side: 'server',
  statements: ['A-DAT-12', 'A-DAT-21', 'A-BAT-08'],
  see(scene) {
    ban(scene)
    const { observed, sightings, memory, out, write } = scene
    for (const { resource, id, fields, lastChanged } of sightings) {
      const known = memory.get(observed.place, resource, id)
      for (const { statement, field, value, past, written } of known?.banned ?? []) {
        if (
          !known ||
          lastChanged === undefined ||
          lastChanged === written.not ||
          !precedes(past.moment, observed.moment) ||
          observed.batch?.kept === 'no'
        )
          continue
        if (past.moment.ref === observed.moment.ref) continue
        out.assert(statement)
        if (
          fields[field] !== value ||
          lastChanged < written.from ||
          lastChanged > written.to ||
          known.writes.some((other) => wrote(other, past, field, value)) ||
          (write && wrote({ write, moment: observed.moment }, past, field, value))
        )
          continue
        // Another client may have deleted the record, so that the POST created it.
        if (
          statement === 'A-DAT-12' &&
          !known.versions.some(
            (version) => precedes(version.first, past.moment) && isSameRecord(version, fields, past.write.sent),
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

const wrote = ({ write, moment }: Past, banned: Past, field: string, value: string): boolean =>
  moment.ref !== banned.moment.ref &&
  write.outcome !== 'refused' &&
  write.outcome !== 'undone' &&
  write.sent[field] === value

function ban({ observed, write, written, sightings, memory }: Scene): void {
  if (!write) return
  const statement = ruleOf(write, written !== undefined && !written.deleted && written.versions.length > 0)
  if (statement === undefined) return
  const time = timeOf({ observed, sightings })
  if (!time) return
  const answeredId = write.outcome === 'undone' ? sightings[0]?.id : undefined
  const id = write.id ?? written?.id ?? answeredId
  if (id === undefined) return
  const known = written ?? memory.ensure(observed.place, write.resource, plainId(id))
  const past: Past = { write, moment: observed.moment }
  for (const [field, value] of Object.entries(write.sent)) {
    if (typeof value !== 'string' || value.length < tellsAtLeast || field === 'id' || isPlaceholder(value)) continue
    if (
      known.versions.some(({ fields }) => fields[field] === value) ||
      known.writes.some((other) => wrote(other, past, field, value))
    )
      continue
    if (known.banned.length < 8) known.banned.push({ statement, field, value, past, written: time })
  }
}

/** When a version that came from the write anyway must have been written: as its response says, or about the server's Date. */
function timeOf({ observed, sightings }: Pick<Scene, 'observed' | 'sightings'>): Written | undefined {
  const told = sightings[0]?.lastChanged
  if (observed.batch && told !== undefined) return { from: told, to: told }
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

function ruleOf(write: Write, isStored: boolean): string | undefined {
  if (write.outcome === 'undone') return 'A-BAT-08'
  if (write.kind === 'create') return isStored && write.id !== undefined && !write.forced ? 'A-DAT-12' : undefined
  return write.outcome === 'refused' && write.error === 'CA-27' ? 'A-DAT-21' : undefined
}

import { isObject } from '../exchange/json.ts'
import { isThere } from './doubt.ts'
import type { MakeMonitor, Scene } from './monitor.ts'
import { wellBefore } from './observed.ts'
import type { Sighting } from './sighting.ts'

/** Others may have deleted what was read longer ago than this, in milliseconds, and the caller may have heard of it. */
const lately = 5 * 60_000
const shapesAtMost = 1000

/** What a cluster may add to an inlined object, so that callers need not send it. */
const added = /^(?:id|externalId|lastChanged|lastChangedBy|createDateTime|name|description|code)$/i

/** What callers owe to a record that is there: no update by POST (A-DAT-12), and inlined objects whole (A-REC-14). */
export const callerExisting: MakeMonitor = () => {
  /** By place, resource, version and field: what every inlined object had that was shown there. */
  const shapes = new Map<string, ReadonlySet<string>>()
  return {
    name: 'caller-existing',
    side: 'client',
    statements: ['A-DAT-12', 'A-REC-14'],
    see(scene) {
      const { observed, sightings, write, out } = scene
      const { place, moment, reading } = observed
      const version = reading.query('dtos') ?? ''
      judgePost(scene)
      // An expanded object or one with an external id shows more than is sent.
      const isPlain = reading.query('expand') === undefined && reading.query('useExternalIds') === undefined
      if (write?.kind === 'patch' || write?.kind === 'put')
        for (const [field, objects] of inlinedIn(write.sent)) {
          const shown = shapes.get(`${place} ${write.resource} ${version} ${field}`)
          if (!shown || objects.length === 0) continue
          out.assert('A-REC-14')
          const lacking = [...shown].find((name) => objects.some((object) => !(name in object)))
          if (lacking !== undefined)
            out.find({
              statement: 'A-REC-14',
              side: 'client',
              expected: `all fields of the inlined objects in ${field} are sent`,
              actual: `one without ${lacking}`,
              exchanges: [moment.ref],
            })
        }
      if (!write && isPlain)
        for (const sighting of sightings) learn(`${place} ${sighting.resource} ${version}`, sighting)
    },
  }

  function learn(of: string, { fields }: Sighting): void {
    for (const [field, objects] of inlinedIn(fields))
      for (const object of objects) {
        const names = Object.keys(object).filter((name) => object[name] !== null && !added.test(name))
        const key = `${of} ${field}`
        const known = shapes.get(key)
        shapes.set(key, new Set(known ? names.filter((name) => known.has(name)) : names))
        if (shapes.size > shapesAtMost) shapes.delete(shapes.keys().next().value as string)
      }
  }
}

/** The objects that the documents call inlined: user-defined values, and the reference of an object to another. */
function inlinedIn(fields: Readonly<Record<string, unknown>>) {
  return ['udfValues', 'object'].flatMap((field) => {
    const value = fields[field]
    const objects = (Array.isArray(value) ? value : [value]).filter(isObject)
    return value === undefined ? [] : [[field, objects] as const]
  })
}

/** A caller that just read a record and posts its id with the lastChanged that it read means to change it. */
function judgePost({ observed, write, written, memory, out }: Scene): void {
  if (write?.kind !== 'create' || write.id === undefined || write.forced) return
  out.assert('A-DAT-12')
  const version = written?.versions.at(-1)
  if (!written || !version?.firm || version.lastChanged !== write.lock || written.deleted) return
  if (!wellBefore(version.firm, observed.moment) || !isThere(written, observed, write.resource, memory)) return
  if (observed.moment.sentAt - version.last.answeredAt > lately) return
  out.find({
    statement: 'A-DAT-12',
    side: 'client',
    expected: 'a record that is there is changed by PUT or PATCH',
    actual: 'a POST of its id with the lastChanged that was received',
    exchanges: [version.last.ref, observed.moment.ref],
  })
}

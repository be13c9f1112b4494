import { listLag } from './list-lag.ts'
import type { Monitor } from './monitor.ts'
import { isCached, isOfOne, precedes, wellBefore } from './observed.ts'

/**
 * A deleted record is gone (A-DAT-10, A-DAT-16): what is read afterwards is no version from before. Another client may have made it anew, and
 * that within the millisecond of its last change; an external id may have passed to another record before it was deleted by it.
 */
export const deletedLives: Monitor = {
  name: 'deleted-lives',
  side: 'server',
  statements: ['A-DAT-10', 'A-DAT-16'],
  see({ observed, sightings, write, memory, out }) {
    if (write || isCached(observed)) return
    const isOne = isOfOne(observed)
    for (const { resource, id, lastChanged } of sightings) {
      const known = memory.get(observed.place, resource, id)
      const deleted = known?.deleted
      if (!deleted || lastChanged === undefined || !precedes(deleted.moment, observed.moment)) continue
      if (!isOne && observed.moment.sentAt - deleted.moment.answeredAt < listLag) continue
      if (memory.strayUntil(observed.place, resource) >= deleted.moment.sentAt) continue
      const version = known.versions.find(
        (one) => one.lastChanged === lastChanged && wellBefore(one.first, deleted.moment),
      )
      const { externalId } = deleted.write
      if (!version || (externalId !== undefined && (version.mixed || version.externalId !== externalId))) continue
      const statement = externalId === undefined ? 'A-DAT-10' : 'A-DAT-16'
      out.suspect(known.key, observed.moment.answeredAt, {
        statement,
        side: 'server',
        expected: 'a deleted record is gone',
        actual: `it is still returned, with lastChanged ${lastChanged} from before the deletion`,
        exchanges: [version.last.ref, deleted.moment.ref, observed.moment.ref],
      })
    }
    if (sightings.length > 0 || !isOne || observed.status === 0) return
    const id = observed.reading.path('resourceId')
    const gone = memory.about(
      observed.place,
      observed.reading.path('resourceName') ?? '',
      id,
      observed.reading.path('externalId'),
    )?.deleted
    if (gone && precedes(gone.moment, observed.moment))
      out.assert(gone.write.externalId === undefined ? 'A-DAT-10' : 'A-DAT-16')
  },
}

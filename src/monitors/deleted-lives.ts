import { listLag } from './list-lag.ts'
import type { Monitor } from './monitor.ts'
import { isOfOne, precedes } from './observed.ts'

/** A deleted record is gone (A-DAT-10, A-DAT-16): later reads show no version from before. Another client may have recreated it. */
export const deletedLives: Monitor = {
  name: 'deleted-lives',
  side: 'server',
  statements: ['A-DAT-10', 'A-DAT-16'],
  see({ observed, sightings, write, memory, out }) {
    if (write) return
    const isOne = isOfOne(observed)
    for (const { resource, id, lastChanged } of sightings) {
      const known = memory.get(observed.place, resource, id)
      const deleted = known?.deleted
      if (!deleted || lastChanged === undefined || !precedes(deleted.moment, observed.moment)) continue
      if (!isOne && observed.moment.sentAt - deleted.moment.answeredAt < listLag) continue
      const version = known.versions.find(
        (one) => one.lastChanged === lastChanged && precedes(one.first, deleted.moment),
      )
      if (!version) continue
      const statement = deleted.write.externalId === undefined ? 'A-DAT-10' : 'A-DAT-16'
      out.find({
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

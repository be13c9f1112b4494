import { isObject } from '../exchange/json.ts'
import type { MakeMonitor } from './monitor.ts'
import { isDisturbed } from './doubt.ts'
import { isCached, isOfOne, precedes, type Moment } from './observed.ts'

/** A refusal by the lock must not contradict its own request (A-DAT-20, 22, 23) or what was read before and after it. */
export const lockRefusal: MakeMonitor = () => {
  const told = new Map<string, { readonly stored: number; readonly moment: Moment; readonly externalId?: string }>()
  return {
    name: 'lock-refusal',
    side: 'server',
    statements: ['A-DAT-20', 'A-DAT-22', 'A-DAT-23'],
    see({ observed, sightings, write, written, memory, out }) {
      const { moment, place, reading } = observed
      if (write && write.kind !== 'create' && observed.status === 409 && write.error === 'CA-27') {
        const statement = write.kind === 'delete' ? 'A-DAT-23' : 'A-DAT-22'
        const flag = write.kind === 'delete' ? 'forceDelete' : 'forceUpdate'
        if (reading.query(flag)?.toLowerCase() === 'true')
          return out.find({
            statement,
            side: 'server',
            expected: `a write with ${flag}=true is not refused by the lock`,
            actual: 'status 409 with CA-27',
            exchanges: [moment.ref],
          })
        const stored = storedIn(reading.json)
        if (stored === undefined) return
        // Of writes that overlap, one may be refused although both tell the same: the other may be of the very millisecond.
        if (write.lock === stored && written && isDisturbed(written, observed, write.resource, memory)) return
        if (write.lock === stored) {
          out.find({
            statement: 'A-DAT-20',
            side: 'server',
            expected: 'only a lastChanged that differs from the stored one is refused',
            actual: `CA-27 reports ${stored} as stored, which is what was sent`,
            exchanges: [moment.ref],
          })
        } else if (written && !observed.batch?.transactional) {
          // Not within a transaction: what is stored there may be taken back with it.
          told.set(written.key, {
            stored,
            moment,
            ...(write.externalId === undefined ? {} : { externalId: write.externalId }),
          })
          if (told.size > 1000) told.delete(told.keys().next().value as string)
        }
        return
      }
      if (write?.forced && write.outcome === 'done' && written && write.kind !== 'create')
        out.assert(write.kind === 'delete' ? 'A-DAT-23' : 'A-DAT-22')
      // A list may lag, a cache may keep, and what a transaction shows of itself may be taken back.
      if (isCached(observed) || !(isOfOne(observed) || write) || (observed.batch && observed.batch.kept !== 'yes'))
        return
      for (const { resource, id, lastChanged } of sightings) {
        const known = lastChanged === undefined ? undefined : memory.get(place, resource, id)
        const refusal = known && told.get(known.key)
        if (!refusal || !precedes(refusal.moment, moment)) continue
        const kept = known.versions.find(
          (version) =>
            version.lastChanged === lastChanged && version.firm !== undefined && precedes(version.firm, refusal.moment),
        )
        told.delete(known.key)
        // The same version before and after: it was the stored one in between, and with it its external id.
        if (!kept || (refusal.externalId !== undefined && (kept.mixed || kept.externalId !== refusal.externalId)))
          continue
        out.assert('A-DAT-20')
        if (refusal.stored !== lastChanged)
          out.find({
            statement: 'A-DAT-20',
            side: 'server',
            expected: `CA-27 has the stored lastChanged ${lastChanged} first in values`,
            actual: `${refusal.stored}`,
            exchanges: [kept.first.ref, refusal.moment.ref, moment.ref],
          })
      }
    },
  }
}

function storedIn(body: unknown): number | undefined {
  const first: unknown = isObject(body) && Array.isArray(body['values']) ? body['values'][0] : undefined
  const value = typeof first === 'string' && /^\d+$/.test(first) ? Number(first) : first
  return typeof value === 'number' ? value : undefined
}

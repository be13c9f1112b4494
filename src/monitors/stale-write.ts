import type { Monitor } from './monitor.ts'
import { precedes } from './observed.ts'
import { isSameRecord } from './same-record.ts'

const day = 24 * 3_600_000

/**
 * A write with an outdated lastChanged is refused (A-DAT-20). A value that was never seen may come from another client, and an
 * update may recreate what another client deleted: it is a breach only if the response still shows the same record.
 */
export const staleWrite: Monitor = {
  name: 'stale-write',
  side: 'server',
  statements: ['A-DAT-20'],
  see({ observed, sightings, write, written, out }) {
    if (
      !write ||
      !written ||
      write.kind === 'create' ||
      write.lock === undefined ||
      write.forced ||
      observed.batch?.superseded
    )
      return
    const lock = write.lock
    const before = written.versions.filter(({ first }) => precedes(first, observed.moment))
    const newest = before.at(-1)
    if (!newest || newest.lastChanged <= lock) return
    const outdated = before.find(({ lastChanged }) => lastChanged === lock)
    if (
      outdated
        ? !precedes(outdated.first, newest.first)
        : lock > Math.min(...before.map(({ lastChanged }) => lastChanged)) - day
    )
      return
    if (write.outcome === 'refused') {
      out.assert('A-DAT-20')
      if (observed.status === 409 && write.error !== 'CA-27')
        out.find({
          statement: 'A-DAT-20',
          side: 'server',
          expected: 'a write with an outdated lastChanged is refused with error CA-27',
          actual: `409 with error ${write.error ?? 'none'}`,
          exchanges: [newest.last.ref, observed.moment.ref],
        })
      return
    }
    if (write.outcome !== 'done') return
    const answered = sightings.find(({ id }) => id === written.id)
    if (write.kind !== 'delete' && !(answered && isSameRecord(newest, answered.fields, write.sent))) return
    out.find({
      statement: 'A-DAT-20',
      side: 'server',
      exchanges: [newest.last.ref, observed.moment.ref],
      expected: `a write with lastChanged ${lock} is refused with 409 and CA-27, since the record was at ${newest.lastChanged}`,
      actual: `status ${observed.status}`,
    })
  },
}

import { wasJustSeen } from './doubt.ts'
import type { RecordVersion } from './memory.ts'
import type { Monitor } from './monitor.ts'
import { precedes } from './observed.ts'
import { isSameRecord } from './same-record.ts'

const day = 24 * 3_600_000

/**
 * A write that carries an outdated lastChanged is refused (A-DAT-20). A value that was never seen may be one that another client made, and an
 * update may create what another client deleted: it is a breach only where the answer still shows the record as it was. What answers the deletion
 * of what is not there any more is not shown: it tells only where the record was seen just before.
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
    const { lock } = write
    const { moment } = observed
    // A list may lag, a cache may keep: what they show may have passed already.
    const before = written.versions.filter(
      (version): version is Firm => version.firm !== undefined && precedes(version.firm, moment),
    )
    const newest = before.at(-1)
    if (!newest || newest.lastChanged <= lock) return
    const outdated = before.find(({ lastChanged }) => lastChanged === lock)
    if (
      outdated
        ? !precedes(outdated.firm, newest.firm)
        : lock > Math.min(...before.map(({ lastChanged }) => lastChanged)) - day
    )
      return
    const isJustSeen = write.externalId === undefined && wasJustSeen(newest, moment)
    if (write.outcome === 'refused') {
      // What is not done since another part failed may have any status but a 2xx (A-BAT-19), and any error with it.
      if (observed.batch?.transactional) return
      out.assert('A-DAT-20')
      // Of several rules that a write breaks, which one refuses it is not stated.
      if (observed.status === 409 && write.error !== 'CA-27' && isJustSeen && breaksNoOther(write.sent))
        out.find({
          statement: 'A-DAT-20',
          side: 'server',
          expected: 'a write with an outdated lastChanged is refused with error CA-27',
          actual: `409 with error ${write.error ?? 'none'}`,
          exchanges: [newest.last.ref, moment.ref],
        })
      return
    }
    if (write.outcome !== 'done') return
    const answered = sightings.find(({ id }) => id === written.id)
    if (write.kind === 'delete' ? !isJustSeen : !(answered && isSameRecord(newest, answered.fields, write, moment)))
      return
    out.suspect(written.key, moment.answeredAt, {
      statement: 'A-DAT-20',
      side: 'server',
      exchanges: [newest.last.ref, moment.ref],
      expected: `a write with lastChanged ${lock} is refused with 409 and CA-27, for the record had been at ${newest.lastChanged}`,
      actual: `status ${observed.status}`,
    })
  },
}

/** A change of texts that may be any: what another rule says of other fields, or of a change of none, is not stated. */
function breaksNoOther({ lastChanged: _lock, id: _id, ...fields }: Readonly<Record<string, unknown>>): boolean {
  const changes = Object.entries(fields)
  return (
    changes.length > 0 &&
    changes.every(([name, value]) => (name === 'subject' || name === 'remarks') && typeof value === 'string')
  )
}

type Firm = RecordVersion & { readonly firm: NonNullable<RecordVersion['firm']> }

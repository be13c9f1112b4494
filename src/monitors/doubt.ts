import type { KnownRecord, Memory, Past, RecordVersion } from './memory.ts'
import { precedes, sameExchange, type Moment, type Observed } from './observed.ts'
import type { RecordWrite } from './write.ts'

/** What was not answered, or not so that it tells, may still take effect after this time, in milliseconds. */
const late = 5 * 60_000

/** When what a write does was done for certain. */
export const endOf = ({ write, moment }: Past): number => moment.answeredAt + (write.outcome === 'unknown' ? late : 0)

export const mayHaveDone = ({ outcome }: RecordWrite): boolean => outcome === 'done' || outcome === 'unknown'

/** Whether another write of this traffic to the record may have taken effect while this one, or this look at it, was under way. */
export function isDisturbed(
  known: KnownRecord,
  { moment, place }: Pick<Observed, 'moment' | 'place'>,
  resource: string,
  memory: Memory,
): boolean {
  if ((known.pastUntil ?? 0) >= moment.sentAt || memory.strayUntil(place, resource) >= moment.sentAt) return true
  return known.writes.some(
    (past) =>
      mayHaveDone(past.write) &&
      past.moment.ref !== moment.ref &&
      past.moment.sentAt <= moment.answeredAt &&
      endOf(past) >= moment.sentAt &&
      !(
        past.write.outcome === 'done' &&
        sameExchange(past.moment.ref) === sameExchange(moment.ref) &&
        precedes(past.moment, moment)
      ),
  )
}

/** Everything seen of it came of this traffic: no other client is known to touch it. */
export const isPrivate = ({ isMade, isForeign, versions }: KnownRecord): boolean =>
  isMade === true && isForeign !== true && versions.every(({ own }) => own)

/** Nothing of this traffic can have deleted it since it was last seen. */
export const isThere = (known: KnownRecord, { place, moment }: Observed, resource: string, memory: Memory): boolean =>
  known.present !== undefined &&
  precedes(known.present, moment) &&
  (known.goneBy ?? 0) < known.present.sentAt &&
  memory.strayUntil(place, resource) < known.present.sentAt

/** How a record that another client deleted answers is not shown: it is hardly so between two requests that follow each other this closely, in milliseconds. */
const shortly = 10_000

export const wasJustSeen = ({ firm, last }: RecordVersion, moment: Moment): boolean =>
  firm !== undefined && precedes(last, moment) && moment.sentAt - last.answeredAt <= shortly

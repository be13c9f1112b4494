import type { Session } from '../session/session.ts'

/** What was seen of what is left alone, and how long it was left. */
export interface Watch<Seen> {
  readonly patienceMs: number
  /** The check for whose failure it was begun. */
  readonly check: string
  readonly saw: Promise<Seen | undefined>
}

const atLeastMs = 500
const atMostMs = 3000
/** A process that was quick once may take so many times as long the next time. */
const slower = 4

/**
 * The watch that tells whether others had a hand in what failed: the last one where it was patient enough, else a new one. Nothing that the run
 * made is older than the run, so what others did to it they do within its age: the watch of a run of one check may be short. The tries that confirm
 * a failure make the run older; it is the first that others must not have caused.
 */
export function watched<Seen>(
  last: Watch<Seen> | undefined,
  check: string,
  session: Session,
  look: (patienceMs: number) => Promise<Seen | undefined>,
): Watch<Seen> {
  const patienceMs = Math.min(atMostMs, Math.max(atLeastMs, slower * session.agedMs()))
  if (last && (last.patienceMs >= patienceMs || last.check === check)) return last
  return { patienceMs, check, saw: look(patienceMs) }
}

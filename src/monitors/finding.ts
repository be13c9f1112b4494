import type { Observed } from './observed.ts'

export interface MonitorFinding {
  readonly statement: string
  readonly expected: string
  readonly actual: string
  readonly side: 'server' | 'client'
  /** The exchanges that show it; the one that completes the proof is last. */
  readonly exchanges: readonly string[]
  /** What real systems are known to do instead. */
  readonly seenInTheWild?: string
}

/** The output of a monitor. */
export interface Out {
  /** This statement was checked, whether it held or not. */
  assert(statement: string): void
  /** ... of the caller, by a rule that is no monitor. */
  assertOfCaller(statement: string): void
  find(finding: MonitorFinding): void
  /** A finding that is dropped if a write to the same record appears later that began before the last exchange ended. */
  suspect(record: string, until: number, finding: MonitorFinding): void
  /** ... if an exchange that excuses it appears later that began before then. */
  suspectUnless(excuses: (observed: Observed) => boolean, until: number, finding: MonitorFinding): void
}

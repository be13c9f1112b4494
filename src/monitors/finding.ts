export interface MonitorFinding {
  readonly statement: string
  readonly expected: string
  readonly actual: string
  readonly side: 'server' | 'client'
  /** The exchanges that show it, the one that completes it last. */
  readonly exchanges: readonly string[]
}

/** What a monitor has to say. */
export interface Out {
  /** This statement was looked at and held, or else is found broken. */
  assert(statement: string): void
  find(finding: MonitorFinding): void
  /** A finding that a write to the same record, listed later but begun before the last exchange ended, would take back. */
  suspect(record: string, until: number, finding: MonitorFinding): void
}

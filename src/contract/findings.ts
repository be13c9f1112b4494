export interface ContractFinding {
  readonly statement: string
  readonly expected: string
  readonly actual: string
  readonly side: 'server' | 'client'
  /** Path within the body, arrays as `[]`. */
  readonly path?: string
  /** The parameter that is absent. */
  readonly parameter?: string
  /** It is of a property that no document names. */
  readonly further?: true
  /** What real systems are known to do instead: the finding is a warning. */
  readonly seenInTheWild?: string
}

export interface Inspection {
  readonly operation?: string
  readonly interface?: string
  /** Statements that the answer was judged by. */
  readonly asserted: readonly string[]
  /** Statements that the request was judged by. */
  readonly asked: readonly string[]
  readonly findings: readonly ContractFinding[]
}

/** Collects the findings of one inspection, each cause once. */
export interface Findings {
  readonly asserted: Set<string>
  readonly found: ContractFinding[]
  assert(statement: string | undefined): void
  find(finding: ContractFinding): void
}

export function collectFindings(): Findings {
  const asserted = new Set<string>()
  const found: ContractFinding[] = []
  return {
    asserted,
    found,
    assert(statement) {
      if (statement !== undefined) asserted.add(statement)
    },
    find(finding) {
      asserted.add(finding.statement)
      const same = found.some(
        ({ statement, expected, side }) =>
          statement === finding.statement && expected === finding.expected && side === finding.side,
      )
      if (!same) found.push(finding)
    },
  }
}

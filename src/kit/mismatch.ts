import type { Exchange } from '../exchange/exchange.ts'
import type { DifferingPart } from '../verdict/differing-part.ts'
import type { Requirement } from './requirements.ts'

/** What a matcher returns where the rule does not hold; undefined where it does. */
export interface Mismatch {
  readonly expected: string
  readonly actual: string
  /** The places that differ, where the matcher can name them. */
  readonly differs?: readonly DifferingPart[]
  /** Exchanges that show it; those read last unless given. */
  readonly exchanges?: readonly Exchange[]
  /** The line of the in-the-wild table that tells of such systems: the finding becomes a warning. */
  readonly seenInTheWild?: string
  /** Seeing it once is proof (two winners of a race, say): it is published without being repeated. */
  readonly selfCertifying?: true
}

/** A mismatch as it is thrown: the host of the check completes it to a finding. */
export class Breach extends Error {
  override readonly name = 'Breach'
  readonly mismatch: Mismatch
  /** The requirement that is broken, if it is not the check's own (a setup step). */
  readonly relied?: string
  readonly trace?: unknown
  /** Which of several requirements is broken, where one body judges them; a check is of one requirement whatever this says. */
  readonly broken?: Requirement
  constructor(mismatch: Mismatch, more: { relied?: string; trace?: unknown; broken?: Requirement } = {}) {
    super(`expected ${mismatch.expected}; got ${mismatch.actual}`)
    this.mismatch = mismatch
    this.relied = more.relied
    this.trace = more.trace
    this.broken = more.broken
  }
}

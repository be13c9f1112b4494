import type { Arbitrary } from 'fast-check'
import type { Replay } from './finding-file.ts'
import type { Breach, Context, FastCheck, Requirement } from '../kit/index.ts'

/** What a fuzzer searches with: how cases are drawn, tried, told apart and made smaller. Ground is what cases stand on. */
export interface Game<Case, Ground> {
  readonly name: Replay['fuzz']
  draw(fc: FastCheck): Arbitrary<Case>
  /** Made once for the search, and again for each confirmation: its name space is fresh. */
  prepare(context: Context): Promise<Ground>
  /** Throws a Breach where a rule is broken. */
  hold(context: Context, ground: Ground, one: Case): Promise<void>
  /** Smaller cases, the smallest first. */
  smaller(one: Case): readonly Case[]
  /** Findings of one cause are one finding. */
  cause(one: Case): string
  /** That this breach broke. */
  requirement(one: Case, breach: Breach): Requirement
  /** The case as a reader would write it. */
  told(one: Case, ground: Ground): string
  /** What a replay file holds beside the case. */
  evidence(one: Case, ground: Ground, breach: Breach): Readonly<Record<string, unknown>>
}

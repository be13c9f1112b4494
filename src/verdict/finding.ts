import type { DifferingPart } from './differing-part.ts'
import type { Level } from './level.ts'

/** A breach of one requirement, as a tired engineer should read it. */
export interface Finding {
  /** The statement of the documents that is broken, such as A-DAT-20. */
  readonly statement: string
  /** That statement in one sentence of our own. */
  readonly sentence: string
  readonly level: Level
  /** Requirement slug with its interface, such as data/stale-lock-refused. */
  readonly requirement: string
  /** The rule in one sentence (the requirement's own wording). */
  readonly rule: string
  readonly expected: string
  readonly actual: string
  /** The places that differ, where they can be named. */
  readonly differs?: readonly DifferingPart[]
  /** What it looks like from outside, free of ids, times, counts and values: findings with one symptom have one cause. See symptomOf. */
  readonly symptom: string
  /** The operation whose answer shows it, such as data/create. */
  readonly operation?: string
  /** Set if the caller is at fault, not the target. */
  readonly side?: 'client'
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[]
  /** The command that runs just this check again. */
  readonly rerun: string
  /** Set if cases that a seed drew found it: those of another seed may show nothing. */
  readonly drawn?: true
  /** Independent of ids, times, ports and tags: baselines and histories identify findings by it. */
  readonly fingerprint: string
  /** Set if in-the-wild tolerance applies: real systems are known to differ, so it is a warning. */
  readonly seenInTheWild?: string
  /** Resolved trace of a property or state machine: replays without the generator. */
  readonly trace?: unknown
}

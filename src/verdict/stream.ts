import type { Level } from './level.ts'
import type { BaselineEntry, Tries } from './baseline.ts'
import type { Gate } from './exit-code.ts'
import type { Finding } from './finding.ts'
import type { StateMatrix } from './state-matrix.ts'

/** The verdicts a check can get; design words, see docs/verdicts.md. */
export const verdictWords = [
  'pass',
  'fail',
  'warn',
  'observed',
  'not-applicable',
  'blocked',
  'not-exercised',
  'known',
  'stale',
  'kit-error',
] as const
export type VerdictWord = (typeof verdictWords)[number]

/** What a report needs to know of a planned check without asking the suites. */
export interface PlannedCheck {
  readonly id: string
  readonly interface: string
  readonly requirement: string
  readonly level: Level
  readonly says: string
  readonly sources: readonly string[]
  /** Whom it binds, if not the server. */
  readonly side?: 'client'
  /** What it needs of the target, as a target file names it under `has` and `lacks`. */
  readonly needs?: readonly string[]
  /** Newer than the frozen set that the run is judged by: never red. */
  readonly outside?: true
}

/** Of a recording: whose findings count for the exit code. */
export type CountedSide = 'both' | 'client' | 'server'

export interface Verdict {
  readonly check: string
  readonly requirement: string
  readonly is: VerdictWord
  readonly findings: readonly Finding[]
  /** One line per exchange (or observation) that a pass is based on. */
  readonly saw?: readonly string[]
  /** Why a check is blocked, not applicable, known, stale or intermittent. */
  readonly because?: string
  /** Blocked because the run ended before it. */
  readonly leftOut?: true
  /** Findings that the baseline knows, if there are others beside them. */
  readonly known?: ReadonlyArray<Pick<Finding, 'fingerprint' | 'symptom'>>
  /** Entries of the baseline that nothing in this part of a run excuses itself by: another part may. */
  readonly listed?: ReadonlyArray<Pick<BaselineEntry, 'check' | 'finding' | 'cause' | 'owner'>>
  /** How often it failed when it was tried again, if it was. */
  readonly tries?: Tries
  readonly ms: number
}

/** An exchange as reports show it: redacted, bodies as text, long bodies truncated. */
export interface ReportedExchange {
  readonly id: string
  readonly check: string
  readonly method: string
  readonly url: string
  readonly requestHeaders: ReadonlyArray<readonly [string, string]>
  readonly requestBody?: string
  readonly status?: number
  readonly responseHeaders?: ReadonlyArray<readonly [string, string]>
  readonly responseBody?: string
  readonly failure?: string
  /** ISO time at which it was sent; absent in streams of earlier versions. */
  readonly at?: string
  readonly ms: number
  /** A curl line that repeats it; the token is read from a variable. */
  readonly curl: string
}

/** When requests were sent, and how long each operation took to answer. */
export interface TrafficTimes {
  readonly stepMs: number
  /** Requests sent in each step from the first on. */
  readonly requests: readonly number[]
  /** What was waited for on purpose in each step, the waits of all checks added up. */
  readonly waitedMs: readonly number[]
  readonly operations: ReadonlyArray<{
    readonly operation: string
    readonly requests: number
    /** Of these, without a complete answer; the times are of the others. */
    readonly unanswered: number
    readonly medianMs: number
    /** Nine of ten took at most so long. */
    readonly slowTenthMs: number
    readonly mostMs: number
  }>
}

/** A run in a history, in figures. */
export interface TrendPoint {
  readonly at: string
  readonly exitCode: number
  readonly passed: number
  readonly failed: number
  readonly warned: number
  readonly blocked: number
}

export type Counts = Record<VerdictWord, number>

/** What several findings and blocked checks come from, as far as their likeness tells. */
export interface Cause {
  /** The symptom of its clearest finding, or the reason of its blocked checks: free of ids, times, counts and seeds. */
  readonly id: string
  /** The check that shows it most clearly, and the fingerprint of that finding. */
  readonly check: string
  readonly finding?: string
  /** All symptoms of it, the most common first. */
  readonly symptoms: readonly string[]
  readonly failed: readonly string[]
  readonly blocked: readonly string[]
  /** Checks that only warn. */
  readonly warned: readonly string[]
  /** What to declare under `lacks` in the target file, where the target seems not to have it at all. */
  readonly lacks?: { readonly need: string; readonly because: string }
  /** The key of the target file that seems to lead to a wrong address, where no target can lack what is there. */
  readonly address?: string
}

/** What is different from earlier runs against the same target. */
export interface HistoryNews {
  readonly runs: number
  /** When the last of them started. */
  readonly last: string
  /** Checks that fail and did not when they were last judged. */
  readonly news: readonly string[]
  /** Checks that fail and that no earlier run judged; absent in streams of earlier versions. */
  readonly first?: readonly string[]
  readonly fixed: readonly string[]
  readonly still: ReadonlyArray<{ readonly check: string; readonly since: string }>
  /** Failing by turns: in so many of its last runs, or of the tries of this one. */
  readonly flaky: ReadonlyArray<Tries & { readonly check: string }>
  /** Observed for the first time. */
  readonly observed: readonly string[]
  /** Observed otherwise than before. */
  readonly changed: ReadonlyArray<{ readonly check: string; readonly before: string; readonly now: string }>
  /** The last runs, oldest first, this one included; absent in streams of earlier versions. */
  readonly trend?: readonly TrendPoint[]
}

/** What a run did not find right, by check (not exercised: it did not come to it), and what repeating that takes. */
export interface LeftRed {
  readonly seed: number
  readonly checks: Readonly<Record<string, VerdictWord>>
  readonly drivers: readonly string[]
  /** Of which it was, such as 1/3. */
  readonly shard?: string
  /** How it ended, if not with 0: it may be red although no check is. */
  readonly ended?: { readonly exitCode: number; readonly said: string }
}

/** `looked` where a check that the entry is about was judged. */
export interface UnusedEntry {
  readonly entry: Pick<BaselineEntry, 'check' | 'finding' | 'cause' | 'owner' | 'expires'>
  readonly expired: boolean
  readonly looked: boolean
}

/** One line of report.jsonl. Readers ignore kinds that they do not know. */
export type StreamRecord =
  | {
      readonly plan: {
        readonly kit: string
        readonly target: string
        /** The target file, or the recording, as the user named it; absent where there is none. */
        readonly file?: string
        readonly seed: number
        readonly started: string
        readonly checks: readonly PlannedCheck[]
        readonly shard?: string
        readonly strict?: true
        /** The target is only to be read. */
        readonly writes?: false
        /** The frozen set that the run is judged by. */
        readonly set?: string
        /** How many checks of sampled tables the seed did not draw, by interface, if any. */
        /** Of a merge of shards that drew by different seeds: all of them. */
        readonly seeds?: readonly number[]
        readonly undrawn?: Readonly<Record<string, number>>
      }
    }
  | { readonly verdict: Verdict }
  /** What the traffic of a shard shows of a check that another shard judges. */
  | { readonly elsewhere: Verdict }
  /** An entry of the baseline for many checks that this shard could not use: stale where no shard does. */
  | { readonly unused: UnusedEntry }
  | { readonly exchange: ReportedExchange }
  | { readonly observation: { readonly statement: string; readonly check: string; readonly saw: string } }
  /** Failed cleanup and other things that are not a verdict but must be read. */
  | {
      readonly notice: {
        readonly kind:
          | 'cleanup'
          | 'password'
          | 'transport'
          | 'watchdog'
          | 'target'
          | 'recording'
          | 'unjudged'
          | 'baseline'
          | 'budget'
          | 'left-out'
          | 'set'
        readonly text: string
      }
    }
  /** One per cause, the largest first, before the end. */
  | { readonly cause: Cause }
  /** The same of what the baseline knows, its checks under `failed`. */
  | { readonly known: Cause }
  | { readonly drift: HistoryNews }
  /** How often each cell of each operation was exercised, by the operation's id and the cell in words. */
  | { readonly requests: Readonly<Record<string, Readonly<Record<string, number>>>> }
  | { readonly traffic: TrafficTimes }
  /** Of a run that judged nothing: what the one before it left red. */
  | { readonly again: LeftRed }
  /** What was seen in each cell of a state machine, one record per machine, before the end. */
  | { readonly matrix: StateMatrix }
  | {
      readonly end: {
        readonly planned: number
        readonly judged: number
        readonly counts: Counts
        readonly exitCode: number
        readonly requests: number
        /** So many of them were sent after the budget was spent, to clean up; absent if none were. */
        readonly beyondBudget?: number
        /** The deliberate waits of all checks added up. */
        readonly waitedMs: number
        /** How long at least one of them lasted; absent in streams of earlier versions. */
        readonly waitingMs?: number
        readonly ms: number
        readonly interrupted?: boolean
        /** What the user asked to be red, if it is not the usual. */
        readonly gate?: Gate
        readonly side?: CountedSide
      }
    }

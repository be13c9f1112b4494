import { createHash } from 'node:crypto'
import { Breach, Inconclusive, type Context } from '../kit/index.ts'
import type { Session } from '../session/session.ts'
import { withScope } from '../target/scope.ts'
import type { Level } from '../verdict/level.ts'
import type { Replay } from './finding-file.ts'
import type { Game } from './game.ts'
import { shrunk } from './shrunk.ts'

interface Budget {
  readonly runs?: number
  readonly requests?: number
  readonly timeMs?: number
  readonly shrinkRequests?: number
}

interface Found {
  readonly replay: Replay
  readonly requirement: string
  readonly statement: string
  readonly rule: string
  /** The case in words: a query, or what a batch does. */
  readonly told: string
  readonly expected: string
  readonly actual: string
  readonly level: Level
  /** The line of the table of known differences: then it only warns. */
  readonly seenInTheWild?: string
}

interface Progress {
  readonly runs: number
  readonly requests: number
  readonly findings: number
  readonly doing: 'searching' | 'confirming' | 'shrinking'
}
export interface Campaign {
  readonly findings: readonly Found[]
  readonly runs: number
  readonly requests: number
  readonly unconfirmed: number
  readonly interrupted: boolean
}

export interface CampaignOptions {
  readonly session: Session
  readonly seed: number
  readonly budget: Budget
  readonly first: readonly Replay[]
  /** Only what `first` holds. */
  readonly replayOnly?: boolean
  readonly signal: AbortSignal
  onProgress?(progress: Progress): void
  onFinding?(found: Found): void
}

const confirmations = 3

/** Draws cases by the seed until the budget is spent; what breaks a rule is confirmed on fresh ground, shrunk and kept once per cause. */
export async function campaign<Case extends object, Ground>(
  game: Game<Case, Ground>,
  options: CampaignOptions,
): Promise<Campaign> {
  const { session, budget, signal } = options
  const fc = await import('fast-check')
  const started = Date.now()
  const drawn = game.draw(fc)
  const findings = new Map<string, Found>()
  let [runs, generated, unconfirmed] = [0, 0, 0]
  const tell = (doing: Progress['doing']) =>
    options.onProgress?.({ runs, requests: session.requests(), findings: findings.size, doing })
  const spent = () =>
    signal.aborted ||
    (budget.requests !== undefined && session.requests() >= budget.requests) ||
    (budget.timeMs !== undefined && Date.now() - started >= budget.timeMs)
  const inScope = <T>(body: (context: Context) => Promise<T>): Promise<T> => {
    // A scope for each step: a long campaign keeps no exchange that it has judged.
    const { context, scope } = session.contextFor(`fuzz/${game.name}`)
    return withScope(scope, () => body(context))
  }
  const breach = (ground: Ground, one: Case): Promise<Breach | undefined> =>
    breachOf(() => inScope((context) => game.hold(context, ground, one)))
  const given = options.first.filter(({ fuzz }) => fuzz === game.name).map((replay) => replay.case as Case)
  const ground = await inScope((context) => game.prepare(context))

  for (;;) {
    const known = given[runs]
    if (spent() || (known === undefined && options.replayOnly) || (budget.runs !== undefined && runs >= budget.runs))
      break
    const one = known ?? fc.sample(drawn, { seed: seedOfCase(options.seed, (generated += 1)), numRuns: 1 })[0]
    runs += 1
    if (one === undefined) continue
    tell('searching')
    if (findings.has(game.cause(one)) || !(await breach(ground, one))) continue
    tell('confirming')
    const fresh = await inScope((context) => game.prepare(context))
    if (!(await everyTime(() => breach(fresh, one), signal))) {
      if (!signal.aborted) unconfirmed += 1
      continue
    }
    tell('shrinking')
    const limit = session.requests() + (budget.shrinkRequests ?? 300)
    const least = await shrunk(
      one,
      (larger) => game.smaller(larger),
      async (less) => (await breach(fresh, less)) !== undefined,
      () => signal.aborted || session.requests() >= limit,
    )
    const last = (await breach(fresh, least)) ?? (await breach(fresh, one))
    const cause = game.cause(least)
    if (!last || findings.has(cause)) continue
    const found = foundOf(game, fresh, least, last)
    findings.set(cause, found)
    options.onFinding?.(found)
  }
  return {
    findings: [...findings.values()],
    runs,
    requests: session.requests(),
    unconfirmed,
    interrupted: signal.aborted,
  }
}

/** Seeds that stand beside each other, such as the numbers of builds, have no case in common; nor does a corpus shift what a seed draws. */
const seedOfCase = (seed: number, at: number): number =>
  createHash('sha256').update(`${seed} ${at}`).digest().readInt32BE(0)

async function everyTime(breaks: () => Promise<Breach | undefined>, signal: AbortSignal): Promise<boolean> {
  for (let time = 0; time < confirmations; time += 1) if (signal.aborted || !(await breaks())) return false
  return true
}

/** The breach of the rule, if it is broken. What the environment made inconclusive is none. */
async function breachOf(hold: () => Promise<void>): Promise<Breach | undefined> {
  try {
    await hold()
    return undefined
  } catch (error) {
    if (error instanceof Breach && error.relied === undefined) return error
    if (error instanceof Inconclusive) return undefined
    throw error
  }
}

function foundOf<Case extends object, Ground>(
  game: Game<Case, Ground>,
  ground: Ground,
  one: Case,
  breach: Breach,
): Found {
  const requirement = game.requirement(one, breach)
  const { seenInTheWild } = breach.mismatch
  return {
    replay: { fuzz: game.name, case: one, ...game.evidence(one, ground, breach) },
    told: game.told(one, ground),
    expected: breach.mismatch.expected,
    actual: breach.mismatch.actual,
    requirement: requirement.id,
    statement: requirement.sources[0],
    rule: requirement.says,
    level: requirement.level,
    ...(seenInTheWild === undefined ? {} : { seenInTheWild }),
  }
}

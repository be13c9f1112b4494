import { Blocked, Breach } from '../kit/index.ts'
import type { Session } from '../kit/session.ts'
import { withScope } from '../target/scope.ts'
import { print, type Question } from '../../suites/data/cql/question.ts'
import { questions } from '../../suites/data/cql/questions.ts'
import { relations, type Relation } from '../../suites/data/cql/relations.ts'
import { seeded, type Table } from '../../suites/data/cql/table.ts'
import { causeOf } from './cause.ts'
import type { Replay } from './finding-file.ts'
import { shrunk } from './shrink.ts'

export interface Budget { readonly runs?: number; readonly requests?: number; readonly timeMs?: number; readonly shrinkRequests?: number }

export interface Found {
  readonly replay: Replay
  readonly requirement: string
  readonly statement: string
  readonly rule: string
  readonly query: string
  readonly expected: string
  readonly actual: string
  readonly level: string
}

export interface Progress { readonly runs: number; readonly requests: number; readonly findings: number; readonly doing: 'searching' | 'confirming' | 'shrinking' }
export interface Campaign { readonly findings: readonly Found[]; readonly runs: number; readonly requests: number; readonly unconfirmed: number; readonly interrupted: boolean }

type Pair = readonly [Question, Question]

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

/** Draws laws and questions by the seed until the budget is spent; what breaks is confirmed in fresh records, shrunk and kept once per cause. */
export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const { session, budget, signal } = options
  const fc = await import('fast-check')
  const started = Date.now()
  const drawn = fc.record({ law: fc.oneof(...relations.map((relation) => ({ weight: relation.weight * 2, arbitrary: fc.constant(relation.name) }))), pair: fc.tuple(questions(fc), questions(fc)) })
  const findings = new Map<string, Found>()
  let [runs, unconfirmed] = [0, 0]
  const tell = (doing: Progress['doing']) => options.onProgress?.({ runs, requests: session.requests(), findings: findings.size, doing })
  const spent = () => signal.aborted || (budget.requests !== undefined && session.requests() >= budget.requests) || (budget.timeMs !== undefined && Date.now() - started >= budget.timeMs)
  const table = await inScope(session, (context) => seeded(context))

  for (;;) {
    const given = options.first[runs]
    if (spent() || (!given && options.replayOnly) || (budget.runs !== undefined && runs >= budget.runs)) break
    const value = given ? { law: given.law, pair: given.questions as Pair } : fc.sample(drawn, { seed: (options.seed + runs) | 0, numRuns: 1 })[0]
    const relation = relations.find(({ name }) => name === value?.law)
    runs += 1
    if (!value || !relation) continue
    tell('searching')
    if (findings.has(causeOf(relation.name, value.pair[0])) || !(await breach(session, relation, table, value.pair))) continue
    tell('confirming')
    const fresh = await inScope(session, (context) => seeded(context))
    if (!(await everyTime(session, relation, fresh, value.pair, signal))) { if (!signal.aborted) unconfirmed += 1; continue }
    tell('shrinking')
    const limit = session.requests() + (budget.shrinkRequests ?? 300)
    const least = await shrunk(value.pair, async (pair) => (await breach(session, relation, fresh, pair)) !== undefined, () => signal.aborted || session.requests() >= limit)
    const last = (await breach(session, relation, fresh, least)) ?? (await breach(session, relation, fresh, value.pair))
    const cause = causeOf(relation.name, least[0])
    if (!last || findings.has(cause)) continue
    const found = foundOf(relation, fresh, least, last)
    findings.set(cause, found)
    options.onFinding?.(found)
  }
  return { findings: [...findings.values()], runs, requests: session.requests(), unconfirmed, interrupted: signal.aborted }
}

async function everyTime(session: Session, relation: Relation, table: Table, pair: Pair, signal: AbortSignal): Promise<boolean> {
  for (let time = 0; time < confirmations; time += 1) if (signal.aborted || !(await breach(session, relation, table, pair))) return false
  return true
}

/** The breach of the law, if it is broken. What the environment made inconclusive is none. */
async function breach(session: Session, relation: Relation, table: Table, [one, other]: Pair): Promise<Breach | undefined> {
  try {
    await inScope(session, (context) => relation.hold(context, table, one, other))
    return undefined
  } catch (error) {
    if (error instanceof Breach && error.relied === undefined) return error
    if (error instanceof Blocked && /meanwhile/.test(error.message)) return undefined
    throw error
  }
}

/** A scope for each step: a long campaign keeps no exchange that it has judged. */
function inScope<T>(session: Session, body: (context: ReturnType<Session['contextFor']>['context']) => Promise<T>): Promise<T> {
  const { context, scope } = session.contextFor('fuzz/cql')
  return withScope(scope, () => body(context))
}

function foundOf({ name, requirement }: Relation, table: Table, questions: Pair, { mismatch }: Breach): Found {
  const query = print(questions[0], table)
  return {
    replay: { fuzz: 'cql', law: name, questions, query }, query, expected: mismatch.expected, actual: mismatch.actual,
    requirement: requirement.id, statement: requirement.sources[0], rule: requirement.says, level: requirement.level,
  }
}

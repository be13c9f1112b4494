import type { Check } from '../../kit/check.ts'
import type { Catalogue } from '../../judging/catalogue.ts'
import type { BenchSubject, Trial } from '../prove/bench.ts'
import { generate, type Generated } from './generate.ts'
import type { Cache } from './kept.ts'
import type { Mutant } from './mutant.ts'
import { partMark } from './operation-of.ts'
import { decisionOn, type OpenPoint } from './open-points.ts'
import type { Seen } from './places.ts'
import { verdictOn, type Judged } from './results.ts'
import { sampled } from './sample.ts'
import { tellerOf } from './told.ts'

export type Tried = Pick<Trial, 'attempt' | 'seen' | 'changed'>

/** Tries one check on one subject. */
type TryCheck = (check: Check, subject: Pick<BenchSubject, 'mutant' | 'watched'>) => Promise<Tried>

export interface SweepOptions {
  readonly points: readonly OpenPoint[]
  readonly attempt: TryCheck
  /** How many attempts are under way at a time. */
  readonly atOnce: number
  /** Only so many mutants, drawn by the seed. */
  readonly sample?: { readonly size: number; readonly seed: number }
  /** Only mutants with such an id. */
  readonly only?: (id: string) => boolean
  /** Whether writes may do something else: only where nothing can be left behind. */
  readonly effects: boolean
  /** Who told a mutant before, and which ones need not be tried again. */
  readonly cache?: Cache
  /** Whether to end with what is judged so far. */
  readonly enough?: () => boolean
  /** `amiss`: mutants that nothing decides, or that are told although they are lawful, so far. */
  readonly onStep?: (done: number, total: number, what: string, amiss: number) => void
}

export interface Swept {
  /** All that could be made, tried or not. */
  readonly generated: Generated
  readonly judged: readonly Judged[]
}

/**
 * Nearly every check logs in and reads a record: what is decided to be silent is tried by so many of the likeliest, for trying all would take
 * most of the time of a sweep. What is not, is a gap until the last check has met it.
 */
const silentAtMost = 200

/** A sweep that is ended goes on from here. */
const saveEvery = 200

/** Runs every check once to see the places, then every mutant against the checks that meet it, until one tells it. */
export async function sweep({ checks }: Pick<Catalogue, 'checks'>, options: SweepOptions): Promise<Swept> {
  const base = new Map<string, Seen>()
  const cost = new Map<string, number>()
  const judging = checks.filter(({ kind }) => kind !== 'observation')
  let step = 0
  await inTurn(judging, options, async (check) => {
    const { seen, attempt } = await options.attempt(check, { watched: true })
    if (seen) base.set(check.id, seen)
    cost.set(check.id, attempt.ms)
    options.onStep?.(++step, judging.length, `base run: ${check.id}`, 0)
  })
  const generated = generate(new Map([...base].sort(([a], [b]) => (a < b ? -1 : 1))), options.effects)
  const chosen = generated.mutants.filter(({ id }) => options.only?.(id) ?? true)
  const mutants = options.sample ? sampled(chosen, options.sample) : chosen
  const byId = new Map(judging.map((check) => [check.id, check]))
  const likely = likelihood(cost)
  const judged: Judged[] = []
  let amiss = 0
  await inTurn(mutants, options, async (mutant) => {
    const one = await judge(mutant, generated.meets.get(mutant.id) ?? [], byId, options, likely)
    // What was cut short is not judged.
    if (options.enough?.()) return
    judged.push(one)
    if (['undecided', 'false alarm'].includes(verdictOn(one))) amiss += 1
    options.onStep?.(judged.length, mutants.length, mutant.id, amiss)
    if (judged.length % saveEvery === 0) options.cache?.save()
  })
  if (judged.length > 0) options.cache?.save()
  judged.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { generated, judged }
}

/** So many at a time, and no more once it is enough: a target has its budget. */
async function inTurn<T>(
  all: readonly T[],
  { atOnce, enough }: Pick<SweepOptions, 'atOnce' | 'enough'>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const queue = [...all]
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined && !enough?.(); one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function judge(
  mutant: Mutant,
  meeting: readonly string[],
  checks: ReadonlyMap<string, Check>,
  { attempt, points, cache }: SweepOptions,
  likely: Likelihood,
): Promise<Judged> {
  const decision = decisionOn(mutant.id, points)
  const interfaces = meeting.map((id) => id.split('/', 1)[0] as string)
  const atMost = Math.min(meeting.length, decision && decision.is !== 'gap' ? silentAtMost : meeting.length)
  const kept = cache?.recall(mutant.id, interfaces, atMost)
  const tried = likely.order(mutant, meeting, kept?.told?.check).slice(0, atMost)
  const found = {
    id: mutant.id,
    checks: atMost,
    likeliest: tried.slice(0, 3),
    kitErrors: [],
    ...(decision ? { decision } : {}),
  }
  if (kept?.valid) return { ...found, ...(kept.told ? { told: kept.told } : {}), ...(kept.idle ? { idle: true } : {}) }
  const kitErrors: string[] = []
  let changed = false
  for (const id of tried) {
    const check = checks.get(id)
    if (!check) continue
    const made = await attempt(check, { mutant })
    changed ||= made.changed ?? true
    const told = tellerOf(id, made.attempt)
    if (made.attempt.outcome.is === 'crashed') kitErrors.push(`${id}: ${made.attempt.outcome.because}`)
    if (!told) continue
    likely.told(mutant, id)
    const judged = { ...found, told, kitErrors }
    cache?.keep(judged, interfaces)
    return judged
  }
  const judged = { ...found, kitErrors, ...(changed ? {} : { idle: true }) }
  cache?.keep(judged, interfaces)
  return judged
}

const own = (operation: string, check: string): boolean =>
  check.startsWith(`${operation.startsWith(partMark) ? 'batch' : operation.split('/', 1)[0]}/`)

interface Likelihood {
  order(mutant: Mutant, checks: readonly string[], before: string | undefined): readonly string[]
  told(mutant: Mutant, check: string): void
}

/** Checks that told mutants of the same operation, place or operator come first; among equals, the cheapest. */
function likelihood(cost: ReadonlyMap<string, number>): Likelihood {
  const counts = new Map<string, number>()
  const keys = ({ operation, place, operator }: Mutant, check: string) => [
    [`${operation} ${place} ${check}`, 8] as const,
    [`${operation} ${operator} ${check}`, 2] as const,
    [`${place} ${operator} ${check}`, 6] as const,
    [`${operation} ${check}`, 0.5] as const,
  ]
  const score = (mutant: Mutant, check: string) =>
    (own(mutant.operation, check) ? 0.2 : 0) +
    keys(mutant, check).reduce((sum, [key, weight]) => sum + weight * Math.min(3, counts.get(key) ?? 0), 0) /
      (5 + (cost.get(check) ?? 0))
  return {
    order(mutant, checks, before) {
      const scored = checks.map((id) => ({
        id,
        score: id === before ? Number.POSITIVE_INFINITY : score(mutant, id),
        cost: cost.get(id) ?? 0,
      }))
      return scored.sort((a, b) => b.score - a.score || a.cost - b.cost).map(({ id }) => id)
    },
    told(mutant, check) {
      for (const [key] of keys(mutant, check)) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
  }
}

import type { Check } from '../../kit/check.ts'
import { allFaults, allVariants } from '../../platform/deviations.ts'
import { statementOf } from '../../verdict/statements.ts'
import type { Catalogue } from '../../judging/catalogue.ts'
import { judgedLive } from '../../judging/judged.ts'
import { makePlan, type Selection } from '../../judging/plan.ts'
import { UserError } from '../../errors/user-error.ts'
import { trial, type BenchSubject, type Trial } from './bench.ts'
import type { Crew } from './crew.ts'
import type { Impostor } from './impostors.ts'
import type { KeptTrials } from './kept-trials.ts'
import type { Matrix } from './matrix.ts'
import { flaggedBy } from './flagged-by.ts'
import { driversIn, hunt } from './hunt.ts'
import { variantsFlagged } from './variants-flagged.ts'
import { oneAtATime } from '../one-at-a-time.ts'

export interface ProveOptions {
  readonly selection: Selection
  /** All pairs of checks and variants, and eight seeds. */
  readonly deep?: boolean
  /** `amiss`: how much is not as it has to be, so far. */
  readonly onStep?: (done: number, total: number, what: string, amiss: number) => void
  /** Runs trials in other threads, several at once. Without it they run in this thread, one after the other. */
  readonly crew?: Crew
  /** What earlier proofs tried, to be reused where nothing has changed that it rests on. */
  readonly kept?: KeptTrials | undefined
}

/** Throws, before anything starts, if the proof would be meaningless: unknown ids, faults that no check names. */
export function checkNames(catalogue: Catalogue): void {
  const faults = new Set(allFaults.map(({ id }) => id))
  const named = new Set([
    ...catalogue.checks.flatMap((check) => check.brokenBy),
    ...catalogue.requirements.flatMap((requirement) => [
      ...(requirement.contract ?? []),
      ...(requirement.traffic ?? []),
    ]),
  ])
  const ids = [...allFaults, ...allVariants].map(({ id }) => id)
  const wrong = [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two faults or variants have the id ${id}`),
    ...[...named].filter((id) => !faults.has(id)).map((id) => `a check names the unknown fault ${id}`),
    ...[...faults].filter((id) => !named.has(id)).map((id) => `no check names fault ${id}`),
    ...catalogue.requirements.flatMap(({ id, sources }) =>
      sources
        .filter((source) => !statementOf(source))
        .map((source) => `requirement ${id} cites the unknown statement ${source}`),
    ),
    ...[...allFaults.flatMap((fault) => [...fault.breaks]), ...allVariants.flatMap((variant) => [...variant.leaves])]
      .filter((id) => !statementOf(id))
      .map((id) => `a fault or variant names the unknown statement ${id}`),
  ]
  if (wrong.length > 0) throw new UserError(`the proof cannot start:\n  ${wrong.join('\n  ')}`)
}

/** Runs every check against the platform, each fault that it names, the variants of the rules that it reads, and three impostors. */
export async function prove(catalogue: Catalogue, options: ProveOptions): Promise<Matrix> {
  checkNames(catalogue)
  const started = performance.now()
  const plan = makePlan(catalogue, judgedLive(), options.selection)
  const checks = plan.checks
  const contract = plan.contract
  const counted = { trials: 0, reused: 0, requests: 0 }
  const one = options.crew ? undefined : oneAtATime()
  const tried = async (check: Check, subject: BenchSubject): Promise<Trial> => {
    const done = await (options.crew
      ? options.crew.trial(check, subject)
      : (one?.(() => trial(check, subject)) as Promise<Trial>))
    options.kept?.keep(check.id, subject, done)
    return done
  }
  const run = async (check: Check, subject: BenchSubject): Promise<Trial> => {
    const known = options.kept?.recall(check.id, subject)
    const done = known ?? (await tried(check, subject))
    counted.trials += 1
    counted.reused += known ? 1 : 0
    counted.requests += done.requests
    return done
  }
  let step = 0
  const faults = allFaults.filter(
    (fault) =>
      checks.some((check) => check.brokenBy.includes(fault.id)) ||
      contract.some((check) => check.brokenBy.includes(fault.id)),
  )
  const total = checks.length * 2 + faults.length + allVariants.length
  let amiss = 0
  const tell = (what: string, more: number) => {
    step += 1
    amiss += more
    options.onStep?.(step, total, what, amiss)
  }

  const base = new Map<Check, Trial>()
  const order = [...checks, ...plan.drivers]
  for (const [at, done] of (
    await Promise.all(
      order.map(async (check) => {
        const done = await run(check, {})
        tell(check.id, unclean(check, done) ? 1 : 0)
        return done
      }),
    )
  ).entries())
    base.set(order[at] as Check, done)
  const notClean = checks.flatMap((check) => {
    const because = unclean(check, base.get(check) as Trial)
    return because ? [{ check: check.id, because }] : []
  })
  // Several requests in one millisecond: versions cannot be told apart (A-REC-15), so there must be no finding about them.
  const writers = checks.filter((check) => base.get(check)?.rulesRead.has('record.lastChanged'))
  notClean.push(
    ...(
      await Promise.all(
        writers.map(async (check) => {
          const done = await run(check, { pace: 'quick' })
          const flags = contract.flatMap((judged) => flaggedBy(judged, done.attempt.sights) ?? [])
          const because = unclean(check, done) ?? flags[0]
          return because
            ? [{ check: check.id, because: `where several requests fall into one millisecond, ${because}` }]
            : []
        }),
      )
    ).flat(),
  )
  const baseSights = [...base.values()].flatMap(({ attempt }) => attempt.sights)
  for (const check of contract) {
    const flagged = flaggedBy(check, baseSights)
    if (flagged) notClean.push({ check: check.id, because: flagged })
  }

  const killed = new Map<string, { by: string[]; survived: string[] }>()
  const drivers = driversIn(base)
  await Promise.all(
    faults.map(async (fault) => {
      const hunted = await hunt(fault, checks, contract, drivers, run)
      killed.set(fault.id, hunted)
      tell(fault.id, hunted.survived.length)
    }),
  )
  const proven = new Set([...killed.values()].flatMap(({ by }) => by))
  const unproven = [
    ...checks.filter(({ kind }) => kind !== 'observation').map(({ id }) => id),
    ...contract
      .filter(({ requirement }) => requirement.level === 'must' || requirement.level === 'implied')
      .map(({ id }) => id),
  ].filter((id) => !proven.has(id))

  // Nothing here waits for another: no hand of the crew is idle before the very end.
  const [fooled, flagged] = await Promise.all([
    Promise.all(
      checks.map(async (check) => {
        const impostors: readonly Impostor[] =
          check.kind === 'observation'
            ? []
            : check.effects
              ? ['nothing', 'refuses-all', 'yes-man']
              : ['nothing', 'refuses-all']
        const met = await Promise.all(
          impostors.map(async (by) => ({
            check: check.id,
            by,
            held: (await run(check, { impostor: by, unjudged: true })).attempt.outcome.is === 'held',
          })),
        )
        const fooledBy = met.filter(({ held }) => held)
        tell(check.id, fooledBy.length)
        return fooledBy.map(({ check: id, by }) => ({ check: id, by }))
      }),
    ),
    variantsFlagged(
      checks,
      contract,
      base,
      run,
      { deep: options.deep ?? false, everyRow: (options.deep ?? false) || (options.selection.only ?? []).length > 0 },
      tell,
    ),
  ])
  return {
    faults: faults.map((fault) => ({
      id: fault.id,
      statements: fault.breaks,
      killedBy: killed.get(fault.id)?.by ?? [],
      survivedBy: killed.get(fault.id)?.survived ?? [],
    })),
    variants: allVariants.map(({ id }) => ({ id, flaggedBy: [...(flagged.get(id) ?? [])] })),
    notClean,
    unproven,
    fooled: fooled.flat(),
    checks: checks.length + contract.length,
    ...counted,
    ms: Math.round(performance.now() - started),
  }
}

function unclean(check: Check, { attempt }: Trial): string | undefined {
  const { outcome } = attempt
  const expected = check.kind === 'observation' ? 'observed' : 'held'
  if (outcome.is === expected && 'saw' in outcome && outcome.saw.length > 0) return undefined
  if (outcome.is === expected) return 'it asserted no exchange'
  return 'findings' in outcome && outcome.findings?.length
    ? `expected ${outcome.findings[0]?.expected}; got ${outcome.findings[0]?.actual}`
    : `${outcome.is}${'because' in outcome ? `: ${outcome.because}` : ''}`
}

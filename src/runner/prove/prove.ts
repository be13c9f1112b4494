import type { Check } from '../../kit/check.ts'
import { replacedBy } from '../../platform/compose.ts'
import { allFaults, allVariants } from '../../platform/deviations.ts'
import { allWorlds } from '../../platform/worlds/named.ts'
import type { Fault, Variant } from '../../platform/deviation.ts'
import { statementOf } from '../../verdict/statements.ts'
import type { Sight } from '../../judging/sight.ts'
import type { Catalogue } from '../../judging/catalogue.ts'
import type { ContractCheck } from '../../judging/derived-checks.ts'
import { judgedLive } from '../../judging/judged.ts'
import { nearestGlobs } from '../../judging/nearest-glob.ts'
import { makePlan, type Selection } from '../../judging/plan.ts'
import { UserError } from '../../errors/user-error.ts'
import { trial, type BenchSubject, type Trial } from './bench.ts'
import type { Crew } from './crew.ts'
import type { Impostor } from './impostors.ts'
import type { Matrix } from './matrix.ts'
import { pairwise } from './pairwise.ts'

export interface ProveOptions {
  readonly selection: Selection
  /** All pairs of checks and variants, and eight seeds. */
  readonly deep?: boolean
  readonly onStep?: (done: number, total: number, what: string) => void
  /** Runs trials in other threads, several at once. Without it they run in this thread, one after the other. */
  readonly crew?: Crew
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

/** Throws if part of a selection matches nothing: what was not tried is not proven. */
export function mustSelect(catalogue: Catalogue, { interfaces, only = [] }: Selection): void {
  const ids = (globs?: readonly string[]) =>
    makePlan(catalogue, judgedLive(), {
      heavy: true,
      ...(interfaces ? { interfaces } : {}),
      ...(globs ? { only: globs } : {}),
    }).planned.map(({ id }) => id)
  const all = ids()
  for (const glob of only) {
    if (ids([glob]).length > 0) continue
    const near = nearestGlobs(glob, all)
    throw new UserError(`--only '${glob}': no check${interfaces ? ` of ${interfaces.join(', ')}` : ''} matches`, {
      todo:
        near.length > 0
          ? `did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`
          : '"fieldproof list checks" shows all',
    })
  }
}

/** Runs every check against the platform, each fault that it names, the variants of the rules that it reads, and three impostors. */
export async function prove(catalogue: Catalogue, options: ProveOptions): Promise<Matrix> {
  checkNames(catalogue)
  const started = performance.now()
  const plan = makePlan(catalogue, judgedLive(), options.selection)
  const checks = plan.checks
  const contract = plan.contract
  const counted = { trials: 0, requests: 0 }
  const one = options.crew ? undefined : oneAtATime()
  const run = async (check: Check, subject: BenchSubject): Promise<Trial> => {
    const done = await (options.crew
      ? options.crew.trial(check, subject)
      : (one?.(() => trial(check, subject)) as Promise<Trial>))
    counted.trials += 1
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
  const tell = (what: string) => options.onStep?.(++step, total, what)

  const base = new Map<Check, Trial>()
  const order = [...checks, ...plan.drivers]
  for (const [at, done] of (
    await Promise.all(
      order.map(async (check) => {
        const tried = await run(check, {})
        tell(check.id)
        return tried
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
  await Promise.all(
    faults.map(async (fault) => {
      killed.set(fault.id, await hunt(fault, checks, contract, base, run))
      tell(fault.id)
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
        const tried = await Promise.all(
          impostors.map(async (by) => ({
            check: check.id,
            by,
            held: (await run(check, { impostor: by })).attempt.outcome.is === 'held',
          })),
        )
        tell(check.id)
        return tried.filter(({ held }) => held).map(({ check: id, by }) => ({ check: id, by }))
      }),
    ),
    variantsFlagged(checks, contract, base, run, options, tell),
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

const flaggedBy = (check: ContractCheck, sights: readonly Sight[]): string | undefined => {
  const found = sights
    .filter(({ by }) => by === check.by)
    .flatMap((sight) => sight.findings.map((finding) => ({ sight, finding })))
    .find(({ finding }) => finding.side === 'server' && check.statements.includes(finding.statement))
  return found
    ? `${found.finding.statement}: expected ${found.finding.expected}; got ${found.finding.actual} at ${found.sight.line}`
    : undefined
}

type Run = (check: Check, subject: BenchSubject) => Promise<Trial>

/** A check that names the fault must fail with a finding; a contract check is driven by the checks whose traffic exercises its statements. */
async function hunt(
  fault: Fault,
  checks: readonly Check[],
  contract: readonly ContractCheck[],
  base: ReadonlyMap<Check, Trial>,
  run: Run,
): Promise<{ by: string[]; survived: string[] }> {
  const by: string[] = []
  const survived: string[] = []
  const seen: Sight[] = []
  const named = checks.filter(({ brokenBy }) => brokenBy.includes(fault.id))
  const tried = await Promise.all(named.map((check) => run(check, { faults: [fault.id] })))
  for (const [at, { attempt }] of tried.entries()) {
    seen.push(...attempt.sights)
    ;(attempt.outcome.is === 'breach' ? by : survived).push((named[at] as Check).id)
  }
  for (const check of contract.filter(({ brokenBy }) => brokenBy.includes(fault.id))) {
    const drivers = [...base].filter(
      ([, { attempt, rulesRead }]) =>
        mayMeet(fault, rulesRead) &&
        attempt.sights.some(
          (sight) => sight.by === check.by && sight.asserted.some((statement) => check.statements.includes(statement)),
        ),
    )
    drivers.sort(([, a], [, b]) => a.requests - b.requests)
    let found = flaggedBy(check, seen)
    for (const [driver] of found ? [] : drivers) {
      const { attempt } = await run(driver, { faults: [fault.id] })
      found = flaggedBy(check, attempt.sights)
      if (found) break
    }
    ;(found ? by : survived).push(check.id)
  }
  return { by, survived }
}

/** A check that reads no rule that the fault replaces sees the plain platform again: it cannot kill the fault. */
const mayMeet = (fault: Fault, rulesRead: ReadonlySet<string>): boolean =>
  fault.wire !== undefined || replacedBy(fault).some((name) => rulesRead.has(name))

/** Runs the checks that read a variant's rules; variants that affect most checks are combined pairwise, and an alarm is rerun with each alone. */
async function variantsFlagged(
  checks: readonly Check[],
  contract: readonly ContractCheck[],
  base: ReadonlyMap<Check, Trial>,
  run: Run,
  options: ProveOptions,
  tell: (what: string) => void,
): Promise<Map<string, Set<string>>> {
  const flagged = new Map<string, Set<string>>()
  const alarms = async (subset: readonly Check[], variants: readonly string[], seed?: number): Promise<string[]> => {
    const raised = await Promise.all(
      subset.map(async (check) => {
        const { attempt } = await run(check, { variants, ...(seed ? { seed } : {}) })
        const found = attempt.sights.filter(({ findings }) => findings.length > 0)
        return [
          ...(['held', 'observed'].includes(attempt.outcome.is) ? [] : [check.id]),
          ...(found.length > 0 ? contract.filter((judged) => flaggedBy(judged, found)).map(({ id }) => id) : []),
        ]
      }),
    )
    return [...new Set(raised.flat())]
  }
  const note = (variant: string, raised: readonly string[]) => {
    if (raised.length > 0) flagged.set(variant, new Set([...(flagged.get(variant) ?? []), ...raised]))
  }
  const readers = new Map(
    allVariants.map((variant) => [
      variant.id,
      checks.filter((check) => replacedBy(variant).some((name) => base.get(check)?.rulesRead.has(name))),
    ]),
  )
  const readersOf = ({ id }: Variant): readonly Check[] => readers.get(id) ?? []
  // The variants of the worlds are combined as well: a world is a composition of them.
  const worldly = new Set(allWorlds.flatMap(({ variants }) => variants))
  const everywhere = allVariants.filter(
    (variant) => variant.wire || worldly.has(variant.id) || readersOf(variant).length > checks.length / 2,
  )
  const single = allVariants
    .filter((variant) => options.deep || !everywhere.includes(variant))
    .map(async (variant) => {
      note(variant.id, await alarms(options.deep ? checks : readersOf(variant), [variant.id]))
      tell(variant.id)
    })
  const pool = options.deep ? allVariants : everywhere
  const rows = pairwise(
    pool.map(({ id }) => id),
    (a, b) => excluded(a, b),
  ).filter((row) => row.length > 0)
  const together = rows.map(async (row, position) => {
    const deviating = allVariants.filter(({ id }) => row.includes(id))
    const meeting = deviating.some(({ wire }) => wire) ? checks : [...new Set(deviating.flatMap(readersOf))]
    for (const seed of options.deep ? [1, 2, 3, 4, 5, 6, 7, 8] : [position + 1]) {
      const raised = await alarms(options.deep ? checks : meeting, row, seed)
      if (raised.length === 0) continue
      const suspects = checks.filter(({ id }) => raised.includes(id))
      const again = suspects.length > 0 ? suspects : checks
      // Rerun with each variant alone; an alarm that none raises alone belongs to the smallest set that raises it together.
      const alone = await Promise.all(row.map((id) => alarms(again, [id], seed)))
      for (const [at, ids] of alone.entries()) note(row[at] as string, ids)
      if (alone.some((ids) => ids.length > 0)) continue
      let fewest = row
      for (const id of row) {
        const fewer = fewest.filter((other) => other !== id)
        if ((await alarms(again, fewer, seed)).length > 0) fewest = fewer
      }
      for (const id of fewest) note(id, raised)
    }
    tell(row.join('+'))
  })
  await Promise.all([...single, ...together])
  return flagged
}

function excluded(a: string, b: string): boolean {
  const find = (id: string) => allVariants.find((variant) => variant.id === id)
  return Boolean(find(a)?.excludes?.includes(b) || find(b)?.excludes?.includes(a)) || overlap(find(a), find(b))
}

/** Two variants that replace the same rule cannot be served together. */
const overlap = (a?: Variant, b?: Variant): boolean =>
  Boolean(a && b && replacedBy(a).some((name) => replacedBy(b).includes(name)))

/** Runs jobs one after the other, in the order submitted. */
function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const mine = last.then(job)
    last = mine.catch(() => undefined)
    return mine
  }
}

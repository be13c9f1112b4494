import { createHash } from 'node:crypto'
import type { Check } from '../kit/check.ts'
import type { PlannedCheck } from '../verdict/stream.ts'
import type { Catalogue } from './catalogue.ts'
import { contractChecks, trafficChecks, type ContractCheck } from './derived-checks.ts'
import { matchesGlob } from '../verdict/glob.ts'
import { mustBeInterfaces } from './interfaces.ts'
import type { FrozenSet } from './sets.ts'
import { shardsOf } from './shards.ts'
import { exercisers } from './traffic-table.ts'

export interface Selection {
  readonly interfaces?: readonly string[]
  readonly only?: readonly string[]
  /** Of what else is selected only these checks. */
  readonly among?: readonly string[]
  /** These are what is left of this very shard: they are not divided once more. */
  readonly divided?: true
  readonly heavy?: boolean
  /** Draws which of the sampled checks run; without it all of them do. A check that `only` selects always runs. */
  readonly seed?: number
  /** Takes all sampled checks, whatever the seed draws. */
  readonly undrawn?: boolean
  readonly shard?: { readonly index: number; readonly of: number }
  /** Which checks make traffic for selected rules of schemas and monitors, if that is known. */
  readonly drivers?: readonly string[]
  /** What is not in this set is planned as outside of it. */
  readonly set?: FrozenSet
}

export interface Plan {
  readonly checks: readonly Check[]
  readonly contract: readonly ContractCheck[]
  /** Checks that run only to generate traffic for a selected contract check; they get no verdict. */
  readonly drivers: readonly Check[]
  /** What other shards judge by their traffic, and this one may see broken in its own. */
  readonly elsewhere: readonly ContractCheck[]
  readonly planned: readonly PlannedCheck[]
  /** Checks that were selected and are in no shard of this run: heavy ones, and sampled ones that the seed did not draw. */
  readonly absent: readonly string[]
  /** How many sampled checks the seed did not draw, by interface. */
  readonly undrawn: Readonly<Record<string, number>>
}

/** Statements that the contract and the monitors judge, without a check written for them. */
export interface JudgedStatements {
  readonly contract: readonly string[]
  readonly monitors?: readonly string[]
}

type Selectable = Pick<ContractCheck, 'id' | 'requirement'> & Partial<Pick<Check, 'calls'>>

/** What will be judged, fixed before anything runs: the report is reconciled with it at the end. */
export function makePlan(
  catalogue: Catalogue,
  { contract: schemas, monitors = [] }: JudgedStatements,
  selection: Selection,
): Plan {
  mustBeInterfaces(selection.interfaces, catalogue)
  const wanted = ({ id, requirement, calls = [] }: Selectable) =>
    (!selection.interfaces || [requirement.interface, ...calls].some((name) => selection.interfaces?.includes(name))) &&
    (!selection.only || selection.only.some((glob) => matchesGlob(glob, id))) &&
    (!selection.among || selection.among.includes(id))
  const isDrawn = drawnBy(selection)
  const isNamed = selection.only !== undefined || selection.among !== undefined
  const again = new Set([...(selection.among ?? []), ...(selection.drivers ?? [])])
  const selectable = catalogue.checks.filter((check) => selection.heavy || !check.heavy || again.has(check.id))
  const chosen = selectable.filter(wanted)
  // A monitor is planned only if it is proven that live traffic can trip it.
  const traffic = trafficChecks(catalogue.requirements, monitors).filter(({ brokenBy }) => brokenBy.length > 0)
  const contract = [...contractChecks(catalogue.requirements, schemas), ...traffic].filter(wanted)
  // Shards divide what may be drawn, so that shards of different seeds neither share a check nor lose one.
  const isHere = inShard(selection.divided ? undefined : selection.shard, chosen, contract)
  const here = chosen.filter(isHere)
  const checks = here.filter((check) => isNamed || isDrawn(check))
  const undrawn: Record<string, number> = {}
  if (!isNamed)
    for (const check of here)
      if (!isDrawn(check)) undrawn[check.requirement.interface] = (undrawn[check.requirement.interface] ?? 0) + 1
  const judgedContract = contract.filter(isHere)
  const driven = new Set(judgedContract.map((check) => check.requirement.interface))
  const mayDrive = ({ id, requirement }: Check) =>
    selection.drivers?.includes(id) || driven.has(requirement.interface) || exercises(id, judgedContract)
  // What moves the clock drives only what nothing else exercises, and no shard beside others.
  const aloneIds = new Set(selectable.filter(({ alone }) => alone).map(({ id }) => id))
  const isOnlyDriver = ({ id }: Check) =>
    !selection.shard &&
    judgedContract.some((rule) => {
      const useful = exercisers[rule.id] ?? []
      return useful.includes(id) && useful.every((other) => aloneIds.has(other))
    })
  const drivers =
    isNamed || selection.shard
      ? selectable.filter(
          (check) =>
            mayDrive(check) && !checks.includes(check) && (!check.alone || isOnlyDriver(check)) && isDrawn(check),
        )
      : []
  return {
    checks,
    contract: judgedContract,
    drivers,
    elsewhere: contract.filter((check) => !isHere(check)),
    absent: catalogue.checks.flatMap((check) =>
      wanted(check) && !(selectable.includes(check) && (isNamed || isDrawn(check))) ? [check.id] : [],
    ),
    undrawn,
    planned: [...checks, ...judgedContract].map((check) => plannedBy(check, selection.set)),
  }
}

/** As a run by a frozen set plans it, here or in another shard. */
export const plannedBy = (check: Check | ContractCheck, set: FrozenSet | undefined): PlannedCheck =>
  set && !set.checks.has(check.id) ? { ...plannedCheck(check), outside: true as const } : plannedCheck(check)

/** Of sampled checks a run draws one in this many: over some nights, each is drawn as often as any other. */
const oneIn = 2

const drawnBy =
  ({ seed, heavy, undrawn }: Selection) =>
  ({ id, sampled }: Check): boolean =>
    !sampled || heavy === true || undrawn === true || seed === undefined || hashOf(`${seed} ${id}`) % oneIn === 0

/** Tells apart texts that differ in one character, also in its low bits. */
const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

const exercises = (id: string, rules: readonly ContractCheck[]): boolean =>
  rules.some((rule) => exercisers[rule.id]?.includes(id))

type Part = { readonly id: string }

function inShard(shard: Selection['shard'], checks: readonly Part[], rules: readonly Part[]): (check: Part) => boolean {
  if (!shard) return () => true
  const parts = shardsOf(checks, rules, shard.of)
  return ({ id }) => parts.get(id) === shard.index
}

/** Checks of a run with --heavy only. */
export const costlyChecks = ({ checks }: Catalogue): readonly PlannedCheck[] =>
  checks.filter(({ heavy }) => heavy).map(plannedCheck)

/** A check as the report stream lists it, so that a reader need not ask the suites. */
export const plannedCheck = ({
  id,
  requirement,
  ...head
}: Pick<Check, 'id' | 'requirement' | 'needs'> | ContractCheck): PlannedCheck => ({
  id,
  interface: requirement.interface,
  requirement: requirement.id,
  level: requirement.level,
  says: requirement.says,
  sources: requirement.sources,
  ...(requirement.side === 'client' ? { side: 'client' } : {}),
  ...listed([...new Set([...(requirement.needs ?? []), ...('needs' in head ? (head.needs ?? []) : [])])]),
})

const listed = (needs: NonNullable<PlannedCheck['needs']>): Pick<PlannedCheck, 'needs'> =>
  needs.length > 0 ? { needs } : {}

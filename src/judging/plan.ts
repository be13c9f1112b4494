import { createHash } from 'node:crypto'
import type { Check } from '../kit/check.ts'
import type { PlannedCheck } from '../verdict/stream.ts'
import type { Catalogue } from './catalogue.ts'
import { contractChecks, trafficChecks, type ContractCheck } from './derived-checks.ts'
import { matchesGlob } from '../verdict/glob.ts'
import { mustBeInterfaces } from './interfaces.ts'

export interface Selection {
  readonly interfaces?: readonly string[]
  readonly only?: readonly string[]
  /** Of what else is selected only these checks. */
  readonly among?: readonly string[]
  readonly heavy?: boolean
  /** Draws which of the sampled checks run; without it all of them do. A check that `only` selects always runs. */
  readonly seed?: number
  /** Takes all sampled checks, whatever the seed draws. */
  readonly undrawn?: boolean
  readonly shard?: { readonly index: number; readonly of: number }
}

export interface Plan {
  readonly checks: readonly Check[]
  readonly contract: readonly ContractCheck[]
  /** Checks that run only to generate traffic for a selected contract check; they get no verdict. */
  readonly drivers: readonly Check[]
  readonly planned: readonly PlannedCheck[]
}

/** Statements that the contract and the monitors judge, without a check written for them. */
export interface JudgedStatements {
  readonly contract: readonly string[]
  readonly monitors?: readonly string[]
}

/** What will be judged, fixed before anything runs: the report is reconciled with it at the end. */
export function makePlan(
  catalogue: Catalogue,
  { contract: schemas, monitors = [] }: JudgedStatements,
  selection: Selection,
): Plan {
  mustBeInterfaces(selection.interfaces, catalogue)
  const wanted = (id: string, name: string) =>
    (!selection.interfaces || selection.interfaces.includes(name)) &&
    (!selection.only || selection.only.some((glob) => matchesGlob(glob, id))) &&
    (!selection.among || selection.among.includes(id))
  const isDrawn = drawnBy(selection)
  const isNamed = selection.only !== undefined || selection.among !== undefined
  const selectable = catalogue.checks.filter((check) => selection.heavy || !check.heavy)
  const chosen = selectable.filter((check) => wanted(check.id, check.requirement.interface))
  // A monitor is planned only if it is proven that live traffic can trip it.
  const traffic = trafficChecks(catalogue.requirements, monitors).filter(({ brokenBy }) => brokenBy.length > 0)
  const contract = [...contractChecks(catalogue.requirements, schemas), ...traffic].filter((check) =>
    wanted(check.id, check.requirement.interface),
  )
  // Shards divide what may be drawn, so that shards of different seeds neither share a check nor lose one.
  const checks = chosen.filter(inShard(selection.shard)).filter((check) => isNamed || isDrawn(check))
  const judgedContract = contract.filter(inShard(selection.shard))
  const driven = new Set(judgedContract.map((check) => check.requirement.interface))
  const drivers =
    isNamed || selection.shard
      ? selectable.filter(
          (check) =>
            driven.has(check.requirement.interface) && !checks.includes(check) && !check.alone && isDrawn(check),
        )
      : []
  return { checks, contract: judgedContract, drivers, planned: [...checks, ...judgedContract].map(plannedCheck) }
}

/** Of sampled checks a run draws one in this many: over some nights, each is drawn as often as any other. */
const oneIn = 2

const drawnBy =
  ({ seed, heavy, undrawn }: Selection) =>
  ({ id, sampled }: Check): boolean =>
    !sampled || heavy === true || undrawn === true || seed === undefined || hashOf(`${seed} ${id}`) % oneIn === 0

/** Tells apart texts that differ in one character, also in its low bits. */
const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** Round robin by position: the same checks in the same shard wherever the catalogue is the same. */
const inShard = (shard: Selection['shard']) => (_: unknown, position: number) =>
  !shard || position % shard.of === shard.index - 1

/** A check as the report stream lists it, so that a reader need not ask the suites. */
export const plannedCheck = ({ id, requirement }: Pick<Check, 'id' | 'requirement'> | ContractCheck): PlannedCheck => ({
  id,
  interface: requirement.interface,
  requirement: requirement.id,
  level: requirement.level,
  says: requirement.says,
  sources: requirement.sources,
  ...(requirement.side === 'client' ? { side: 'client' } : {}),
  ...(requirement.needs && requirement.needs.length > 0 ? { needs: requirement.needs } : {}),
})

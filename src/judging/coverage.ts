import { statements } from '../verdict/statements.ts'
import type { Level } from '../verdict/level.ts'
import type { Catalogue } from './catalogue.ts'
import { derivedChecks } from './derived.ts'
import type { Proof } from './proof-file.ts'

export interface Covered {
  readonly statement: string
  readonly level: Level
  readonly requirements: readonly string[]
  readonly checks: readonly string[]
  /** Faults that break the statement and were killed in the last proof by one of its checks. */
  readonly faults: readonly string[]
  readonly untested?: string
}

/** One element per statement of both documents: its requirements and checks, and what was proven. */
export function coverage(catalogue: Catalogue, proof: Proof): Covered[] {
  const contract = derivedChecks(catalogue.requirements)
  // Numbers of one interface begin alike: A-DAT-20 and A-DAT-21.
  const built = new Set(catalogue.requirements.flatMap(({ sources }) => sources.map((source) => source.slice(0, 5))))
  const isBuilt = (id: string): boolean => built.has(id.slice(0, 5))
  return statements.map(({ id, level }) => {
    const requirements = catalogue.requirements.filter(({ sources }) => sources.includes(id))
    const ids = new Set(requirements.map((requirement) => requirement.id))
    const checks = [
      ...catalogue.checks.filter((check) => ids.has(check.requirement.id)).map((check) => check.id),
      ...contract.filter((check) => check.statements.includes(id)).map((check) => check.id),
    ]
    const faults = proof.faults
      .filter((fault) => fault.statements.includes(id) && fault.killedBy.some((check) => checks.includes(check)))
      .map((fault) => fault.id)
    const reason = requirements.find(({ untested }) => untested)?.untested
    const untested =
      checks.length === 0
        ? (reason ?? (isBuilt(id) ? 'no requirement cites it yet' : 'its interface is not built yet'))
        : undefined
    return { statement: id, level, requirements: [...ids], checks, faults, ...(untested ? { untested } : {}) }
  })
}

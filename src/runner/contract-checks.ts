import type { Requirement } from '../kit/requirements.ts'

/** What the contract finds by itself in any exchange, as a check of the requirement that its statements belong to. */
export interface ContractCheck {
  readonly id: string
  readonly requirement: Requirement
  /** The statements that it answers for. */
  readonly statements: readonly string[]
  readonly brokenBy: readonly string[]
}

/** One `<requirement>/contract` per requirement that owns a statement which the schemas can judge. */
export function contractChecks(requirements: readonly Requirement[], judged: readonly string[]): ContractCheck[] {
  const owned = new Map<Requirement, string[]>()
  for (const statement of judged) {
    const owner = ownerOf(statement, requirements)
    if (owner) owned.set(owner, [...(owned.get(owner) ?? []), statement])
  }
  return [...owned].map(([requirement, statements]) => ({ id: `${requirement.id}/contract`, requirement, statements, brokenBy: requirement.contract ?? [] }))
}

/** A requirement that names contract faults claims its statements before one that only cites them. */
export function ownerOf(statement: string, requirements: readonly Requirement[]): Requirement | undefined {
  const citing = requirements.filter((requirement) => requirement.sources.includes(statement) && requirement.side !== 'client')
  return citing.find((requirement) => requirement.contract && requirement.sources[0] === statement)
    ?? citing.find((requirement) => requirement.contract)
    ?? citing.find((requirement) => requirement.untested === undefined)
}

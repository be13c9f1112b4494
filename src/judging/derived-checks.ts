import type { Requirement } from '../kit/requirements.ts'

/** What the contract finds in any exchange, or a monitor in a sequence of them, as a check of the requirement that owns its statements. */
export interface ContractCheck {
  readonly id: string
  readonly by: 'contract' | 'traffic'
  readonly requirement: Requirement
  /** The statements that it judges. */
  readonly statements: readonly string[]
  readonly brokenBy: readonly string[]
}

type Whose = 'server' | 'client'

/** One `<requirement>/contract` for each requirement that owns a statement the schemas can judge. */
export function contractChecks(
  requirements: readonly Requirement[],
  judged: readonly string[],
  whose: Whose = 'server',
): ContractCheck[] {
  return derived('contract', requirements, judged, whose, ({ contract }) => contract)
}

/** One `<requirement>/traffic` for each requirement that owns a statement the monitors can judge. */
export function trafficChecks(
  requirements: readonly Requirement[],
  judged: readonly string[],
  whose: Whose = 'server',
): ContractCheck[] {
  return derived('traffic', requirements, judged, whose, ({ traffic }) => traffic)
}

function derived(
  by: ContractCheck['by'],
  requirements: readonly Requirement[],
  judged: readonly string[],
  whose: Whose,
  claimed: Claimed,
): ContractCheck[] {
  const owned = new Map<Requirement, string[]>()
  for (const statement of judged) {
    const owner = ownerOf(statement, requirements, whose, claimed)
    if (owner) owned.set(owner, [...(owned.get(owner) ?? []), statement])
  }
  return [...owned].map(([requirement, statements]) => ({
    id: `${requirement.id}/${by}`,
    by,
    requirement,
    statements,
    brokenBy: claimed(requirement) ?? [],
  }))
}

type Claimed = (requirement: Requirement) => readonly string[] | undefined

/** A requirement that names faults owns its statements, ahead of one that only cites them. */
function ownerOf(
  statement: string,
  requirements: readonly Requirement[],
  whose: Whose,
  claimed: Claimed,
): Requirement | undefined {
  const citing = requirements.filter(
    (requirement) =>
      requirement.sources.includes(statement) && (requirement.side === 'client') === (whose === 'client'),
  )
  return (
    citing.find((requirement) => claimed(requirement) && requirement.sources[0] === statement) ??
    citing.find((requirement) => claimed(requirement)) ??
    citing.find((requirement) => requirement.untested === undefined)
  )
}

import type { Level, Side } from '../verdict/level.ts'
import type { Need } from '../target/needs.ts'

export interface RequirementSpec {
  readonly level: Level
  /** The rule in one sentence of our own; findings quote it. */
  readonly says: string
  /** Statements it rests on; the first is the one a finding cites. */
  readonly sources: readonly [string, ...string[]]
  readonly needs?: readonly Need[]
  /** Faults that the contract (schemas/) must catch by itself: the check `<requirement>/contract` is planned. */
  readonly contract?: readonly [string, ...string[]]
  /** Faults that monitors (src/monitors) must catch by themselves in the traffic of live checks: the check `<requirement>/traffic` is planned. */
  readonly traffic?: readonly [string, ...string[]]
  /** Why no check can show it on the wire; such a requirement takes no check. */
  readonly untested?: string
  /** Whose conduct it rules; the target's unless said. */
  readonly side?: Side
}

export type Requirement<Spec extends RequirementSpec = RequirementSpec> = Spec & {
  readonly interface: string
  /** `<interface>/<slug>`: never changes. */
  readonly id: string
}

/** A requirement that a live check may stand for: not marked untested, and not a caller's. */
export type Testable<L extends Level = Level> = Requirement & {
  readonly untested?: undefined
  readonly side?: 'server' | 'both'
  readonly level: L
}

const known: Requirement[] = []

/** All requirements of the catalogues imported so far. */
export const announcedRequirements = (): readonly Requirement[] => known

/** The catalogue of one interface: requirements by slug. */
export function requirements<const C extends Record<string, RequirementSpec>>(
  name: string,
  catalogue: C,
): { readonly [K in keyof C]: Requirement<C[K]> } {
  const entries = Object.entries(catalogue).map(([slug, spec]) => [
    slug,
    { ...spec, interface: name, id: `${name}/${slug}` },
  ])
  const catalogued = Object.fromEntries(entries)
  known.push(...Object.values<Requirement>(catalogued))
  return catalogued
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { Caller } from '../caller.ts'
import { perHouse, type House } from '../house.ts'

export type CrowdFields = Readonly<Record<string, unknown>>

export interface Skill extends CrowdFields {
  readonly uuid: string
  readonly tagName: string
  readonly expiredAt: unknown
}

export interface Technician {
  readonly externalId: string
  readonly createdAt: string
  lastChanged: number
  fields: CrowdFields
  /** As it was created. */
  first: CrowdFields
  /** The address that came with it. */
  firstAddress: CrowdFields | undefined
  readonly addresses: Map<string, CrowdFields>
  skills: readonly Skill[]
}

/** Tags that skills refer to. */
export const tags: Readonly<Record<string, string>> = { 'TAG-WELDING': 'Welding', 'TAG-LIFTS': 'Lifts' }

type Technicians = Map<string, Technician>

const companies = perHouse(() => new Map<string, Technicians>())
const graves = perHouse(() => new WeakMap<Technicians, Technicians>())

/** Those that were deleted. */
export function goneOf(technicians: Technicians, house: House): Technicians {
  const known = graves(house).get(technicians) ?? new Map<string, Technician>()
  graves(house).set(technicians, known)
  return known
}

/** The technicians of the caller's company. */
export function techniciansOf({ account, company }: Caller, house: House): Map<string, Technician> {
  const key = `${account.id}/${company?.id}`
  const known = companies(house).get(key) ?? new Map<string, Technician>()
  companies(house).set(key, known)
  return known
}

/** Puts the technicians back as they are now. */
export function restoring(technicians: Technicians): () => void {
  const before = [...technicians.values()].map((one) => ({ ...one, addresses: new Map(one.addresses) }))
  return () => {
    technicians.clear()
    for (const one of before) technicians.set(one.externalId, one)
  }
}

export const newExternalId = (): string => randomBytes(10).toString('hex').toUpperCase()
export const newId = (): string => randomUUID()

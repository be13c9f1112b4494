import { randomBytes, randomUUID } from 'node:crypto'
import type { Caller } from '../caller.ts'
import { placesBeyond } from '../data/stores.ts'
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
export const tags: Readonly<Record<string, string>> = { 'TAG-WELDING': 'Welding', 'TAG-LIFTS': 'Aufzüge' }

type Technicians = Map<string, Technician>

const companies = perHouse(() => new Map<string, Technicians>())
const graves = perHouse(() => new WeakMap<Technicians, Technicians>())

/** Those that were deleted. */
export function goneOf(technicians: Technicians, house: House): Technicians {
  const known = graves(house).get(technicians) ?? new Map<string, Technician>()
  graves(house).set(technicians, known)
  return known
}

type Place = Pick<Caller, 'account' | 'company'>

/** The technicians that an operation of the caller reaches: those of its company, or of the one that has the technician it names. */
export function techniciansFor(caller: Place, house: House, operation: string, named?: string): Technicians {
  const own = techniciansOf(caller, house)
  const others = placesBeyond(caller, house, house.rules.reach.finds(operation)).map((one) => techniciansOf(one, house))
  if (named === undefined && others.length > 0) return new Map([own, ...others].flatMap((one) => [...one]))
  return others.find((one) => named !== undefined && one.has(named)) ?? own
}

/** The technicians of a company. */
function techniciansOf({ account, company }: Place, house: House): Map<string, Technician> {
  const key = `${account.id}/${company?.id}`
  const known = companies(house).get(key) ?? new Map<string, Technician>()
  companies(house).set(key, known)
  return known
}

/** Every technician of every company, with the key of the company. */
export const everyTechnician = (house: House): ReadonlyArray<readonly [company: string, Technician]> =>
  [...companies(house)].flatMap(([company, technicians]) =>
    [...technicians.values()].map((one) => [company, one] as const),
  )

/** Whose address it is. */
export const ownerOf = (id: string, technicians: Technicians): Technician | undefined =>
  [...technicians.values()].find(({ addresses }) => addresses.has(id))

const copied = (technicians: Technicians): readonly Technician[] =>
  [...technicians.values()].map((one) => ({ ...one, addresses: new Map(one.addresses) }))

/** Puts the technicians back as they are now. */
export function restoring(technicians: Technicians): () => void {
  const before = copied(technicians)
  return () => {
    technicians.clear()
    for (const one of before) technicians.set(one.externalId, one)
  }
}

interface Former {
  /** Until when they were so, in milliseconds. */
  readonly until: number
  readonly technicians: readonly Technician[]
}

const formers = perHouse(() => new WeakMap<Technicians, readonly Former[]>())

/** To be called before the technicians change, so that a list may show them late. */
export function beforeChange(technicians: Technicians, house: House): void {
  const lag = house.rules.visibility.lagMs('technicians')
  if (lag === 0) return
  const now = house.clock.now()
  const known = (formers(house).get(technicians) ?? []).filter(({ until }) => until > now - lag)
  formers(house).set(technicians, [...known, { until: now, technicians: copied(technicians) }])
}

/** The technicians as a list shows them: late by as much as the rule says. */
export function asListed(technicians: Technicians, house: House): readonly Technician[] {
  const since = house.clock.now() - house.rules.visibility.lagMs('technicians')
  const former = formers(house)
    .get(technicians)
    ?.find(({ until }) => until > since)
  return former?.technicians ?? [...technicians.values()]
}

export const newExternalId = (): string => randomBytes(10).toString('hex').toUpperCase()
export const newId = (): string => randomUUID()

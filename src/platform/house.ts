import type { Rulebook } from './rulebook/rulebook.ts'
import type { Seams } from './seams/seams.ts'
import type { PasswordPolicy } from './world/policy.ts'
import type { World } from './world/types.ts'

/** The platform's own clock, in milliseconds since the epoch: it follows real time and can be set forward. */
export interface Clock {
  now(): number
  advance(ms: number): void
}

/** What every room of one platform shares. */
export interface House {
  readonly rules: Rulebook
  readonly seams: Seams
  readonly world: World
  readonly policy: PasswordPolicy
  readonly clock: Clock
}

/** State of a room, one per platform, made when it is first asked for. */
export function perHouse<State>(make: (house: House) => State): (house: House) => State {
  const states = new WeakMap<House, State>()
  return (house) => {
    const known = states.get(house)
    if (known !== undefined) return known
    const made = make(house)
    states.set(house, made)
    return made
  }
}

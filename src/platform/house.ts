import type { Rulebook } from './rulebook/rulebook.ts'
import type { Seams } from './seams/seams.ts'
import type { PasswordPolicy } from './world/policy.ts'
import type { World } from './world/types.ts'

/** The platform's own clock, in milliseconds since the epoch: it follows real time and can be set forward. */
export interface Clock {
  now(): number
  advance(ms: number): void
}

/** State and rules shared by all interfaces of one platform. */
export interface House {
  readonly rules: Rulebook
  readonly seams: Seams
  readonly world: World
  readonly policy: PasswordPolicy
  readonly clock: Clock
  /** Is told which interface serves a request, or a part of one. */
  readonly enters: (room: string) => void
}

/** State of one interface, one per platform, created on first use. */
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

import { perHouse, type House } from '../house.ts'
import type { Account, User } from '../world/types.ts'

export interface Passwords {
  /** The current one first. */
  readonly former: readonly string[]
  readonly changedAt: number
  readonly expired: boolean
}

const changes = perHouse(() => new Map<string, Passwords>())

const keyOf = ({ account, user }: { account: Account; user?: User }) => `${account.name}\n${user?.name ?? ''}`

/** The passwords of a user, or of an account as such. */
export const passwordsOf = (house: House, named: { account: Account; user?: User }): Passwords =>
  changes(house).get(keyOf(named)) ?? {
    former: [named.user?.password ?? named.account.password],
    changedAt: Number.NEGATIVE_INFINITY,
    expired: named.user?.expired ?? false,
  }

/** The first passwords of all users. */
export const passwordsIn = ({ world }: House): readonly string[] =>
  world.accounts.flatMap(({ users }) => users.map(({ password }) => password))

export function changePassword(house: House, named: { account: Account; user?: User }, password: string): void {
  const { former } = passwordsOf(house, named)
  changes(house).set(keyOf(named), { former: [password, ...former], changedAt: house.clock.now(), expired: false })
}

/** The current password stays, but must be changed. */
export const expirePassword = (house: House, named: { account: Account; user?: User }): void =>
  void changes(house).set(keyOf(named), { ...passwordsOf(house, named), expired: true })

import type { House } from '../house.ts'
import type { Account, User } from '../world/types.ts'

export interface Named {
  readonly account: Account
  /** Absent for a login with the account name alone. */
  readonly user?: User
}

/** The account or user that `<account>` or `<account>/<user>` names; an account name may itself contain a slash. */
export function loginNamed({ world, rules }: House, username: string): Named | undefined {
  const { sameName } = rules.grant
  const whole = world.accounts.find(({ name }) => sameName(username, name))
  if (whole) return { account: whole }
  for (const account of world.accounts) {
    const user = account.users.find(({ name }) => sameName(username, `${account.name}/${name}`))
    if (user) return { account, user }
  }
  return undefined
}

import type { State, UserRecord } from './state.ts'
import { inAMonth, primaryOf } from './state.ts'

/** Choice: an e-mail is compared without regard to case, over all accounts, and every e-mail of a user counts. */
export const emailTaken = (state: State, email: string, self?: UserRecord): boolean =>
  state.users.some(
    (user) => user !== self && user.emails.some(({ value }) => value.toLowerCase() === email.toLowerCase()),
  )

export function dropUser(state: State, user: UserRecord): void {
  state.users = state.users.filter((one) => one !== user)
  state.gone.push({ id: user.id, account: user.account, email: primaryOf(user.emails) })
  for (const group of state.groups) group.members = group.members.filter((id) => id !== user.id)
  const held = state.subscriptions.find(({ holder }) => holder === user.id)
  if (held === undefined) return
  held.holder = null
  // Choice: a freed subscription goes to whoever waits for one longest.
  const waiting = state.users.find(({ account, unsubscribed }) => account === user.account && unsubscribed === true)
  if (waiting !== undefined) subscribe(state, waiting)
}

const most = 25
/** A free valid one, else a new one, else none. */
export function subscribe(state: State, user: UserRecord): void {
  const ours = state.subscriptions.filter(({ account }) => account === user.account)
  const free = ours.find(({ holder, until }) => holder === null && until > Date.now())
  user.unsubscribed = false
  if (free !== undefined) free.holder = user.id
  else if (ours.filter(({ automatic }) => automatic).length < most)
    state.subscriptions.push({ account: user.account, until: inAMonth(), automatic: true, holder: user.id })
  else user.unsubscribed = true
}

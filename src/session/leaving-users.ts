import type { Ledger } from '../target/ledger.ts'
import type { Broom } from './clean-up.ts'
import { removePeople } from './remove-people.ts'

/** Where so many could not be removed, others are not tried before the clean-up: a deletion that is refused costs requests, and frees nothing. */
const failuresAtMost = 3

/** The users that a check makes for itself leave when it is done: each holds one of the account's subscriptions (B-USR-17). */
export function leavingUsers(ledger: Pick<Ledger, 'usersMadeIn' | 'made'>) {
  /** Namespaces, by check. */
  const names = new Map<string, string[]>()
  let failures = 0
  return {
    /** The check makes its own in this namespace. */
    note(check: string, tag: string): void {
      names.set(check, [...(names.get(check) ?? []), tag])
    },
    async letGo(check: string, broom: Omit<Broom, 'unfinished'>): Promise<void> {
      const tags = names.get(check) ?? []
      names.delete(check)
      if (failures >= failuresAtMost) return
      for (const [object, fate] of await removePeople({ ...broom, unfinished: ledger.usersMadeIn(tags) })) {
        if (typeof fate === 'string') continue
        if (!fate.deleted) failures += 1
        // A deletion that was answered as done took it off the ledger: what is still shown belongs there.
        ledger.made(object)
      }
    },
  }
}

import { allStores, storeAt } from './data/stores.ts'
import type { House } from './house.ts'
import { passwordsOf } from './token/passwords.ts'

/**
 * All that a caller can change and read again, one line each, sorted: every record of every company as stored, and the password in force of
 * every account and user. What the documents give no way to take back is left out: deleted listings, former passwords, tokens and codes.
 */
export function contentsOf(house: House): readonly string[] {
  const { accounts } = house.world
  // A company is filled with its first records when it is first asked for: both times of a comparison are to see them.
  for (const account of accounts) for (const company of account.companies) storeAt({ account, company }, house)
  const records = [...allStores(house)].flatMap(([company, store]) =>
    store.resources().flatMap((resource) =>
      store
        .table(resource)
        .all()
        .map(({ former: _, ...record }) => `${company} ${resource} ${record.id} ${JSON.stringify(record)}`),
    ),
  )
  const passwords = accounts.flatMap((account) =>
    [undefined, ...account.users].map((user) => {
      const { former, expired } = passwordsOf(house, { account, ...(user ? { user } : {}) })
      return `password of ${account.name}${user ? `/${user.name}` : ''} ${JSON.stringify(former[0])}${expired ? ', expired' : ''}`
    }),
  )
  return [...records, ...passwords].sort()
}

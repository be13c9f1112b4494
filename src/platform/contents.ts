import { everyTechnician } from './crowd/technicians.ts'
import { allStores, storeAt } from './data/stores.ts'
import { everyAssignment } from './dispatch/assignments.ts'
import type { House } from './house.ts'
import { peopleOf } from './people/store.ts'
import { passwordsOf } from './token/passwords.ts'

/**
 * All that a caller can change and read again, one line each, sorted: every record of every company as stored, crowd technicians, partners'
 * assignments, users, their groups and subscriptions, and the password in force of every account and user. What the documents give no way to take back is left out: deleted listings, former passwords, tokens and codes.
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
  const technicians = everyTechnician(house).map(
    ([company, { externalId, fields, addresses, skills }]) =>
      `${company} technician ${externalId} ${JSON.stringify([fields, [...addresses], skills])}`,
  )
  const assignments = everyAssignment(house).map(
    ({ before: _, due: __, ...one }) => `assignment of ${one.activityId} ${JSON.stringify(one)}`,
  )
  const people = accounts.flatMap((account) => {
    const { persons, groups, subscriptions } = peopleOf(house, account)
    return [
      ...persons.all().map((one) => `user of ${account.name} ${JSON.stringify(one)}`),
      ...groups.all().map((one) => `group of ${account.name} ${JSON.stringify(one)}`),
      ...subscriptions.all().map((one) => `subscription of ${account.name} ${JSON.stringify(one)}`),
    ]
  })
  return [...records, ...technicians, ...assignments, ...people, ...passwords].sort()
}

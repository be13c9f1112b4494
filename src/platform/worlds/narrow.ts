import { accounts } from '../world/accounts.ts'
import { standardWorld } from '../world/world.ts'
import { allLacking, withIdentities, type ServedWorld } from './world.ts'

/** As little as an operator may hand out. */
export const narrow: ServedWorld = {
  name: 'narrow',
  says: 'One company, one identity, client_credentials only; the plain user of the account may create nothing.',
  variants: ['record-changed-by-nobody'],
  own: () => [
    {
      id: 'client-credentials-only',
      says: 'No client may use another grant than client_credentials.',
      rule: { grant: { permits: (grant) => grant === 'client_credentials' } },
    },
  ],
  data: {
    ...standardWorld,
    accounts: accounts
      .filter(({ name }) => name === 'acme')
      .map((account) => ({
        ...account,
        companies: account.companies.slice(0, 1),
        users: account.users.map((user) => (user.name === 'field' ? { ...user, group: 'reader' } : user)),
      })),
  },
  target: ({ identities: { service: admin }, ...plain }) =>
    withIdentities({ ...plain, identities: { admin } }, ['admin'], {
      ...allLacking(
        ['user-grant', 'account-grant', 'authorization-code', 'general-client', 'disallowed-client', 'other-user'],
        'clients may use client_credentials only, and one was set up',
      ),
      ...allLacking(
        ['sso-user', 'expired-user', 'unprivileged-user', 'companyless-user', 'unreadable-resource'],
        'no user can log in',
      ),
      ...allLacking(['password-change', 'password-trials'], 'no user can log in'),
      ...allLacking(['crowd', 'dispatch'], 'no crowd owner and no partner can log in'),
      ...allLacking(['second-company'], 'there is one company'),
      ...allLacking(['second-cluster', 'reserved-account'], 'there is one account'),
    }),
}

import { accounts } from '../world/accounts.ts'
import { standardWorld } from '../world/world.ts'
import { allLacking, withIdentities, type ServedWorld } from './world.ts'

/** Passwords open nothing: every login of the account is sent to the identity provider. */
export const singleSignOn: ServedWorld = {
  name: 'single-sign-on',
  says: 'The account is on single sign-on: only clients get a token without the identity provider.',
  variants: ['token-error-more-fields', 'token-type-lower-case'],
  data: {
    ...standardWorld,
    accounts: accounts.map((account) => (account.name === 'acme' ? { ...account, sso: true as const } : account)),
  },
  target: ({ identities: { service: admin, sso }, ...plain }) =>
    withIdentities({ ...plain, identities: { admin, service: admin, sso } }, ['admin', 'service', 'sso'], {
      ...allLacking(
        [
          'user-grant',
          'account-grant',
          'authorization-code',
          'other-user',
          'expired-user',
          'unprivileged-user',
          'companyless-user',
          'unreadable-resource',
          'password-change',
          'password-trials',
          'general-client',
          'disallowed-client',
          'crowd',
          'dispatch',
        ],
        'the account is on single sign-on, so no user logs in with a password',
      ),
    }),
}

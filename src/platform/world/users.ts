import type { User } from './types.ts'

const everywhere = ['Acme North', 'Acme South & Sons']

const user = (id: number, name: string, password: string, more: Partial<User> = {}): User => ({
  id,
  name,
  password,
  email: `${name.replace(/[^a-z0-9-]/g, '.')}@acme.example`,
  privileges: ['USER'],
  group: 'integration',
  companies: everywhere,
  ...more,
})

/** The users of the account acme, each with one role in the checks. */
export const acmeUsers: readonly User[] = [
  user(20101, 'admin', 'Adm1n-of+acme #1', { privileges: ['USER', 'ADMINISTRATOR'] }),
  user(20102, 'super', 'Sup3r-user 42%', { privileges: ['USER', 'SUPERUSER'] }),
  user(20103, 'field', 'F1eld-work 7?', { companies: ['Acme North'] }),
  user(20104, 'signon', 'S1gn-on-only 8', { sso: true }),
  user(20105, 'late', 'L4te-password 9', { expired: true }),
  user(20106, 'plain', 'Pl41n-password', { privileges: [], group: 'nobody' }),
  user(20107, 'changer', 'Ch4nge-me-01 now'),
  user(20108, 'nowhere', 'N0where-to-be', { companies: [] }),
  user(20109, 'crowd', 'Cr0wd-owner 1', { privileges: ['USER', 'SUPERUSER', 'CROWD_OWNER'] }),
  user(20110, 'partner', 'P4rtner-one 1', { privileges: ['USER', 'SUPERUSER', 'PARTNER_MANAGER'] }),
  user(20111, 'partner2', 'P4rtner-two 2', {
    privileges: ['USER', 'SUPERUSER', 'PARTNER_MANAGER'],
    companies: ['Acme North'],
  }),
  user(20112, 'reader', 'R3ads-all-day', { group: 'reader' }),
  user(20113, 'calls', 'C4lls-and-more', { group: 'calls' }),
  user(20114, 'bare', 'B4re-of-privileges', { privileges: ['GUEST'] }),
  user(20115, 'south', 'S0uthern-comfort 5', {
    privileges: ['USER', 'SUPERUSER', 'CROWD_OWNER', 'PARTNER_MANAGER'],
    companies: ['Acme South & Sons'],
  }),
  user(20116, 'owner', 'Own-records-0nly', { group: 'own' }),
]

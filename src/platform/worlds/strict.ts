import { attachmentRules } from '../rulebook/attachment.ts'
import { standardWorld } from '../world/world.ts'
import { acmeUsers } from '../world/users.ts'
import type { ServedWorld } from './world.ts'

/** Narrow limits wherever no sentence forbids them. The cap on pages is a known difference of real clusters (A-PAR-15): a warning. */
export const strict: ServedWorld = {
  name: 'strict',
  says: 'Pages of at most 1000 records, attachments of at most 4 MB, external ids of at most 20 letters and digits, one password change a day; the plain user reads only; SCIM and User API take the narrowest form.',
  variants: [
    'record-inlined-rest-unset',
    'scim-lists-bare',
    'scim-takes-scim-json-only',
    'scim-members-by-path-only',
    'scim-writes-answer-location-only',
    'user-list-at-one-path',
    'user-put-204-unknown-400',
    'user-size-at-most-ten',
    'people-token-in-header-only',
  ],
  own: () => [
    {
      id: 'attachments-small',
      says: 'An attachment of more than 4 MB is answered with 413.',
      rule: {
        attachment: {
          refuses: (text) =>
            Buffer.byteLength(text, 'base64') > 4 * 1024 * 1024 ? 413 : attachmentRules.attachment.refuses(text),
        },
      },
    },
    {
      id: 'external-ids-short',
      says: 'An external id has at most 20 letters and digits.',
      rule: { data: { takesExternalId: (externalId) => /^[A-Za-z0-9]{1,20}$/.test(externalId) } },
    },
    {
      id: 'pages-short',
      says: 'A pageSize above 1000 is refused.',
      rule: { page: { largest: () => 1000 } },
    },
  ],
  data: {
    ...standardWorld,
    accounts: standardWorld.accounts.map((account) =>
      account.users === acmeUsers
        ? {
            ...account,
            users: acmeUsers.map((user) => (user.name === 'field' ? { ...user, group: 'reader' } : user)),
          }
        : account,
    ),
  },
  policy: { minAgeMs: 86_400_000 },
  target: (plain) => ({
    ...plain,
    lacks: { ...plain.lacks, 'external-id-characters': 'an external id has at most 20 letters and digits' },
  }),
}

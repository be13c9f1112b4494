import type { Fault } from '../deviation.ts'
import { scimRules } from '../rulebook/scim.ts'

const { scim } = scimRules

/** Quiet breaches of SCIM that a third server in Perl showed. */
export const perlThirdPeopleFaults: readonly Fault[] = [
  {
    id: 'scim-groups-list-without-the-nameless',
    breaks: ['B-SCM-07'],
    says: 'The list of groups lacks those without a displayName.',
    rule: {
      scim: { listsGroups: (all) => scim.listsGroups(all).filter(({ displayName }) => displayName !== undefined) },
    },
  },
  {
    id: 'scim-groups-list-without-the-nameless-with-members',
    breaks: ['B-SCM-07'],
    says: 'The list of groups lacks those that have members and no displayName.',
    rule: {
      scim: {
        listsGroups: (all) =>
          scim.listsGroups(all).filter(({ displayName, members }) => displayName !== undefined || members.length === 0),
      },
    },
  },
]

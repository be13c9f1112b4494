import type { Fault } from '../deviation.ts'
import { scimRules } from '../rulebook/scim.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { elementsIn, scimTurn, sentWith, telling, userTurn } from './people-kinds.ts'
import { altered } from './scim-kinds.ts'

const { scim } = scimRules

/** Who becomes a member of the group is one of no other any more. */
function leavingOthers(asked: ScimCall, id: number): void {
  const { groups } = asked.people
  const members = groups.get(id)?.members ?? []
  for (const group of groups.all())
    if (group.id !== id && group.members.some((one) => members.includes(one)))
      groups.put({ ...group, members: group.members.filter((one) => !members.includes(one)) }, asked.call.journal)
}

const isAdd = ({ op }: Readonly<Record<string, unknown>>): boolean => op === 'add'

/** Quiet breaches of SCIM and the User API that a third server in Perl showed. */
export const perlThirdPeopleFaults: readonly Fault[] = [
  scimTurn(
    'scim-add-takes-a-user-out-of-other-groups',
    ['B-SCM-10', 'B-SCM-18'],
    ['group-patch'],
    'A patch that adds takes the members of the group out of all others.',
    (asked, handle) => {
      const answer = handle(asked)
      if (elementsIn(sentWith(asked)['Operations']).some(isAdd))
        leavingOthers(asked, Number(asked.call.params['groupId']))
      return answer
    },
  ),
  scimTurn(
    'scim-group-put-takes-users-out-of-other-groups',
    ['B-SCM-09', 'B-SCM-18'],
    ['group-put'],
    'A PUT of a group takes its members out of all others.',
    (asked, handle) => {
      const answer = handle(asked)
      leavingOthers(asked, Number(asked.call.params['groupId']))
      return answer
    },
  ),
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
  altered(
    'scim-post-user-name-for-want-of-emails',
    ['B-SCM-04', 'B-SCM-15'],
    'A user without e-mails whose userName is one gets that for its e-mail.',
    'POST',
    /\/scim\/v2\/Users(?:\?|$)/,
    (body) =>
      elementsIn(body['emails']).length === 0 && String(body['userName']).includes('@')
        ? { ...body, emails: [{ value: body['userName'], primary: true }] }
        : body,
  ),
  userTurn(
    'user-post-for-a-further-company-tells-that-alone',
    ['B-USR-09', 'B-USR-37'],
    ['post'],
    'A POST that brings a user to a further company is answered with that company alone.',
    (asked, handle) =>
      telling(handle(asked), (told) => ({
        ...told,
        companies: elementsIn(told['companies']).filter(
          ({ companyId }) => asked.company === undefined || companyId === asked.company.id,
        ),
      })),
  ),
]

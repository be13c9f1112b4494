import type { Fault } from '../deviation.ts'
import { empty, json } from '../http/answers.ts'
import type { Person } from '../people/store.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { scimRules } from '../rulebook/scim.ts'
import type { UserCall } from '../user/user-call.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { elementsIn, listing, memoryOf, refusing, scimTurn, sending, sentWith, userTurn } from './people-kinds.ts'

const { scim } = scimRules

const lost = memoryOf(() => new Set<number>())
const former = memoryOf(() => new Map<string, readonly number[]>())
const gone = memoryOf(() => new Set<number>())
const burned = memoryOf(() => new Set<string>())

const membersIn = (value: unknown): readonly number[] =>
  elementsIn(value)
    .filter(isFieldList)
    .map((one) => Number(one['value']))
const refusedUser = () => json(400, { error: 'UA-00', message: 'refused', values: [] })
const personOf = ({ people, call }: UserCall): Person | undefined => people.persons.get(Number(call.params['userId']))

const scimFaults: readonly Fault[] = [
  {
    id: 'scim-patch-needs-no-token',
    breaks: ['B-SCM-01', 'A-AUT-05'],
    says: 'A patch of a group is served without a token.',
    rule: {
      bearer: {
        accepts: (state, room, at) =>
          (at === 'scim-group-patch' && state === 'none') || authorizationRules.bearer.accepts(state, room, at),
      },
    },
  },
  scimTurn(
    'scim-deactivation-needs-emails',
    ['B-SCM-05'],
    ['user-put'],
    'A PUT that makes an active user inactive is refused without emails.',
    (asked, handle) => {
      const { active, emails } = sentWith(asked)
      const before = asked.people.persons.get(Number(asked.call.params['userId']))
      return before?.active === true && active === false && emails === undefined ? refusing(400) : handle(asked)
    },
  ),
  scimTurn(
    'scim-delete-of-a-member-undone',
    ['B-SCM-06', 'B-SCM-18'],
    ['user-delete'],
    'DELETE of a user that is in a group tells success, and the user stays.',
    (asked, handle) => {
      const id = Number(asked.call.params['userId'])
      return asked.people.groups.all().some(({ members }) => members.includes(id)) ? empty(204) : handle(asked)
    },
  ),
  scimTurn(
    'scim-groups-list-without-those-of-the-deleted',
    ['B-SCM-07'],
    ['user-delete', 'group-list', 'group-patch', 'group-put'],
    'The list of groups lacks those whose last member was deleted as a user, until they have members again.',
    (asked, handle) => {
      const { operation, people, call } = asked
      if (operation === 'user-delete') {
        const id = Number(call.params['userId'])
        for (const group of people.groups.all())
          if (group.members.length === 1 && group.members[0] === id) lost(asked).add(group.id)
      }
      const answer = handle(asked)
      if (operation === 'group-patch' || operation === 'group-put') lost(asked).delete(Number(call.params['groupId']))
      return operation === 'group-list'
        ? listing(answer, (all) => all.filter((one) => !lost(asked).has(Number(one['id']))))
        : answer
    },
  ),
  scimTurn(
    'scim-group-inherits-members',
    ['B-SCM-11', 'B-SCM-18'],
    ['group-delete', 'group-post'],
    'A group has the members, too, that a deleted one of its name had.',
    (asked, handle) => {
      const { operation, people, call } = asked
      const group = people.groups.get(Number(call.params['groupId']))
      if (operation === 'group-delete') {
        if (group?.displayName !== undefined) former(asked).set(group.displayName, group.members)
        return handle(asked)
      }
      const sent = sentWith(asked)
      const heirs = former(asked).get(String(sent['displayName'])) ?? []
      const members = [...new Set([...membersIn(sent['members']), ...heirs])].filter((id) => people.persons.get(id))
      return handle(
        heirs.length === 0
          ? asked
          : sending(asked, { ...sent, members: members.map((id) => ({ value: scim.id(id) })) }),
      )
    },
  ),
  {
    id: 'scim-replace-by-as-many-ignored',
    breaks: ['B-SCM-19'],
    says: 'A replace by as many members as there are changes nothing.',
    rule: { scim: { replaced: (before, named) => (before.length === named.length ? before : named) } },
  },
  {
    id: 'scim-remove-of-a-stranger-takes-the-last',
    breaks: ['B-SCM-19'],
    says: 'A remove of a user who is no member takes out the last member.',
    rule: {
      scim: {
        removed: (before, named) => {
          const left = [...before]
          for (const id of named) left.splice(left.indexOf(id), 1)
          return left
        },
      },
    },
  },
]

const isUserPath = (target: string): boolean => target.startsWith('/api/user')

const userFaults: readonly Fault[] = [
  {
    id: 'user-list-account-in-part',
    breaks: ['B-USR-18'],
    says: 'The account of a list may be the beginning of its name.',
    wire: {
      request: (request) =>
        request.method === 'GET' && isUserPath(request.target)
          ? {
              ...request,
              target: request.target.replace(/([?&]account=)([^&]+)/, (all: string, name: string, value: string) =>
                'acme'.startsWith(value.toLowerCase()) ? `${name}acme` : all,
              ),
            }
          : request,
    },
  },
  userTurn(
    'user-deleted-read-as-null',
    ['B-USR-19'],
    ['get', 'delete'],
    'GET of a deleted user is answered with 200 and null.',
    (asked, handle) => {
      const id = Number(asked.call.params['userId'])
      const answer = handle(asked)
      if (asked.operation === 'delete' && answer.status < 300) gone(asked).add(id)
      return asked.operation === 'get' && answer.status === 404 && gone(asked).has(id) ? json(200, null) : answer
    },
  ),
  userTurn(
    'user-put-other-id-changes-names',
    ['B-USR-28'],
    ['put'],
    'A PUT that is refused for the id in its body changes the first name.',
    (asked, handle) => {
      const answer = handle(asked)
      const own = personOf(asked)
      const { firstName } = sentWith(asked)
      if (answer.status === 400 && own && typeof firstName === 'string')
        asked.people.persons.put({ ...own, firstName }, asked.call.journal)
      return answer
    },
  ),
  userTurn(
    'user-put-decodes-phone',
    ['B-USR-37'],
    ['put'],
    'A PUT takes the plus of a phone for a blank.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const { phone } = sent
      return handle(typeof phone === 'string' ? sending(asked, { ...sent, phone: phone.replaceAll('+', ' ') }) : asked)
    },
  ),
  {
    ...userTurn(
      'user-email-of-unknown-company-taken',
      ['B-USR-20'],
      ['post'],
      'The e-mail of a POST for an unknown company is taken, although it was refused.',
      (asked, handle) => {
        const email = String(sentWith(asked)['email']).toLowerCase()
        if (burned(asked).has(email)) return refusedUser()
        if (asked.company !== undefined || asked.call.query.get('company') === undefined) return handle(asked)
        burned(asked).add(email)
        return refusedUser()
      },
    ),
    rule: { user: { knowsCompany: (known, operation) => known || operation === 'post' } },
  },
]

/** Breaches of SCIM and the User API that a fourth reader thought up (suites/two-readings). */
export const fourthPeopleFaults: readonly Fault[] = [...scimFaults, ...userFaults]

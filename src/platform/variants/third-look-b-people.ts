import type { Variant } from '../deviation.ts'
import { sentWith } from '../faults/people-kinds.ts'
import { json } from '../http/answers.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { knownGroups } from '../world/groups.ts'

const { user } = userRules
const { scim } = scimRules

const [theOne] = knownGroups as readonly [number]

const refusal = (message: string) => json(400, { error: 'UA-00', message, values: [] })

/** Lawful servers of users with bounds that no sentence gives. */
export const thirdLookPeopleVariants: readonly Variant[] = [
  {
    id: 'user-size-above-twenty-400',
    leaves: ['B-USR-36'],
    says: 'A Size of more than twenty, which is the size of a page that nothing is said of, is refused with 400.',
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'list' && Number(asked.call.query.get('Size') ?? 0) > 20
            ? refusal('Size must be from 1 to 20')
            : handle(asked),
      },
    },
  },
  {
    id: 'user-sorted-by-indexed-columns',
    leaves: ['B-USR-06'],
    says: 'A list can be sorted by id, e-mail, name and last name; any other property is refused with 400.',
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'list' &&
          asked.call.query.all('Sort').some((sort) => !/^\s*(?:id|email|name|lastName)\b/.test(sort))
            ? refusal('sortable: id, email, name, lastName')
            : handle(asked),
      },
    },
  },
  {
    id: 'user-phones-are-unique',
    leaves: ['B-USR-03', 'B-USR-21'],
    says: 'A phone that another user has is refused with 409.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { phone } = asked.operation === 'post' || asked.operation === 'put' ? sentWith(asked) : {}
          const own = asked.call.params['userId']
          return typeof phone === 'string' &&
            asked.people.persons.all().some((one) => one.phone === phone && String(one.id) !== own)
            ? json(409, { error: 'UA-00', message: 'the phone number is in use', values: [] })
            : handle(asked)
        },
      },
    },
  },
  {
    id: 'user-one-permission-group',
    leaves: ['B-USR-33', 'B-USR-36'],
    says: 'There is one permission group, which each user has; a write that names another is refused with 400.',
    rule: {
      user: {
        memberships: (companies) =>
          user.memberships(companies.map(({ companyId }) => ({ companyId, groupId: theOne }))),
      },
    },
    seam: {
      people: {
        user: (asked, handle) => {
          const { companyGroupId = theOne } = sentWith(asked)
          return companyGroupId === theOne ? handle(asked) : refusal('no such permission group')
        },
      },
    },
  },
  {
    id: 'scim-group-put-needs-a-name',
    leaves: ['B-SCM-09', 'B-SCM-17'],
    says: 'A PUT of a group without displayName is refused with 400.',
    seam: {
      people: {
        scim: (asked, handle) =>
          asked.operation === 'group-put' && sentWith(asked)['displayName'] === undefined
            ? json(400, scim.error(400, 'invalidValue', 'displayName is required'))
            : handle(asked),
      },
    },
  },
]

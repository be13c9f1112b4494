import type { Variant } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { peopleOf, type Person } from '../people/store.ts'
import { userRules } from '../rulebook/user.ts'
import type { Account } from '../world/types.ts'
import { alone } from './lawful.ts'

const { user } = userRules

/** What an address is told from others by: neither letter case, nor dots before @, nor what follows a plus sign there. */
function mailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split(/@(.*)/s)
  return `${local.replace(/\+.*$/s, '').replaceAll('.', '')}@${domain}`
}

const isOneMailbox = (one: string, other: string): boolean => mailbox(one) === mailbox(other)

const oldNames = [
  "O'Neil",
  'Smith, Jr.',
  'Ada \u{1F6E0}\uFE0F',
  'محمد',
  'Trailing   ',
  'ÅSA',
  'דוד',
  'Müller-Lüdenscheidt',
] as const
const many = 3000
const imported = Date.UTC(2009, 4, 1)

/** A user of long ago; every third has no names and no phone, forty are called the same. */
function oldUser(at: number, account: Account): Person {
  const isBare = at % 3 === 0
  const long = at % 50 === 0 ? 'x'.repeat(80) : ''
  const local = at % 2 === 0 ? `Old.User${at}${long}` : `old.user${at}${long}`
  return {
    id: at,
    email: `${local}@${account.name}.Old.example`,
    name: at <= 40 ? 'old' : (oldNames[at % oldNames.length] ?? null),
    firstName: isBare ? null : (oldNames[(at + 1) % oldNames.length] ?? null),
    lastName: isBare ? null : `Old ${at % 7}`,
    phone: isBare ? null : `0${at}`,
    active: at % 2 === 0,
    created: imported + at * 60_000,
    lastChanged: imported + at * 90_000,
    companies: account.companies.map(({ id }) => ({ companyId: id, groupId: at % 4 === 0 ? 301 : 304 })),
    emails: [],
  }
}

const grownOld = perHouse((house) => {
  for (const account of house.world.accounts) {
    const { persons } = peopleOf(house, account)
    for (let at = 1; at <= many; at += 1) persons.put(oldUser(at, account), undefined)
  }
  return true
})

export const withOldUsers =
  <Asked extends { readonly house: House }, Answer>() =>
  (asked: Asked, handle: (asked: Asked) => Answer): Answer => {
    grownOld(asked.house)
    return handle(asked)
  }

/** The group of those who have none in a company: no permission group has this id. */
const noGroup = 0

/** Lawful readings of users, thought up by a fourteenth reader (suites/two-readings). */
export const fourteenthPeopleVariants: readonly Variant[] = [
  {
    id: 'people-one-user-per-mailbox',
    leaves: ['B-USR-20'],
    says: 'E-mails that differ only in letter case, dots before @ or what follows a plus sign there are one, and the second user with it is refused.',
    rule: { user: { isTaken: isOneMailbox }, scim: { isTaken: isOneMailbox } },
  },
  alone({
    id: 'people-three-thousand-old-users',
    leaves: ['B-USR-06'],
    says: 'Each account has 3000 users of 2009 who stand before all others; pages have 100 at most, and SCIM lists all in one answer.',
    rule: { scim: { pageSize: () => 100_000 }, user: { size: (asked) => Math.min(100, asked) } },
    seam: { people: { scim: withOldUsers(), user: withOldUsers() } },
  }),
  {
    id: 'user-put-without-group-takes-it-away',
    leaves: ['B-USR-33'],
    says: 'A PUT without companyGroupId leaves a user without a group in the companies concerned: groupId is null.',
    rule: {
      user: {
        group: (sent, before, companyId, operation) =>
          operation === 'put' ? (sent ?? noGroup) : user.group(sent, before, companyId, operation),
        memberships: (companies) =>
          companies.map(({ companyId, groupId }) => ({ companyId, groupId: groupId === noGroup ? null : groupId })),
      },
    },
  },
]

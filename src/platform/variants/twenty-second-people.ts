import type { Variant } from '../deviation.ts'
import { askedOf, headerIn } from '../faults/passing.ts'
import { elementsIn, memoryOf, sentWith } from '../faults/people-kinds.ts'
import { perHouse, type House } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { peopleOf, type PeopleGroup } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { ScimRefused } from '../scim/scim-call.ts'
import { refusedUser } from '../user/refusal.ts'
import { through } from './lawful.ts'
import { staying } from './ninth-scim.ts'
import { isFieldList } from './turned-away.ts'

const { scim } = scimRules

const long = 'שלום ‏עולם '.repeat(27)
const groupNames = ['Admins', 'Admins', 'Admins ', '', undefined, '2024-01-01', 'مَجْمُوعَة', long] as const

/** Groups of an import: their numbers begin below zero and end with the greatest that a double keeps. */
const oldGroups: readonly PeopleGroup[] = groupNames.map((displayName, at) => ({
  id: at === 0 ? Number.MAX_SAFE_INTEGER : at - 4,
  ...(displayName === undefined ? {} : { displayName }),
  members: [],
  created: Date.UTC(2009, 0, 1),
  lastChanged: Date.UTC(2009, 0, 1),
}))

const oldNames = [' anna', 'anna ', 'İrem', 'straße', 'Straße', long, 'anna', 'Anna', '%', '_', '*'] as const

const withOldNames = perHouse((house: House) => {
  for (const account of house.world.accounts)
    for (const [at, name] of oldNames.entries())
      peopleOf(house, account).persons.put(
        {
          id: at + 1,
          email: `old.${at}@${account.id}.example`,
          name,
          firstName: name,
          lastName: name.trim(),
          phone: name,
          active: at % 2 === 0,
          created: Date.UTC(2009, 0, 1),
          lastChanged: Date.UTC(2009, 0, 1),
          companies: account.companies.map(({ id }) => ({ companyId: id, groupId: 304 })),
          emails: [],
        },
        undefined,
      )
  return true
})

/** Ids of requests of the last ten minutes, with their times. */
const heard = memoryOf(() => new Map<string, number>())
const memoryMs = 600_000

/** Those of the list, and those that document A has for every call. */
const ofTheList = ['account', 'name', 'email', 'active', 'Page', 'Size', 'Offset', 'Sort']
const ofEveryCall = ['access_token', 'company', 'user', 'clientId', 'clientVersion', 'requestId']

/** Users of the start of an account have lower ids than any who is created. */
const lastAtFirst = 30_000

const partB =
  /\/(?:scim\/v2|user\/v1|users|crowd\/v2|cloud-partner-dispatch-service|service-management\/v2|reporting\/v1|optimization)\b/
const roomOf = ({ target }: PlatformRequest): string | undefined =>
  target.includes('/oauth2/') || target.includes('/fieldproof/')
    ? undefined
    : partB.exec(target.split('?')[0] ?? '')?.[0]
const warm = perHouse(() => new Set<string>())

const page = (status: number, text: string) =>
  textAnswer(status, 'text/html', `<html><body><h1>${text}</h1></body></html>`)

/** Lawful servers of SCIM and the User API, and what stands before all of part B, thought up by a twenty-second reader (suites/two-readings). */
export const twentySecondPeopleVariants: readonly Variant[] = [
  {
    id: 'scim-each-email-once',
    leaves: ['B-SCM-04', 'B-SCM-15'],
    says: 'A user that is sent with the same e-mail twice is refused with 409.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const values = elementsIn(sentWith(asked)['emails']).flatMap((one) =>
            isFieldList(one) ? [String(one['value']).toLowerCase()] : [],
          )
          if (/^user-(?:post|put)$/.test(asked.operation) && new Set(values).size < values.length)
            throw new ScimRefused(409, 'uniqueness', 'an e-mail stands twice')
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'scim-groups-of-an-old-directory',
    leaves: ['B-SCM-07', 'B-SCM-08', 'B-SCM-13'],
    says: 'The list begins with groups of an import: two of one name, one with a blank behind it, with an empty name, with none, in Arabic, with ids below zero and of sixteen digits.',
    rule: { scim: { listsGroups: (all) => scim.listsGroups([...oldGroups, ...all]) } },
  },
  {
    id: 'scim-members-outlive-their-users-and-are-refused',
    leaves: ['B-SCM-06', 'B-SCM-17', 'B-SCM-18'],
    says: 'A user that was deleted stays a member of its groups, and a PUT of such a group with the members that it shows is refused.',
    seam: {
      people: {
        user: (asked, handle) => (asked.operation === 'delete' ? staying(asked, handle) : handle(asked)),
        scim: (asked, handle) => (asked.operation === 'user-delete' ? staying(asked, handle) : handle(asked)),
      },
    },
  },
  {
    id: 'people-old-users-with-odd-names',
    leaves: ['B-USR-03', 'B-USR-06', 'B-SCM-02'],
    says: 'Each account has old users before all others whose names begin or end with a blank, differ in case, are wildcards, a sharp s or 300 signs from right to left.',
    seam: {
      people: {
        user: (asked, handle) => {
          withOldNames(asked.house)
          return handle(asked)
        },
        scim: (asked, handle) => {
          withOldNames(asked.house)
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'user-subscriptions-of-old-users-ran-out',
    leaves: ['B-USR-17', 'B-USR-22'],
    says: 'A GET by id of a user who was there from the start is answered 409 with UA-03; the list shows such users.',
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'get' && Number(asked.call.params['userId']) < lastAtFirst
            ? refusedUser(asked.house, 'no-subscription', 'get')
            : handle(asked),
      },
    },
  },
  {
    id: 'user-request-id-serves-once',
    leaves: ['B-USR-01', 'B-USR-30'],
    says: 'A call, a read too, with an X-Request-ID that was heard within ten minutes is refused with 400.',
    // A look at what is to be deleted would be heard before the call that it serves.
    excludes: ['deleted-record-gone-with-its-names'],
    seam: {
      people: {
        user: (asked, handle) => {
          const now = asked.house.clock.now()
          const id = asked.call.header('X-Request-ID') ?? ''
          const before = heard(asked).get(id)
          heard(asked).set(id, now)
          return before !== undefined && now - before < memoryMs
            ? json(400, { message: 'this request was heard' })
            : handle(asked)
        },
      },
    },
  },
  {
    ...through(
      'user-list-knows-its-own-parameters-only',
      ['B-USR-06', 'B-USR-36'],
      'A list with a parameter that the documents do not have, or write otherwise, is refused with 400.',
      (request, go) => {
        const { method, path, query } = askedOf(request)
        const isList = method === 'GET' && /\/api\/(?:user\/v1\/)?users$/.test(path)
        const isOdd = isList && [...query.keys()].some((name) => ![...ofTheList, ...ofEveryCall].includes(name))
        return isOdd ? Promise.resolve(json(400, { message: 'there is no such parameter' })) : go(request)
      },
    ),
    // That one heeds no other spelling.
    excludes: ['user-pages-in-small-letters'],
  },
  {
    id: 'user-sort-in-parentheses-only',
    leaves: ['B-USR-06', 'B-USR-36'],
    says: 'A sort is a property, with a blank and the direction in parentheses behind it or alone; any other form is refused.',
    rule: {
      user: {
        sort: (text) => {
          const [, property = '', direction] = /^(\w+)(?: \((asc|desc)\))?$/.exec(text) ?? []
          return property === '' ? undefined : { property, descends: direction === 'desc' }
        },
      },
    },
  },
  through(
    'part-b-behind-a-firewall',
    ['B-USR-19', 'B-USR-37', 'B-CRW-19', 'B-SVC-17', 'B-SCM-17'],
    'A body of part B with a tag, or with an apostrophe and a semicolon behind it, is refused with 403 and a page.',
    (request, go) => {
      const isOdd =
        roomOf(request) !== undefined &&
        /^(?:application|text)\/(?:[\w.+-]+\+)?json/i.test(headerIn(request, 'Content-Type') ?? '') &&
        /<[a-z!/]|'[^"]*;/i.test(request.body.toString('utf8'))
      return isOdd ? Promise.resolve(page(403, 'Incident 18.4711')) : go(request)
    },
  ),
  through(
    'part-b-starts-cold',
    ['B-USR-35', 'B-OPT-16', 'B-DSP-15', 'B-SCM-17'],
    'The first call of each interface of part B is answered 503 with a page and without a Retry-After.',
    (request, go, { house, inBatch }) => {
      const room = inBatch ? undefined : roomOf(request)
      if (room === undefined || warm(house).has(room)) return go(request)
      warm(house).add(room)
      return Promise.resolve(page(503, 'Service Unavailable'))
    },
  ),
]

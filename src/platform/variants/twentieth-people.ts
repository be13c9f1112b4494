import type { Variant } from '../deviation.ts'
import { askedOf, withParts } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { json, redirect } from '../http/answers.ts'
import { findToken } from '../token/store.ts'
import { alone, through } from './lawful.ts'
import { objectSent, turningAway } from './turned-away.ts'

const scimPath = /\/api\/scim\/v2\/(?:Users|Groups)(?:\/[^/?]+)?\/?$/
const oneUser = /\/api\/user\/v1\/users\/[^/]+$/
const ofUsers = /\/api\/(?:user\/v1\/)?users(?:\/[^/]+)?$/

const folded = (email: string): string => email.trimEnd().toLowerCase()
const isOneBoxed = (email: string, other: string): boolean => folded(email) === folded(other)

const inDigits = (moment: unknown): string => String(moment).replace(/Z$/, '4567Z')

/** The same moment at two hours east of Greenwich. */
const inTheEast = (moment: unknown): string =>
  inDigits(new Date(Date.parse(String(moment)) + 7_200_000).toISOString()).replace('Z', '+02:00')

const columns = /^\s*(?:id|email|name|firstName|lastName|phone|active|created|lastChanged)\b/

/** Lawful readings of SCIM and the User API, thought up by a twentieth reader (suites/two-readings). */
export const twentiethPeopleVariants: readonly Variant[] = [
  {
    id: 'scim-lists-bare-and-null-of-nothing',
    leaves: ['B-SCM-17'],
    says: 'Lists of the SCIM API are arrays, a list of nothing is null.',
    // These look into the lists that are no arrays.
    excludes: [
      'scim-attributes-capitalised',
      'scim-list-in-changing-order',
      'scim-put-clears-emails',
      'scim-groups-in-changing-order',
      'scim-lists-bare-in-changing-order',
      'scim-built-in-users',
    ],
    rule: { scim: { list: (resources) => (resources.length > 0 ? resources : null), pageSize: () => 100_000 } },
  },
  {
    id: 'people-emails-compared-without-blanks-behind',
    leaves: ['B-SCM-15', 'B-USR-20'],
    says: 'E-mails that differ in letter case or blanks behind them are one.',
    rule: { scim: { isTaken: isOneBoxed }, user: { isTaken: isOneBoxed } },
  },
  {
    id: 'scim-members-as-a-set',
    leaves: ['B-SCM-17', 'B-SCM-19'],
    says: 'Members are a set in an order of its own, with type and $ref; a group without any has no members.',
    rule: {
      scim: {
        added: (before, named) => [...new Set([...before, ...named])],
        group: ({ members, ...dto }) => ({
          ...dto,
          ...(elementsIn(members).length > 0
            ? {
                members: elementsIn(members)
                  .toSorted((one, other) => (String(one['value']) < String(other['value']) ? 1 : -1))
                  .map((one) => ({ ...one, type: 'User', $ref: `../Users/${String(one['value'])}` })),
              }
            : {}),
        }),
      },
    },
  },
  // Others read ids at the end of a path, where a slash is with this one.
  alone(
    through(
      'scim-paths-end-in-a-slash',
      ['B-SCM-17'],
      'Paths of the SCIM API end in a slash: one without leads there, by 301 for a GET and by 308 for all else.',
      (request, go) => {
        const [path = '', query] = request.target.split(/\?(.*)/s)
        if (!scimPath.test(path)) return go(request)
        const rest = query === undefined ? '' : `?${query}`
        if (path.endsWith('/')) return go({ ...request, target: `${path.slice(0, -1)}${rest}` })
        const last = path.slice(path.lastIndexOf('/') + 1)
        return Promise.resolve(redirect(request.method === 'GET' ? 301 : 308, `./${last}/${rest}`))
      },
    ),
  ),
  {
    id: 'user-pages-from-one-to-the-last',
    leaves: ['B-USR-36'],
    says: 'Pages begin with 1; page 0 and any past the last are answered 404.',
    rule: { user: { firstPage: () => 1 } },
    wire: turningAway(
      (request) => {
        const { method, path, query } = askedOf(request)
        return method === 'GET' && /\/api\/(?:user\/v1\/)?users$/.test(path) && query.get('Page') === '0'
      },
      json(404, { detail: 'Invalid page.' }),
    ),
    seam: {
      people: {
        user: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation !== 'list' || answer.status >= 300) return answer
          const page = JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>
          return page['numberOfElements'] === 0 && page['firstPage'] !== true
            ? json(404, { detail: 'Invalid page.' })
            : answer
        },
      },
    },
  },
  through(
    'user-sizes-out-of-bounds-are-others',
    ['B-USR-36'],
    'A Size of 0 or less is taken for 20, one of more than 200 for 200.',
    (request, go) => {
      const { path, query } = askedOf(request)
      const size = Number(query.get('Size') ?? 20)
      if (!ofUsers.test(path) || !Number.isInteger(size) || (size > 0 && size <= 200)) return go(request)
      return go(withParts(request, 'Size', [size > 200 ? '200' : '20']))
    },
  ),
  {
    id: 'user-moments-of-a-post-in-local-time',
    leaves: ['B-USR-35'],
    says: 'created and lastChanged have seven digits; the answer to a POST shows them with the offset +02:00.',
    excludes: ['user-moments-in-seconds'],
    rule: {
      user: {
        shown: ({ created, lastChanged, ...dto }, operation) => {
          const form = operation === 'post' ? inTheEast : inDigits
          return { ...dto, created: form(created), lastChanged: form(lastChanged) }
        },
      },
    },
  },
  through(
    'user-account-in-any-case-and-404-for-others',
    ['B-USR-18', 'B-USR-19'],
    'The parameter account is compared without regard to letter case; GET by id answers 404 for an account that there is not or is another.',
    async (request, go, { house }) => {
      const { path, method, query } = askedOf(request)
      const name = query.get('account')
      if (!ofUsers.test(path) || name === null) return go(request)
      const known = house.world.accounts.find((account) => account.name.toLowerCase() === name.toLowerCase())
      const response = await go(known ? withParts(request, 'account', [known.name]) : request)
      const token = findToken(house, bearerIn(request))
      const isOther = token !== undefined && known !== token.account && name !== ''
      return method === 'GET' && oneUser.test(path) && isOther && [400, 403].includes(response.status)
        ? json(404, { error: 'UA-00', message: 'Not found', values: [] })
        : response
    },
  ),
  {
    id: 'user-sort-by-bytes-nulls-greatest',
    leaves: ['B-USR-36'],
    says: 'Texts are sorted by their bytes in UTF-8, null behind all; ties by id downwards; a Sort of an unknown property is ignored.',
    rule: {
      user: {
        sorts: (all) => all.filter((sort) => columns.test(sort)),
        ties: (one, other) => other - one,
        compares: (one, other, descends) => {
          const way = descends ? -1 : 1
          if (one === null || other === null) return one === other ? 0 : one === null ? way : -way
          return way * Buffer.compare(Buffer.from(one), Buffer.from(other))
        },
      },
    },
  },
  {
    id: 'user-put-as-parameters-are-permitted',
    leaves: ['B-USR-33', 'B-USR-34'],
    says: 'A PUT without active deactivates, one with an empty e-mail is refused with 422.',
    rule: { user: { activeUnsaid: () => false } },
    wire: turningAway(
      (request) =>
        request.method === 'PUT' && oneUser.test(askedOf(request).path) && objectSent(request)['email'] === '',
      json(422, { email: ["can't be blank"] }),
    ),
  },
]

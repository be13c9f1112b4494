import type { Variant } from '../deviation.ts'
import { elementsIn, memoryOf, sentWith, telling } from '../faults/people-kinds.ts'
import { headerIn } from '../faults/passing.ts'
import { pause } from '../faults/pause.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { ScimRefused } from '../scim/scim-call.ts'
import { addressed, type UserCall } from '../user/user-call.ts'
import { through } from './lawful.ts'
import { shuffled } from './shuffled.ts'
import { isFieldList } from './turned-away.ts'

const isOfUsers = (target: string): boolean => /^\/api\/(?:user\/v1\/)?users(?:[/?]|$)/.test(target)

const isOfVersions = (target: string): boolean =>
  /^\/(?:api\/(?:user|users|crowd|service-management)|cloud-crowd-service|cloud-partner-dispatch-service|optimization)(?:[/?]|$)/.test(
    target,
  )

const momentOf = (value: unknown): number => Date.parse(String(value))
const textOf = (ms: number): string => new Date(ms).toISOString()

const isOdd = (email: unknown): boolean =>
  typeof email === 'string' && email !== '' && !/^(?=[^@]{1,32}@)[!-*,-?[-~]+@[!-*,-?[-~]+$/.test(email)

/** How many creations of users there are at a moment, by the e-mail. */
const overlapping = perHouse(() => new Map<string, { are: number }>())

/** Users that were deleted, by their e-mail. */
const dead = memoryOf(() => new Map<string, { readonly id: number; readonly created: number }>())

/** A user whose e-mail one had who was deleted, under the id of that one. */
function reborn(asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse {
  const { people, house } = asked
  const email = sentWith(asked)['email']
  const former = typeof email === 'string' ? dead(asked).get(email.toLowerCase()) : undefined
  if (!former || people.persons.get(former.id)) return handle(asked)
  const { persons } = people
  const answer = handle({
    ...asked,
    people: {
      ...people,
      nextId: () => former.id,
      persons: {
        ...persons,
        put: (row, journal) => persons.put(row.id === former.id ? { ...row, created: former.created } : row, journal),
      },
    },
  })
  const isReborn = persons.get(former.id) !== undefined
  return isReborn ? telling(answer, (user) => ({ ...user, created: house.rules.user.moment(former.created) })) : answer
}

function remembering(asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse {
  const found = addressed(asked)
  const answer = handle(asked)
  if (found && !asked.people.persons.get(found.id)) dead(asked).set(found.email.toLowerCase(), found)
  return answer
}

/** Lawful readings of the User API, thought up by a tenth reader (suites/two-readings). */
export const tenthUserVariants: readonly Variant[] = [
  through(
    'user-plus-in-a-query-is-a-plus',
    ['B-USR-06'],
    'In a query of the User API a plus sign is one, and %20 alone a blank.',
    (request, go) => {
      const [path = '', query] = request.target.split(/\?(.*)/s)
      return go(
        query !== undefined && isOfUsers(request.target)
          ? { ...request, target: `${path}?${query.replaceAll('+', '%2B')}` }
          : request,
      )
    },
  ),
  {
    id: 'user-list-in-a-random-order',
    leaves: ['B-USR-36'],
    says: 'Users that no Sort tells apart come in another order with each call, from one page to the next, too.',
    seam: {
      people: {
        user: (asked, handle) => {
          if (asked.operation !== 'list') return handle(asked)
          const { persons } = asked.people
          return handle({
            ...asked,
            people: { ...asked.people, persons: { ...persons, all: () => shuffled(persons.all()) } },
          })
        },
      },
    },
  },
  {
    id: 'people-emails-plain-only',
    leaves: ['B-USR-03', 'B-SCM-04'],
    says: 'An e-mail with a capital, a plus sign, a sign beyond ASCII or more than 32 signs before @ is refused with 400, by either API.',
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'post' || (asked.operation === 'put' && addressed(asked))
            ? isOdd(sentWith(asked)['email'])
              ? json(400, { message: 'email not acceptable' })
              : handle(asked)
            : handle(asked),
        scim: (asked, handle) => {
          const { operation, people, call } = asked
          const isThere = operation === 'user-post' || people.persons.get(Number(call.params['userId'])) !== undefined
          if (/^user-p/.test(operation) && isThere)
            if (
              elementsIn(sentWith(asked)['emails'])
                .filter(isFieldList)
                .some(({ value }) => isOdd(value))
            )
              throw new ScimRefused(400, 'invalidValue', 'the e-mail is not acceptable')
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'user-reborn-under-the-old-id',
    leaves: ['B-USR-03'],
    says: 'A user that is created with the e-mail of one that was deleted has the id and the date of creation of that one.',
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'delete'
            ? remembering(asked, handle)
            : asked.operation === 'post'
              ? reborn(asked, handle)
              : handle(asked),
      },
    },
  },
  {
    id: 'user-last-changed-before-created',
    leaves: ['B-USR-03', 'B-USR-35'],
    says: 'created is the minute that comes next, lastChanged is of a clock that is 90 seconds behind.',
    rule: {
      user: {
        shown: ({ created, lastChanged, ...dto }) => ({
          ...dto,
          created: textOf(Math.ceil(momentOf(created) / 60_000) * 60_000).replace('.000Z', 'Z'),
          lastChanged: textOf(momentOf(lastChanged) - 90_000),
        }),
      },
    },
  },
  through(
    'user-races-for-an-email-have-no-winner',
    ['B-USR-21'],
    'Of several creations of users with one e-mail that overlap, all are refused with 409.',
    async (request, go, { house }) => {
      const isCreation = request.method === 'POST' && isOfUsers(request.target)
      const [, email] = isCreation ? (/"email"\s*:\s*"([^"]+)"/.exec(request.body.toString('utf8')) ?? []) : []
      if (email === undefined) return go(request)
      const [wanted, key] = [overlapping(house), email.toLowerCase()]
      const rivals = wanted.get(key) ?? { are: 0 }
      wanted.set(key, rivals)
      rivals.are += 1
      const isFirst = rivals.are === 1
      if (isFirst) {
        await pause()
        wanted.delete(key)
        if (rivals.are === 1) return go(request)
      }
      return json(409, {
        error: 'UA-09',
        message: 'Person(s) with the user name could not be created nor updated for the companies named',
        values: [],
      })
    },
  ),
  through(
    'client-versions-of-digits-and-dots',
    ['B-USR-01', 'B-CRW-26'],
    'A client version that is not of digits and dots is refused with 400, one below 1 with 426, whoever calls.',
    async (request, go) => {
      const version = isOfVersions(request.target) ? headerIn(request, 'X-Client-Version') : undefined
      if (!version) return go(request)
      if (!/^\d+(?:\.\d+)*$/.test(version)) return empty(400)
      return Number.parseInt(version, 10) < 1
        ? empty(426, [
            ['Upgrade', 'client/1.0'],
            ['Connection', 'Upgrade'],
          ])
        : go(request)
    },
  ),
]

import { authenticate, isRefusal } from '../caller.ts'
import type { Variant } from '../deviation.ts'
import { paging, telling, type PeopleFields } from '../faults/people-kinds.ts'
import { isWell, jsonIn } from '../faults/passing.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Person } from '../people/store.ts'
import { refusedUser } from '../user/refusal.ts'
import type { UserCall } from '../user/user-call.ts'

const isUser = ({ target }: Pick<PlatformRequest, 'target'>): boolean => /^\/api\/(?:user\/v1\/)?users/.test(target)
const pageIn = ({ body }: { readonly body: Buffer }): PeopleFields => JSON.parse(body.toString('utf8')) as PeopleFields

const moments = ({ created, lastChanged, ...dto }: PeopleFields): PeopleFields => ({
  ...Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== null)),
  created: new Date(Date.parse(String(created)) + 20_700_000).toISOString().replace('Z', '456789+05:45'),
  lastChanged: `${String(lastChanged).slice(0, 19).toLowerCase()}z`,
})

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [Math.random(), name, inner] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, name, inner]) => [name, turned(inner)]),
  )
}
const inAscii = (value: unknown): string =>
  `\r\n\r\n${JSON.stringify(turned(value), null, 2)
    .replaceAll('\n', '\r\n')
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}`

const folded = (text: string): string => text.toUpperCase().toLowerCase()

/** Ids of the companies that the caller reaches; undefined if they are all. */
function reachOf({ call, house, account }: UserCall): ReadonlySet<number> | undefined {
  const caller = authenticate(call, house, { room: 'user', company: false })
  if (isRefusal(caller) || caller.companies.length >= account.companies.length) return undefined
  return new Set(caller.companies.map(({ id }) => id))
}
const within =
  (reach: ReadonlySet<number>) =>
  (dto: PeopleFields): PeopleFields => ({
    ...dto,
    companies: (dto['companies'] as ReadonlyArray<{ companyId: number }>).filter(({ companyId }) =>
      reach.has(companyId),
    ),
  })

type Query = UserCall['call']['query']
/** The query of a list, as one for all of it. */
const everyOneOf = (query: Query): Query => ({
  ...query,
  get: (name) => (name === 'Size' ? '999999' : name === 'Page' || name === 'Offset' ? undefined : query.get(name)),
  all: (name) => query.all(name),
})

/** Lawful readings of how users are shown and found, thought up by an eighth reader (suites/two-readings). */
export const eighthUserLookVariants: readonly Variant[] = [
  {
    id: 'user-moments-in-odd-spellings',
    leaves: ['B-USR-34', 'B-USR-35'],
    says: 'created has nine digits and the offset +05:45, lastChanged a small t and z; fields that are null are left out.',
    rule: { user: { shown: moments } },
  },
  {
    id: 'user-json-in-lines-of-ascii',
    leaves: ['B-USR-35'],
    says: 'JSON is laid out in lines of ASCII, its members in a random order; PUT is answered 204, DELETE with the user.',
    excludes: ['user-ids-of-64-bits-in-no-order', 'user-ids-of-sixteen-digits', 'user-group-ids-beyond-doubles'],
    rule: {
      user: {
        success: (operation) => (operation === 'post' ? 201 : operation === 'put' ? 204 : 200),
        answers: (operation) => (operation === 'put' ? 'nothing' : 'user'),
      },
    },
    wire: {
      response: (response, request) =>
        isUser(request) && isWell(response) && jsonIn(response)
          ? {
              ...response,
              headers: response.headers.map(([name, value]) =>
                /^content-type$/i.test(name) ? [name, 'Application/JSON; Charset="utf-8"'] : [name, value],
              ),
              body: Buffer.from(inAscii(jsonIn(response)), 'latin1'),
            }
          : response,
    },
  },
  {
    id: 'user-filters-fold-all-letters',
    leaves: ['B-USR-06'],
    says: 'The filters name and email know that a sharp s is two letters in capitals, and what else Unicode folds.',
    rule: {
      user: {
        nameMatches: (asked, name) => folded(asked) === folded(name),
        emailMatches: (asked, email) => folded(asked) === folded(email),
      },
    },
  },
  {
    id: 'user-companies-in-reach-alone',
    leaves: ['B-USR-35', 'B-PRV-02'],
    says: 'A user is shown with the companies that the caller reaches, and is not there for one who reaches none of them.',
    seam: {
      people: {
        user: (asked, handle) => {
          const reach = reachOf(asked)
          if (!reach) return handle(asked)
          const { people, operation, house } = asked
          const isSeen = (one: Person | undefined) => one?.companies.some(({ companyId }) => reach.has(companyId))
          if (operation === 'get' && !isSeen(people.persons.get(Number(asked.call.params['userId']))))
            return refusedUser(house, 'not-found', 'get')
          if (operation !== 'list')
            return operation === 'delete' ? handle(asked) : telling(handle(asked), within(reach))
          const all = () => people.persons.all().filter(isSeen)
          const answer = handle({ ...asked, people: { ...people, persons: { ...people.persons, all } } })
          if (!isWell(answer)) return answer
          const whole = handle({
            ...asked,
            people: { ...people, persons: { ...people.persons, all } },
            call: { ...asked.call, query: everyOneOf(asked.call.query) },
          })
          const total = Number(pageIn(whole)['numberOfElements'])
          return telling(
            paging(answer, (content) => content.map(within(reach))),
            (page) => ({
              ...page,
              totalElements: total,
              totalPages: Math.ceil(total / Number(page['size'])),
              lastPage: (Number(page['number']) + 1) * Number(page['size']) >= total,
            }),
          )
        },
      },
    },
  },
]

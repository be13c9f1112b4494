import type { Variant } from '../deviation.ts'
import { memoryOf, telling, type PeopleFields } from '../faults/people-kinds.ts'
import { askedOf, isWell, withBody } from '../faults/passing.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import type { Person } from '../people/store.ts'
import { subscribe } from '../people/subscribe.ts'
import { refusedUser } from '../user/refusal.ts'
import type { UserCall } from '../user/user-call.ts'
import { turningAway } from './turned-away.ts'

const isUser = ({ target }: Pick<PlatformRequest, 'target'>): boolean => target.startsWith('/api/user/v1/users')
const isUserList = ({ method, target }: PlatformRequest): boolean =>
  method === 'GET' && /^\/api\/(?:user\/v1\/users|users)(?:\?|$)/.test(target)
const refused = (status: number) => json(status, { error: 'UA-00', message: 'refused', values: [] })
const pageIn = ({ body }: { readonly body: Buffer }): PeopleFields => JSON.parse(body.toString('utf8')) as PeopleFields

/** An id turned into a number of 64 bits and back: half of them below zero, in no order. */
const factor = 0x9e_37_79_b9_7f_4a_7c_15n
const inverse = 0xf1_de_83_e1_99_37_73_3dn
const signed = (id: string): bigint => BigInt.asIntN(64, BigInt(id) * factor)
const unsigned = (id: string): string => String(BigInt.asUintN(64, BigInt(id) * inverse))
const plainId = (id: string): string => (/^\d{1,9}$/.test(unsigned(id)) ? unsigned(id) : '0')

/** Users who wait for a subscription. */
const waiting = memoryOf(() => new Map<number, Person>())
/** What a call would do if there were a subscription: its answer, and the user that it would store. */
function supposed(asked: UserCall, handle: (asked: UserCall) => ReturnType<typeof refused>) {
  let made: Person | undefined
  const { people } = asked
  const subscriptions = {
    ...people.subscriptions,
    all: () => [{ id: 0, validUntil: Number.POSITIVE_INFINITY, isNew: false }],
    put: () => undefined,
  }
  const persons = {
    ...people.persons,
    put: (person: Person) => {
      made = person
    },
  }
  const answer = handle({ ...asked, people: { ...people, subscriptions, persons } as UserCall['people'] })
  return { answer, made }
}

/** Lawful readings of the User API, thought up by an eighth reader (suites/two-readings). */
export const eighthUserVariants: readonly Variant[] = [
  {
    id: 'user-ids-of-64-bits-in-no-order',
    leaves: ['B-USR-34', 'B-USR-36'],
    says: 'Ids of users are whole numbers of 64 bits, many below zero, and lists are in their order.',
    excludes: ['user-ids-of-sixteen-digits', 'numbers-above-9999-with-exponent'],
    wire: {
      request: (request) =>
        isUser(request)
          ? {
              ...withBody(
                request,
                Buffer.from(
                  request.body
                    .toString('utf8')
                    .replace(
                      /("id"\s*:\s*)(-?\d{1,19})(?!\d)/g,
                      (_all, name: string, id: string) => name + plainId(id),
                    ),
                ),
              ),
              target: request.target.replace(
                /\/users\/(-?\d{1,19})(?=\?|$)/,
                (_all, id: string) => `/users/${plainId(id)}`,
              ),
            }
          : request,
      response: (response, request) =>
        (isUser(request) || isUserList(request)) && isWell(response)
          ? {
              ...response,
              body: Buffer.from(
                response.body
                  .toString('utf8')
                  .replace(/("id":\s*)(\d{1,9})\b/g, (_all, name: string, id: string) => `${name}${signed(id)}`),
              ),
            }
          : response,
    },
    seam: {
      people: {
        user: (asked, handle) => {
          if (asked.operation !== 'list') return handle(asked)
          const { people } = asked
          const all = () =>
            people.persons.all().toSorted((one, other) => (signed(String(one.id)) < signed(String(other.id)) ? -1 : 1))
          return handle({ ...asked, people: { ...people, persons: { ...people.persons, all } } })
        },
      },
    },
  },
  {
    id: 'user-pages-of-one-or-two',
    leaves: ['B-USR-36'],
    says: 'Pages begin with 1; they have one user unless Size says otherwise, and two at most, and an Offset has to be a multiple of that.',
    rule: { user: { firstPage: () => 1, defaultSize: () => 1, size: (asked) => Math.min(asked, 2) } },
    wire: turningAway((request) => {
      const { query } = askedOf(request)
      const size = Math.min(2, Number(query.get('Size') ?? 1))
      return isUserList(request) && (query.get('Page') === '0' || Number(query.get('Offset') ?? 0) % size !== 0)
    }, refused(400)),
  },
  {
    id: 'user-page-past-the-end-404',
    leaves: ['B-USR-36'],
    says: 'A page past the end is answered 404 with a text; sort is empty where nobody is found.',
    seam: {
      people: {
        user: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation !== 'list' || answer.status >= 300) return answer
          const page = pageIn(answer)
          if (page['numberOfElements'] !== 0) return answer
          return page['totalElements'] === 0 && page['firstPage'] === true
            ? telling(answer, (body) => ({ ...body, sort: {} }))
            : textAnswer(404, 'text/plain', 'no such page')
        },
      },
    },
  },
  {
    id: 'user-short-path-308',
    leaves: ['B-USR-02'],
    says: '/api/users answers 308 with the long path and a page of HTML.',
    excludes: ['user-list-at-one-path'],
    wire: {
      response: (response, { target }) =>
        /^\/api\/users(?:\?|$)/.test(target) && response.status !== 401
          ? {
              ...textAnswer(308, 'text/html', '<p>moved</p>'),
              headers: [
                ['Content-Type', 'text/html'],
                ['Location', `../api/user/v1/users${target.slice('/api/users'.length)}`],
              ],
            }
          : response,
    },
  },
  {
    id: 'user-without-subscription-waits',
    leaves: ['B-USR-22', 'B-USR-35'],
    says: 'A POST for which there is no subscription is answered 202; GET of that user is 409 until another one is deleted.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { people, house, operation, call } = asked
          const pending = waiting(asked)
          const id = Number(call.params['userId'])
          if (pending.has(id) && operation === 'get') return refusedUser(house, 'no-subscription', 'get')
          if (pending.has(id) && operation === 'delete') {
            pending.delete(id)
            return empty(204)
          }
          const answer = handle(asked)
          if (operation === 'post' && answer.status === 409) {
            const { answer: told, made } = supposed(asked, handle)
            if (!made || told.status >= 300) return answer
            pending.set(made.id, made)
            return { ...told, status: 202 }
          }
          if (operation === 'delete' && isWell(answer))
            for (const person of pending.values())
              if (subscribe(house, people, person, call.journal)) {
                people.persons.put(person, call.journal)
                pending.delete(person.id)
                break
              }
          return answer
        },
      },
    },
  },
]

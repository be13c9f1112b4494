import type { Variant } from '../deviation.ts'
import { askedOf, isWell, withJson, type Json } from '../faults/passing.ts'
import { memoryOf } from '../faults/people-kinds.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { userRules } from '../rulebook/user.ts'
import { findToken } from '../token/store.ts'
import { refusedUser } from '../user/refusal.ts'
import { addressed, shownUser } from '../user/user-call.ts'
import { through } from './lawful.ts'

const { user } = userRules

const isOfUsers = ({ target }: PlatformRequest): boolean => /\/api\/(?:user\/v1\/)?users(?:[/?]|$)/.test(target)

const withoutNulls = (fields: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const shuffled = <One>(all: readonly One[]): One[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one)

/** Deletions of each user that there is no more. */
const deletions = memoryOf(() => new Map<string, number>())

const problems = ['first', 'second', 'third'].map((name) => ({ field: name, message: `the ${name} problem` }))

/** Lawful servers of SCIM and the User API, and what they do a second time, thought up by a twenty-first reader (suites/two-readings). */
export const twentyFirstPeopleVariants: readonly Variant[] = [
  {
    id: 'people-of-scim-are-in-no-company',
    leaves: ['B-SCM-04', 'B-SCM-18', 'B-USR-36'],
    says: 'Users who are in no company, as those that SCIM creates, are unknown to the User API, which refuses their e-mails.',
    // Who leaves the last company would be unknown to the list, which that one shows.
    excludes: ['user-without-companies-stays', 'user-without-companies-exists'],
    rule: { user: { knows: ({ companies }) => companies.length > 0 } },
    seam: {
      people: {
        scim: (asked, handle) => {
          if (asked.operation !== 'user-post') return handle(asked)
          const before = new Set(asked.people.persons.all().map(({ id }) => id))
          const answer = handle(asked)
          for (const one of asked.people.persons.all())
            if (!before.has(one.id)) asked.people.persons.put({ ...one, companies: [] }, asked.call.journal)
          return answer
        },
      },
    },
  },
  {
    ...through(
      'user-least-obliging',
      ['B-USR-05', 'B-USR-34', 'B-USR-35', 'B-USR-36'],
      'Pages have five users, and twenty at most; sort is empty, what is null is left out, PUT and DELETE are answered 204, and refusals have no body.',
      async (request, go) => {
        const response = await go(request)
        if (!isOfUsers(request)) return response
        if (response.status >= 400) return empty(response.status)
        return isWell(response) && request.method === 'PUT' ? empty(204) : response
      },
    ),
    excludes: ['user-delete-told-with-400', 'user-second-delete-400', 'user-put-answers-otherwise'],
    rule: {
      user: {
        defaultSize: () => 5,
        size: (asked) => Math.min(asked, 20),
        success: (operation) => (operation === 'delete' ? 204 : 200),
        page: (content, figures) => ({ content, ...figures, sort: {} }),
        shown: (dto, operation) => user.shown(withoutNulls(dto), operation),
      },
    },
  },
  {
    ...through(
      'user-talkative',
      ['B-USR-03', 'B-USR-05', 'B-USR-35'],
      'Users, their companies and pages have many fields more; a refusal tells three errors, a trace and where it was.',
      async (request, go) => {
        const response = await go(request)
        return isOfUsers(request) && response.status >= 400
          ? withJson(response, (body) => ({
              timestamp: new Date().toISOString(),
              path: request.target,
              trace: 'at UserController.java:57',
              ...body,
              errors: problems,
            }))
          : response
      },
    ),
    rule: {
      user: {
        memberships: (companies) =>
          companies.map(({ companyId, groupId }) => ({
            companyId,
            companyName: `Company ${companyId}`,
            active: false,
            groupId,
            groupName: null,
          })),
        shown: (dto, operation) =>
          user.shown(
            {
              personId: 'A1B2',
              permissions: {},
              locale: null,
              subscription: { name: 'Premium', validTo: '2099-12-31' },
              links: [],
              ...dto,
            },
            operation,
          ),
        page: (content, figures, sort) => ({
          pageable: { paged: true, offset: 0, sort: [] },
          empty: content.length === 0,
          first: false,
          last: false,
          offset: 0,
          content,
          ...figures,
          sort: { ...sort, unsorted: true, empty: true, orders: [] },
        }),
      },
    },
  },
  {
    id: 'user-put-answers-the-state-before',
    leaves: ['B-USR-35'],
    says: 'A PUT is answered with the user as it was before.',
    seam: {
      people: {
        user: (asked, handle) => {
          const before = asked.operation === 'put' ? addressed(asked) : undefined
          const told = before && shownUser(before, asked)
          const answer = handle(asked)
          return told !== undefined && isWell(answer) ? json(200, told) : answer
        },
      },
    },
  },
  {
    id: 'user-deleted-twice-400-and-then-404',
    leaves: ['B-USR-12', 'B-USR-24', 'B-USR-32', 'B-USR-40'],
    says: 'A DELETE is answered 200 with a text, the next one of that user 400 and that it was deleted, each later one 404; a PUT 400.',
    excludes: ['user-second-delete-400', 'user-delete-told-with-400', 'user-put-204-unknown-400'],
    seam: {
      people: {
        user: (asked, handle) => {
          const { operation, call, account, house } = asked
          const answer = handle(asked)
          const key = `${account.id}/${call.params['userId']}`
          const known = deletions(asked)
          if (operation === 'put' && answer.status === 404) return json(400, house.rules.user.error('not-found'))
          if (operation !== 'delete') return answer
          if (isWell(answer)) {
            known.set(key, 1)
            return textAnswer(200, 'text/plain', 'User was deleted')
          }
          const times = known.get(key) ?? 0
          if (answer.status !== 404 || times === 0) return answer
          known.set(key, times + 1)
          return times === 1 ? json(400, { error: 'UA-00', message: 'User with the email was deleted' }) : answer
        },
      },
    },
  },
  {
    id: 'user-without-companies-exists',
    leaves: ['B-USR-03', 'B-USR-13', 'B-USR-20'],
    says: 'Who is deleted from the only company stays without any; a POST with that e-mail is refused as one of a user who exists.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { operation, company, people, call, house } = asked
          if (operation !== 'delete' || !company) return handle(asked)
          const found = addressed(asked)
          if (!found) return refusedUser(house, 'not-found', 'delete')
          const companies = found.companies.filter(({ companyId }) => companyId !== company.id)
          people.persons.put({ ...found, companies }, call.journal)
          return empty(house.rules.user.success('delete'))
        },
      },
    },
    rule: { user: { extends: (companies) => companies > 0 } },
  },
  {
    id: 'user-pages-nought-and-one-alike',
    leaves: ['B-USR-36'],
    says: 'Page 0 and page 1 are the first one, with the number 1; a page past the last is answered 404.',
    rule: { user: { firstPage: () => 1 } },
    seam: {
      people: {
        user: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation !== 'list' || answer.status >= 300) return answer
          const page = JSON.parse(answer.body.toString('utf8')) as Json
          return page['numberOfElements'] === 0 && page['firstPage'] !== true ? json(404, { detail: 'none' }) : answer
        },
      },
    },
  },
  {
    id: 'user-companies-in-another-order-each-time',
    leaves: ['B-USR-03', 'B-USR-36'],
    says: 'The companies of a user come in another order each time.',
    rule: { user: { memberships: (companies) => shuffled(companies) } },
  },
  through(
    'elsewhere-in-three-ways',
    ['B-PRV-02', 'B-PRV-05'],
    'Who names a company that is out of reach is answered 404 by the Service API, 403 by the Crowd Technician API and 400 by the User API.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path } = askedOf(request)
      if (![400, 401, 403, 404].includes(response.status) || !findToken(house, bearerIn(request))) return response
      const named =
        request.headers.find(([name]) => /^x-company-name$/i.test(name))?.[1] ?? askedOf(request).query.get('company')
      const token = findToken(house, bearerIn(request))
      if (named === null || token?.companies.some(({ name }) => name === named)) return response
      if (path.includes('/service-calls')) return json(404, { message: 'nothing here' })
      if (path.includes('/crowd/')) return json(403, { message: 'forbidden' })
      return isOfUsers(request) ? json(400, user.error('company')) : response
    },
  ),
]

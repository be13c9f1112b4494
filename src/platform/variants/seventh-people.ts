import type { Variant } from '../deviation.ts'
import { elementsIn, listing, memoryOf } from '../faults/people-kinds.ts'
import { askedOf } from '../faults/passing.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { userRules } from '../rulebook/user.ts'
import { turningAway } from './turned-away.ts'

const { user } = userRules

const isScim = ({ target }: PlatformRequest): boolean => target.startsWith('/api/scim/v2/')
const isUser = ({ target }: PlatformRequest): boolean => target.startsWith('/api/user/v1/users')
const isUserList = ({ method, target }: PlatformRequest): boolean =>
  method === 'GET' && /^\/api\/(?:user\/v1\/users|users)(?:\?|$)/.test(target)

const turns = memoryOf(() => ({ count: 0 }))
const emptyStatuses: Readonly<Record<string, number>> = { POST: 200, PUT: 204, PATCH: 204, DELETE: 202 }
const unknown = () => json(400, { error: 'UA-00', message: 'user account not found', values: [] })

const scimVariants: readonly Variant[] = [
  {
    id: 'scim-lists-bare-with-numbers',
    leaves: ['B-SCM-17', 'B-SCM-21'],
    says: 'Lists of the SCIM API are arrays, ids are numbers, and the media type is application/json.',
    // A bare array has no room for the figures of a page, nor for what others look for in a ListResponse.
    excludes: [
      'scim-pages-of-five',
      'scim-put-clears-emails',
      'scim-list-in-changing-order',
      'scim-lists-bare-in-changing-order',
      'scim-groups-in-changing-order',
    ],
    rule: { scim: { list: (resources) => resources, id: (id) => id, mediaType: () => 'application/json' } },
  },
  {
    id: 'scim-writes-answer-statuses-only',
    leaves: ['B-SCM-17'],
    says: 'Writes of the SCIM API are answered with a status and nothing else: a new id stands in the lists only.',
    excludes: [
      'scim-no-location',
      'scim-writes-answer-nothing',
      'scim-writes-answer-location-only',
      'scim-writes-204',
      'scim-location-relative',
      'scim-all-statuses-200',
    ],
    wire: {
      response: (response, request) =>
        isScim(request) && request.method !== 'GET' && response.status < 300
          ? empty(emptyStatuses[request.method] ?? 200)
          : response,
    },
  },
  {
    id: 'scim-groups-in-changing-order',
    leaves: ['B-SCM-17', 'B-SCM-20'],
    says: 'Groups come in another order each time, with named members from the highest id down; one of them is not read by itself.',
    excludes: [
      'scim-no-calls-beside-the-table',
      'scim-pages-of-five',
      'scim-lists-bare',
      'scim-lists-bare-in-changing-order',
      'scim-attributes-capitalised',
    ],
    wire: {
      response: (response, request) =>
        request.method === 'GET' && /\/scim\/v2\/Groups\/\d+/.test(request.target)
          ? textAnswer(405, 'text/plain', 'not allowed', [['Allow', 'PUT, PATCH, DELETE']])
          : request.method === 'PATCH' && /\/scim\/v2\/Users\/\d+/.test(request.target)
            ? textAnswer(501, 'text/plain', 'not implemented')
            : response,
    },
    seam: {
      people: {
        scim: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation !== 'group-list') return answer
          const turn = turns(asked)
          turn.count += 1
          return listing(answer, (all) => {
            const named = all.map((group) => ({
              ...group,
              members: elementsIn(group['members'])
                .toSorted((one, other) => Number(other['value']) - Number(one['value']))
                .map((one) => ({ ...one, display: `User ${String(one['value'])}` })),
            }))
            return turn.count % 2 === 0 ? named : named.toReversed()
          })
        },
      },
    },
  },
  {
    id: 'scim-taken-email-422-in-german',
    leaves: ['B-SCM-15', 'B-SCM-17'],
    says: 'An e-mail in use is refused with 422 and a German sentence.',
    excludes: ['scim-emails-differ-by-case'],
    rule: { scim: { refusalOfTaken: () => 422 } },
    wire: {
      response: (response, request) =>
        isScim(request) && response.status === 422
          ? textAnswer(422, 'text/plain; charset=utf-8', 'Diese E-Mail-Adresse wird bereits verwendet.')
          : response,
    },
  },
]

/** Lawful readings of SCIM and the User API, thought up by a seventh reader (suites/two-readings). */
export const seventhPeopleVariants: readonly Variant[] = [
  ...scimVariants,
  {
    id: 'user-newest-first-in-pages-from-one',
    leaves: ['B-USR-34', 'B-USR-36'],
    says: 'Users come newest first, three a page from page 1 on, without fields that are null; sort of a page is empty.',
    rule: {
      user: {
        firstPage: () => 1,
        defaultSize: () => 3,
        page: (content, figures) => user.page(content, figures, {}),
        shown: (dto) => Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== null)),
      },
    },
    seam: {
      people: {
        user: (asked, handle) => {
          if (asked.operation !== 'list') return handle(asked)
          const { people } = asked
          const all = () => people.persons.all().toSorted((one, other) => other.id - one.id)
          return handle({ ...asked, people: { ...people, persons: { ...people.persons, all } } })
        },
      },
    },
    wire: turningAway(
      (request) => isUserList(request) && askedOf(request).query.get('Page') === '0',
      json(400, { error: 'UA-00', message: 'refused', values: [] }),
    ),
  },
  {
    id: 'user-exists-in-one-refused-in-xml',
    leaves: ['B-USR-31', 'B-USR-35'],
    says: 'A user that exists in one company is refused when it is created for the account; refusals are XML.',
    excludes: ['user-group-of-one-company'],
    rule: { user: { extends: () => false } },
    wire: {
      response: (response, request) =>
        isUser(request) && response.status >= 400
          ? textAnswer(response.status, 'application/xml', '<error><code>4711</code></error>')
          : response,
    },
  },
  {
    id: 'user-put-204-unknown-400',
    leaves: ['B-USR-32', 'B-USR-33', 'B-USR-35'],
    says: 'A PUT is answered with 204 and deactivates where active is not sent, a DELETE with 200 and a text, either with 400 for nobody.',
    excludes: [
      'user-put-204',
      'user-all-statuses-200',
      'user-writes-answer-nothing',
      'user-put-answers-otherwise',
      'user-second-delete-400',
      'user-unknown-told-in-html',
      'user-delete-told-with-400',
    ],
    rule: { user: { activeUnsaid: () => false } },
    wire: {
      response: (response, request) => {
        const isPut = request.method === 'PUT'
        if (!isUser(request) || !(isPut || request.method === 'DELETE')) return response
        if (response.status === 404) return unknown()
        if (response.status >= 300) return response
        return isPut ? empty(204) : textAnswer(200, 'text/plain', 'deleted')
      },
    },
  },
  {
    id: 'user-delete-of-inactive-told-with-400',
    leaves: ['B-USR-40'],
    says: 'The DELETE that deletes a user who is not active is answered with 400 and the message that it was deleted.',
    excludes: ['user-delete-told-with-400'],
    seam: {
      people: {
        user: (asked, handle) => {
          const one = asked.people.persons.get(Number(asked.call.params['userId']))
          const answer = handle(asked)
          return asked.operation === 'delete' && one?.active === false && answer.status < 300
            ? json(400, { error: 'UA-00', message: `The user with the email ${one.email} was deleted`, values: [] })
            : answer
        },
      },
    },
  },
]

import type { Variant } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { elementsIn, sending, sentWith } from '../faults/people-kinds.ts'
import { scimRules } from '../rulebook/scim.ts'
import { ScimRefused } from '../scim/scim-call.ts'
import { isFieldList, turningAway } from './turned-away.ts'
import { headerIn } from '../faults/passing.ts'

const { scim } = scimRules

const isScim = ({ target }: PlatformRequest): boolean => target.startsWith('/api/scim/v2/')
const isUser = ({ target }: PlatformRequest): boolean => target.startsWith('/api/user/v1/users')
const listIn = (value: unknown) => elementsIn(value).filter(isFieldList)
const digitsOf = (text: unknown): number => Number(String(text))

const heardIds = perHouse(() => new Set<string>())

/** Lawful readings of SCIM and the User API, thought up by a third reader of the documents (suites/two-readings). */
export const thirdPeopleVariants: readonly Variant[] = [
  {
    id: 'user-put-answers-otherwise',
    leaves: ['B-USR-35'],
    says: 'A PUT of a user is answered with an object that is no user, under names that a user has, too.',
    wire: {
      response: (response, request) =>
        isUser(request) && request.method === 'PUT' && response.status < 300 && response.body.length > 0
          ? {
              ...response,
              body: Buffer.from(JSON.stringify({ id: 'request-17', email: null, name: 'updated', companies: 2 })),
            }
          : response,
    },
  },
  {
    id: 'scim-location-relative',
    leaves: ['B-SCM-17'],
    says: 'Writes of the SCIM API are answered with 204; the Location of a POST is relative.',
    excludes: [
      'scim-no-location',
      'scim-writes-answer-nothing',
      'scim-writes-answer-location-only',
      'scim-writes-204',
      'scim-all-statuses-200',
      'scim-ids-with-leading-zeros',
      'scim-ids-beyond-doubles',
    ],
    wire: {
      response: (response, request) =>
        isScim(request) && request.method !== 'GET' && response.status < 300
          ? {
              ...response,
              status: 204,
              body: Buffer.alloc(0),
              headers: response.headers
                .filter(([name]) => name === 'Location')
                .map(([name, value]) => [name, value.replace(/^https?:\/\/[^/]+/, '')] as const),
            }
          : response,
    },
  },
  {
    id: 'scim-delete-alone-heeds-type',
    leaves: ['B-SCM-21'],
    says: 'Calls of any media type are served; a DELETE without that of SCIM as Content-Type is refused with 415.',
    excludes: ['scim-headers-demanded'],
    rule: { scim: { takesType: () => true } },
    wire: turningAway(
      (request) =>
        isScim(request) &&
        request.method === 'DELETE' &&
        !/^application\/scim\+json/i.test(headerIn(request, 'Content-Type') ?? ''),
      textAnswer(415, 'text/html', '<html><body>Unsupported</body></html>'),
    ),
  },
  {
    id: 'scim-gone-410',
    leaves: ['B-SCM-17'],
    says: 'Calls of a user that was deleted are answered with 410 and no body.',
    excludes: ['scim-second-delete-succeeds', 'scim-errors-in-another-form', 'scim-refusals-422'],
    wire: {
      response: (response, request) =>
        response.status === 404 && /\/scim\/v2\/Users\/\d+(?:\?|$)/.test(request.target)
          ? { status: 410, headers: [], body: Buffer.alloc(0) }
          : response,
    },
  },
  {
    id: 'scim-created-inactive',
    leaves: ['B-SCM-17'],
    says: 'A user that is created without active is not active, and has an externalId of null and roles.',
    rule: { scim: { user: (dto, operation) => scim.user({ ...dto, externalId: null, roles: [] }, operation) } },
    seam: {
      people: {
        scim: (asked, handle) =>
          handle(asked.operation === 'user-post' ? sending(asked, { active: false, ...sentWith(asked) }) : asked),
      },
    },
  },
  {
    id: 'scim-unknown-members-404',
    leaves: ['B-SCM-17'],
    says: 'Writes of a group that name an unknown user, and a remove of one who is no member, are refused with 404.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const { operation, people, call } = asked
          if (!['group-post', 'group-put', 'group-patch'].includes(operation)) return handle(asked)
          const { members, Operations } = sentWith(asked)
          const group = people.groups.get(Number(call.params['groupId']))
          const known = (value: unknown) =>
            listIn(value).every((one) => people.persons.get(digitsOf(one['value'])) !== undefined)
          const isMember = (value: unknown) =>
            listIn(value).every((one) => group?.members.includes(digitsOf(one['value'])))
          const now = listIn(Operations).every(
            ({ op, value }, at) => known(value) && (op !== 'remove' || at > 0 || isMember(value)),
          )
          if (!known(members) || !now) throw new ScimRefused(404, undefined, 'refused')
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'scim-members-in-id-order',
    leaves: ['B-SCM-17'],
    says: 'Members are listed by id and say of what type they are.',
    rule: {
      scim: {
        group: (dto, operation) =>
          scim.group(
            {
              ...dto,
              members: elementsIn(dto['members'])
                .toSorted((one, other) => digitsOf(one['value']) - digitsOf(other['value']))
                .map((one) => ({ ...one, type: 'User' })),
            },
            operation,
          ),
      },
    },
  },
  {
    id: 'user-unknown-told-in-html',
    leaves: ['B-USR-32', 'B-USR-35'],
    says: 'PUT and DELETE of an unknown user are refused with 400 and a page of HTML, GET with 404 and no body.',
    excludes: ['user-unknown-status-400', 'user-refusals-in-plain-text', 'user-put-204', 'user-second-delete-400'],
    wire: {
      response: (response, request) => {
        if (response.status !== 404 || !isUser(request)) return response
        if (request.method === 'PUT' || request.method === 'DELETE')
          return textAnswer(400, 'text/html', '<html><body><p>no such account</p></body></html>')
        return { status: 404, headers: [], body: Buffer.alloc(0) }
      },
    },
  },
  {
    id: 'user-last-changed-moves-by-itself',
    leaves: ['B-USR-35'],
    says: 'lastChanged moves with each look at a user; moments have microseconds and an offset.',
    rule: { user: { moment: (ms) => new Date(ms + 3_600_000).toISOString().replace(/(\.\d{3})Z$/, '$1456+01:00') } },
    seam: {
      people: {
        user: (asked, handle) => {
          const { persons } = asked.people
          const one = persons.get(Number(asked.call.params['userId']))
          if (asked.operation === 'get' && one) persons.put({ ...one, lastChanged: one.lastChanged + 1 }, undefined)
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'user-request-id-twice-409',
    leaves: ['B-USR-35'],
    says: 'A write with an X-Request-ID that was heard before is refused with 409.',
    seam: {
      people: {
        user: (asked, handle) => {
          const id = asked.call.header('X-Request-ID') ?? ''
          const heard = heardIds(asked.house)
          if (['list', 'get'].includes(asked.operation)) return handle(asked)
          if (heard.has(id)) return json(409, { error: 'UA-00', message: 'refused', values: [] })
          heard.add(id)
          return handle(asked)
        },
      },
    },
  },
  {
    id: 'people-token-in-query-of-reads',
    leaves: ['B-PRV-04'],
    says: 'The User API takes a token from the query for reads only, the SCIM API refuses it with 400.',
    excludes: ['people-token-in-header-only'],
    wire: turningAway(
      (request) =>
        headerIn(request, 'Authorization') === undefined &&
        request.target.includes('access_token=') &&
        (isScim(request) || (isUser(request) && request.method !== 'GET')),
      json(400, { error: 'invalid_request' }),
    ),
  },
]

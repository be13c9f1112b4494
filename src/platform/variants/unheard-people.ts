import type { Variant } from '../deviation.ts'
import { elementsIn, sentWith, telling, type PeopleFields } from '../faults/people-kinds.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { ScimRefused } from '../scim/scim-call.ts'
import { inTurn, isFieldList, objectSent, turningAway } from './turned-away.ts'
import { headerIn } from '../faults/passing.ts'

const { scim } = scimRules
const { user } = userRules

const isScim = ({ target }: PlatformRequest): boolean => target.startsWith('/api/scim/v2/')
const isUser = ({ target }: PlatformRequest): boolean => target.startsWith('/api/user/v1/users')
const isUserList = ({ method, target }: PlatformRequest): boolean =>
  method === 'GET' && /^\/api\/(?:user\/v1\/users|users)(?:\?|$)/.test(target)

const refusal = (status: number): PlatformResponse => json(status, { error: 'UA-00', message: 'refused', values: [] })
const text = (body: Buffer, change: (text: string) => string): Buffer => Buffer.from(change(body.toString('utf8')))
const parsed = (body: Buffer): unknown => JSON.parse(body.toString('utf8')) as unknown

let turn = 0

const scimVariants: readonly Variant[] = [
  {
    id: 'scim-lists-bare-in-changing-order',
    leaves: ['B-SCM-17'],
    says: 'Lists of the SCIM API are arrays, in another order each time.',
    // It reads ids as numbers, which would round long ones.
    excludes: [
      'scim-lists-bare',
      'scim-pages-of-five',
      'scim-attributes-capitalised',
      'scim-ids-beyond-doubles',
      'scim-put-clears-emails',
      'scim-list-in-changing-order',
    ],
    wire: {
      response: (response, request) => {
        if (request.method !== 'GET' || !/\/scim\/v2\/(?:Users|Groups)(?:\?|$)/.test(request.target)) return response
        if (response.status !== 200) return response
        turn += 1
        const all = elementsIn((parsed(response.body) as PeopleFields)['Resources'])
        return { ...response, body: Buffer.from(JSON.stringify(turn % 2 === 0 ? all : all.toReversed())) }
      },
    },
  },
  {
    id: 'scim-writes-204',
    leaves: ['B-SCM-17'],
    says: 'Writes of the SCIM API are answered with 204; the Location of a POST tells the id.',
    excludes: ['scim-no-location', 'scim-writes-answer-nothing', 'scim-writes-answer-location-only'],
    wire: {
      response: (response, request) =>
        isScim(request) && request.method !== 'GET' && response.status < 300
          ? empty(
              204,
              response.headers.filter(([name]) => name === 'Location'),
            )
          : response,
    },
  },
  {
    id: 'scim-ids-with-leading-zeros',
    leaves: ['B-SCM-21'],
    says: 'Ids stand in bodies of the SCIM API as texts that begin with zeros, in application/json.',
    // It edits texts as the platform writes them.
    excludes: [
      'scim-ids-as-numbers',
      'scim-ids-beyond-doubles',
      'scim-attributes-capitalised',
      'scim-no-location',
      'scim-writes-answer-nothing',
      'scim-writes-answer-location-only',
      'scim-writes-204',
      'scim-lists-bare-in-changing-order',
      'json-charset-pretty',
      'json-escaped-shuffled',
    ],
    rule: { scim: { mediaType: () => 'application/json; charset=utf-8' } },
    wire: {
      request: (request) =>
        isScim(request)
          ? {
              ...request,
              target: request.target.replace(/\/000(\d{5})\b/, '/$1'),
              body: text(request.body, (body) => body.replace(/"000(\d{5})"/g, '"$1"')),
            }
          : request,
      response: (response, request) =>
        isScim(request)
          ? {
              ...response,
              body: text(response.body, (body) => body.replace(/"(id|value)":"(\d{5})"/g, '"$1":"000$2"')),
            }
          : response,
    },
  },
  {
    id: 'scim-headers-demanded',
    leaves: ['B-SCM-21'],
    says: 'A call without the media type of SCIM as Content-Type is refused with 415, one without it as Accept with 406.',
    wire: inTurn(
      turningAway(
        (request) => isScim(request) && !/^application\/scim\+json/i.test(headerIn(request, 'Content-Type') ?? ''),
        textAnswer(415, 'text/html', '<html><body>Unsupported</body></html>'),
      ),
      turningAway(
        (request) => isScim(request) && !/application\/scim\+json/i.test(headerIn(request, 'Accept') ?? ''),
        textAnswer(406, 'text/html', '<html><body>Not acceptable</body></html>'),
      ),
    ),
  },
  {
    id: 'scim-put-takes-emails-away',
    leaves: ['B-SCM-17'],
    says: 'A PUT of a user without emails or name takes them away, and the e-mail is free then.',
    excludes: ['scim-put-keeps-names'],
    rule: {
      scim: {
        user: ({ emails, ...dto }, operation) =>
          scim.user(elementsIn(emails).every(({ value }) => value === '') ? dto : { ...dto, emails }, operation),
      },
    },
    seam: {
      people: {
        scim: (asked, handle) => {
          const answer = handle(asked)
          const one = asked.people.persons.get(Number(asked.call.params['userId']))
          if (asked.operation !== 'user-put' || !one || answer.status >= 300 || sentWith(asked)['emails'] !== undefined)
            return answer
          asked.people.persons.put({ ...one, email: '', emails: [] }, asked.call.journal)
          return telling(answer, ({ emails: _emails, ...shown }) => shown)
        },
      },
    },
  },
  {
    id: 'scim-patch-strict',
    leaves: ['B-SCM-17'],
    says: 'A patch with a word in capitals, another path than members, an unknown user or one who is a member is refused.',
    excludes: ['scim-members-by-path-only'],
    seam: {
      people: {
        scim: (asked, handle) => {
          if (asked.operation !== 'group-patch') return handle(asked)
          const { persons, groups } = asked.people
          const members = groups.get(Number(asked.call.params['groupId']))?.members ?? []
          for (const { op, path, value } of elementsIn(sentWith(asked)['Operations']).filter(isFieldList)) {
            const named = elementsIn(value)
              .filter(isFieldList)
              .map((one) => Number(one['value']))
            if (!['add', 'remove', 'replace'].includes(String(op)) || path !== 'members')
              throw new ScimRefused(400, undefined, 'refused')
            if (op === 'add' && named.some((id) => !persons.get(id))) throw new ScimRefused(404, undefined, 'refused')
            if (op === 'add' && named.some((id) => members.includes(id)))
              throw new ScimRefused(409, undefined, 'refused')
          }
          return handle(asked)
        },
      },
    },
  },
]

/** The same rows in an order that depends on the last change. */
const shuffled = <Row extends { readonly id: number; readonly lastChanged: number }>(rows: readonly Row[]): Row[] => {
  const salt = Math.max(0, ...rows.map(({ lastChanged }) => lastChanged)) % 9973
  const key = ({ id }: Row) => (id * 7919 + salt * 104_729) % 10_007
  return rows.toSorted((one, other) => key(one) - key(other))
}

const form = ['companyGroupId', 'email', 'firstName', 'lastName', 'phone', 'name', 'active']

const userVariants: readonly Variant[] = [
  {
    id: 'user-pages-of-three-from-one',
    leaves: ['B-USR-36'],
    says: 'Pages begin with 1, and page 0 is refused; a page has three users unless Size says otherwise, and at most fifty.',
    rule: { user: { firstPage: () => 1, defaultSize: () => 3, size: (asked) => Math.min(asked, 50) } },
    wire: turningAway((request) => isUserList(request) && /[?&]Page=0(?:&|$)/.test(request.target), refusal(400)),
  },
  {
    id: 'user-empty-name-refused',
    leaves: ['B-USR-34'],
    says: 'Fields that are null are left out, and a PUT with an empty name is refused.',
    rule: {
      user: { shown: (dto) => Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== null)) },
    },
    wire: turningAway(
      (request) => isUser(request) && request.method === 'PUT' && objectSent(request)['name'] === '',
      refusal(400),
    ),
  },
  {
    id: 'user-put-204',
    leaves: ['B-USR-35'],
    says: 'A PUT is answered with 204, a POST with 202, a refusal in plain text.',
    excludes: ['user-all-statuses-200', 'user-writes-answer-nothing', 'user-refusals-in-plain-text'],
    wire: {
      response: (response, request) => {
        if (!isUser(request)) return response
        if (response.status >= 400) return textAnswer(response.status, 'text/plain', 'That was not done.')
        if (request.method === 'PUT') return empty(204)
        return request.method === 'POST' ? { ...response, status: 202 } : response
      },
    },
  },
  {
    id: 'user-second-delete-400',
    leaves: ['B-USR-40'],
    says: 'DELETE is answered with 200 and a text, that of a user who is gone with 400 and the message that it was deleted.',
    excludes: [
      'user-delete-told-with-400',
      'user-all-statuses-200',
      'user-writes-answer-nothing',
      'user-unknown-status-400',
    ],
    wire: {
      response: (response, request) => {
        if (!isUser(request) || request.method !== 'DELETE') return response
        if (response.status < 300) return textAnswer(200, 'text/plain', 'The user was deleted')
        return response.status === 404 ? refusal(400) : response
      },
    },
  },
  {
    id: 'user-active-null-in-no-filter',
    leaves: ['B-USR-33'],
    says: 'A PUT without active makes it null, and the filter active finds such a user with neither value.',
    rule: {
      user: { activeUnsaid: () => null, activeMatches: (asked, active) => active !== null && String(active) === asked },
    },
  },
  {
    id: 'user-other-fields-422',
    leaves: ['B-USR-35'],
    says: 'A write that sends anything but the fields of the input form is refused with 422.',
    excludes: [
      'user-group-of-one-company',
      'user-name-in-use-409',
      'user-page-past-the-end-refused',
      'user-read-only-refused',
      'user-email-needed-in-put',
    ],
    wire: turningAway(
      (request) =>
        isUser(request) &&
        ['POST', 'PUT'].includes(request.method) &&
        Object.keys(objectSent(request)).some(
          (name) => !form.includes(name) && !(request.method === 'PUT' && name === 'id'),
        ),
      refusal(422),
    ),
  },
  {
    id: 'user-order-changes-with-the-users',
    leaves: ['B-USR-36'],
    says: 'Users that no sort tells apart come in an order that changes with each change; sort of a page is empty.',
    rule: { user: { page: (content, figures) => user.page(content, figures, {}) } },
    seam: {
      people: {
        user: (asked, handle) => {
          if (asked.operation !== 'list') return handle(asked)
          const { people } = asked
          const all = () => shuffled(people.persons.all())
          return handle({ ...asked, people: { ...people, persons: { ...people.persons, all } } })
        },
      },
    },
  },
]

/** Lawful readings of SCIM and the User API, thought up by another reader of the documents (suites/two-readings). */
export const unheardPeopleVariants: readonly Variant[] = [
  ...scimVariants,
  ...userVariants,
  {
    id: 'people-privileges-missing-bare',
    leaves: ['B-PRV-05', 'B-SVC-17', 'B-OPT-16'],
    says: 'SCIM, User, Service and Re-Optimization API refuse users without privileges with a 403 that has no body.',
    excludes: ['people-privileges-missing-404', 'people-privileges-missing-401'],
    wire: {
      response: (response, { target }) =>
        response.status === 403 && /^\/(?:api\/(?:scim|user|service-management)|optimization)\//.test(target)
          ? empty(403)
          : response,
    },
  },
]

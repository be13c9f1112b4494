import type { Variant } from '../deviation.ts'
import { json, textAnswer } from '../http/answers.ts'
import { listing, memoryOf, sending, sentWith, telling, type PeopleFields } from '../faults/people-kinds.ts'
import { peopleRules } from '../rulebook/people.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'

const { scim } = scimRules
const { user } = userRules
const { privilege } = peopleRules

const isUserPath = (target: string): boolean => target.startsWith('/api/user/v1/users')
const isScimPath = (target: string): boolean => target.startsWith('/api/scim/v2/')
const text = (body: Buffer, change: (text: string) => string): Buffer => Buffer.from(change(body.toString('utf8')))

const turns = memoryOf(() => ({ count: 0 }))
const cleared = memoryOf(() => ({ ids: new Set<string>() }))

/** Before the ids of SCIM, so that no number holds them exactly; and before those of permission groups. */
const long = '92233720368'
const longGroup = '-9223372036854770'
/** Only one company knows it. */
const localGroup = 305

/** Lawful readings of the SCIM API and the User API, thought up by a reader of the documents (suites/two-readings). */
export const readingsPeopleVariants: readonly Variant[] = [
  {
    id: 'scim-ids-beyond-doubles',
    leaves: ['B-SCM-21'],
    says: 'Ids of the SCIM API are numbers of sixteen digits, more than a double keeps.',
    excludes: ['user-ids-of-sixteen-digits'],
    rule: { scim: { id: (id) => id } },
    wire: {
      request: (request) =>
        isScimPath(request.target)
          ? {
              ...request,
              target: request.target.replace(new RegExp(`/${long}(\\d{5})`, 'g'), '/$1'),
              body: text(request.body, (body) => body.replace(new RegExp(`${long}(\\d{5})\\b`, 'g'), '$1')),
            }
          : request,
      response: (response, request) =>
        isScimPath(request.target) && response.status < 300
          ? {
              ...response,
              headers: response.headers.map(([name, value]) =>
                name === 'Location'
                  ? ([name, value.replace(/\/(\d{5})$/, `/${long}$1`)] as const)
                  : ([name, value] as const),
              ),
              body: text(response.body, (body) => body.replace(/"(id|value|Id|Value)":(\d{5})\b/g, `"$1":${long}$2`)),
            }
          : response,
    },
  },
  {
    id: 'scim-writes-answer-location-only',
    leaves: ['B-SCM-17'],
    says: 'Writes of the SCIM API have no body; the Location of a POST tells the id.',
    excludes: ['scim-no-location'],
    rule: { scim: { answersWrite: () => false } },
    wire: {
      response: (response, request) =>
        isScimPath(request.target) && request.method !== 'GET' && response.status < 300
          ? { ...response, headers: response.headers.filter(([name]) => name === 'Location'), body: Buffer.alloc(0) }
          : response,
    },
  },
  {
    id: 'scim-groups-numbered-apart',
    leaves: ['B-SCM-21'],
    says: 'Groups have numbers of their own, which users have, too.',
    rule: { scim: { groupId: (_next, groups) => Math.max(30_000, ...groups) + 1 } },
  },
  {
    id: 'scim-put-clears-emails',
    leaves: ['B-SCM-17'],
    says: 'A PUT of a user without emails empties them.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const { ids } = cleared(asked)
          const bare = (one: PeopleFields) => (ids.has(String(one['id'])) ? { ...one, emails: [] } : one)
          const answer = handle(asked)
          if (asked.operation === 'user-put')
            ids[sentWith(asked)['emails'] === undefined ? 'add' : 'delete'](asked.call.params['userId'] ?? '')
          if (asked.operation === 'user-list') return listing(answer, (all) => all.map(bare))
          return asked.operation === 'user-get' || asked.operation === 'user-put' ? telling(answer, bare) : answer
        },
      },
    },
    excludes: ['scim-lists-bare', 'scim-attributes-capitalised', 'scim-pages-of-five'],
  },
  {
    id: 'scim-list-in-changing-order',
    leaves: ['B-SCM-17'],
    says: 'Each list of users is in the reverse of the order before.',
    excludes: ['scim-pages-of-five', 'scim-lists-bare', 'scim-attributes-capitalised'],
    seam: {
      people: {
        scim: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation !== 'user-list') return answer
          const turn = turns(asked)
          turn.count += 1
          return turn.count % 2 === 0 ? answer : listing(answer, (all) => [...all].reverse())
        },
      },
    },
  },
  {
    id: 'scim-empty-group-without-members',
    leaves: ['B-SCM-17'],
    says: 'A group without members has no list of them.',
    rule: {
      scim: {
        group: ({ members, ...group }, operation) =>
          scim.group({ ...group, ...((members as unknown[]).length > 0 ? { members } : {}) }, operation),
      },
    },
  },
  {
    id: 'scim-strangers-without-names',
    leaves: ['B-SCM-17'],
    says: 'Users that did not come over SCIM have neither userName nor emails.',
    rule: {
      scim: {
        user: ({ userName, emails, ...dto }, operation) =>
          scim.user(Number(dto['id']) < 30_000 ? dto : { ...dto, userName, emails }, operation),
      },
    },
  },
  {
    id: 'scim-refusals-422',
    leaves: ['B-SCM-17'],
    says: 'What the SCIM API refuses with 400 elsewhere it refuses with 422.',
    excludes: ['auth-no-token-bad-request', 'no-token-400-as-problem'],
    wire: {
      response: (response, request) =>
        isScimPath(request.target) && response.status === 400 ? { ...response, status: 422 } : response,
    },
  },
  {
    id: 'scim-second-delete-succeeds',
    leaves: ['B-SCM-17'],
    says: 'DELETE of a user that is gone is answered with 204.',
    wire: {
      response: (response, request) =>
        request.method === 'DELETE' && /\/scim\/v2\/Users\/\d+$/.test(request.target) && response.status === 404
          ? { status: 204, headers: [], body: Buffer.alloc(0) }
          : response,
    },
  },
  {
    id: 'scim-no-calls-beside-the-table',
    leaves: ['B-SCM-20'],
    says: 'GET of one group is refused with 405, PATCH of a user with 501.',
    wire: {
      response: (response, request) =>
        request.method === 'GET' && /\/scim\/v2\/Groups\/\d+/.test(request.target)
          ? textAnswer(405, 'text/plain', 'not allowed')
          : request.method === 'PATCH' && /\/scim\/v2\/Users\/\d+/.test(request.target)
            ? textAnswer(501, 'text/plain', 'not implemented')
            : response,
    },
  },
  {
    id: 'user-delete-told-with-400',
    leaves: ['B-USR-40'],
    says: 'The DELETE that deletes a user is answered with 400 and the message that it was deleted.',
    excludes: ['user-all-statuses-200', 'user-writes-answer-nothing'],
    wire: {
      response: (response, request) =>
        request.method === 'DELETE' && isUserPath(request.target) && response.status < 300
          ? json(400, { error: 'UA-00', message: 'The user with the given email was deleted', values: [] })
          : response,
    },
  },
  {
    id: 'user-group-of-one-company',
    leaves: ['B-USR-36'],
    says: 'One permission group is known to one company only: for the account it is refused.',
    // It shows another group where a user is in the one company; who is refused the other one stays so.
    excludes: ['user-group-ids-beyond-doubles', 'user-exists-in-one-refused'],
    rule: {
      user: {
        memberships: (companies) =>
          (user.memberships(companies) as PeopleFields[]).map((one) =>
            companies.length === 1 && one['companyId'] === 5001 && one['groupId'] === 301
              ? { ...one, groupId: localGroup }
              : one,
          ),
      },
    },
    seam: {
      people: {
        user: (asked, handle) => {
          const sent = sentWith(asked)
          if (sent['companyGroupId'] !== localGroup) return handle(asked)
          return asked.company?.name === 'Acme North'
            ? handle(sending(asked, { ...sent, companyGroupId: 301 }))
            : json(400, { error: 'UA-00', message: 'There is no such group', values: [] })
        },
      },
    },
  },
  {
    id: 'user-group-ids-beyond-doubles',
    leaves: ['B-USR-36'],
    says: 'Ids of permission groups are negative, and longer than a double keeps.',
    wire: {
      request: (request) =>
        isUserPath(request.target)
          ? {
              ...request,
              body: text(request.body, (body) => body.replace(new RegExp(`:${longGroup}(\\d{3})\\b`, 'g'), ':$1')),
            }
          : request,
      response: (response, request) =>
        isUserPath(request.target)
          ? {
              ...response,
              body: text(response.body, (body) => body.replace(/"groupId":(\d{3})\b/g, `"groupId":${longGroup}$1`)),
            }
          : response,
    },
  },
  {
    id: 'user-strangers-without-group',
    leaves: ['B-USR-33'],
    says: 'Some users have no permission group: groupId is null.',
    rule: {
      user: {
        memberships: (companies) =>
          (user.memberships(companies) as PeopleFields[]).map((one) =>
            one['groupId'] === 303 ? { ...one, groupId: null } : one,
          ),
      },
    },
  },
  {
    id: 'user-name-in-use-409',
    leaves: ['B-USR-35'],
    says: 'A user name in use is refused with 409, that of the same user in another company included.',
    excludes: ['user-exists-in-one-refused'],
    seam: {
      people: {
        user: (asked, handle) => {
          const { name } = sentWith(asked)
          const own = asked.call.params['userId']
          const inUse =
            (asked.operation === 'post' || asked.operation === 'put') &&
            asked.people.persons.all().some((one) => one.name === name && String(one.id) !== own)
          return inUse
            ? json(409, { error: 'UA-00', message: 'Person(s) with the user name exist', values: [] })
            : handle(asked)
        },
      },
    },
  },
  {
    id: 'people-privileges-missing-404',
    leaves: ['B-PRV-05'],
    says: 'SCIM API and User API answer callers without privileges with 404.',
    rule: { privilege: { status: (room) => (room === 'scim' || room === 'user' ? 404 : privilege.status(room)) } },
  },
  {
    id: 'user-size-at-most-ten',
    leaves: ['B-USR-36'],
    says: 'A page has ten users at most, whatever Size says.',
    rule: { user: { size: (asked) => Math.min(asked, 10) } },
  },
  {
    id: 'user-default-size-one',
    leaves: ['B-USR-36'],
    says: 'A page has one user unless Size says otherwise.',
    rule: { user: { defaultSize: () => 1 } },
  },
  {
    id: 'user-page-past-the-end-refused',
    leaves: ['B-USR-36'],
    says: 'A page past the end is refused with 400.',
    seam: {
      people: {
        user: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation !== 'list' || answer.status >= 300) return answer
          const page = JSON.parse(answer.body.toString('utf8')) as PeopleFields
          return page['numberOfElements'] === 0 && page['totalElements'] !== 0
            ? json(400, { error: 'UA-00', message: 'There is no such page', values: [] })
            : answer
        },
      },
    },
  },
  {
    id: 'user-with-more-fields',
    leaves: ['B-USR-35'],
    says: 'A user has roles and a type beside the documented fields.',
    rule: { user: { shown: (dto) => ({ roles: [], userType: 'PERSON', ...dto }) } },
  },
  {
    id: 'user-moments-with-offset',
    leaves: ['B-USR-35'],
    says: 'created and lastChanged have nanoseconds and an offset.',
    rule: { user: { moment: (ms) => new Date(ms + 7_200_000).toISOString().replace('Z', '000000+02:00') } },
  },
  {
    id: 'user-emails-differ-by-case',
    leaves: ['B-USR-35'],
    says: 'E-mails that differ in letter case are two.',
    rule: { user: { isTaken: (email, other) => email === other } },
    excludes: ['user-pages-of-one-or-two'],
  },
  {
    id: 'user-companies-in-reverse',
    leaves: ['B-USR-35'],
    says: 'The companies of a user are listed in reverse.',
    rule: { user: { memberships: (companies) => [...(user.memberships(companies) as PeopleFields[])].reverse() } },
  },
  {
    id: 'user-read-only-refused',
    leaves: ['B-USR-35'],
    says: 'A write that sends a field that is read-only is refused.',
    seam: {
      people: {
        user: (asked, handle) => {
          const sent = sentWith(asked)
          const readOnly = ['created', 'lastChanged', 'companies', ...(asked.operation === 'post' ? ['id'] : [])]
          return readOnly.some((name) => name in sent)
            ? json(400, { error: 'UA-00', message: 'A field is read-only', values: [] })
            : handle(asked)
        },
      },
    },
  },
  {
    id: 'user-email-needed-in-put',
    leaves: ['B-USR-34'],
    says: 'A PUT without an e-mail is refused.',
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'put' && typeof sentWith(asked)['email'] !== 'string'
            ? json(400, { error: 'UA-00', message: 'email is required', values: [] })
            : handle(asked),
      },
    },
  },
  {
    id: 'user-refusals-in-plain-text',
    leaves: ['B-USR-35'],
    says: 'Refusals of the User API are plain text.',
    wire: {
      response: (response, request) =>
        isUserPath(request.target) && response.status >= 400
          ? textAnswer(response.status, 'text/plain', 'refused')
          : response,
    },
  },
  {
    id: 'user-refusals-of-their-own',
    leaves: ['B-USR-35'],
    says: 'What a write lacks is refused with 422, another id in its body with 409.',
    rule: {
      user: {
        status: (cause, operation) =>
          cause === 'field' ? 422 : cause === 'id-mismatch' ? 409 : user.status(cause, operation),
      },
    },
  },
]

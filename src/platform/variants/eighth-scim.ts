import { randomBytes } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import {
  elementsIn,
  listing,
  memoryOf,
  refusing,
  sending,
  sentWith,
  type PeopleFields,
} from '../faults/people-kinds.ts'
import { headerIn, withBody } from '../faults/passing.ts'
import { empty, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { scimRules } from '../rulebook/scim.ts'
import { ScimRefused } from '../scim/scim-call.ts'

const { scim } = scimRules

const isScim = ({ target }: Pick<PlatformRequest, 'target'>): boolean => target.startsWith('/api/scim/v2/')
const pathOf = ({ target }: PlatformRequest): string => target.split('?', 1)[0] ?? ''

/** The n-th number beyond what 63 bits hold. */
const long = (id: number): string => String(9_223_372_036_854_775_809n + 2n * (BigInt(id) - 30_000n))
const short = (text: string): string => String((BigInt(text) - 9_223_372_036_854_775_809n) / 2n + 30_000n)
const shortened = (text: string): string =>
  text.replace(/(?<!\d)\d{19}(?!\d)/g, (digits) =>
    BigInt(digits) > 9_223_372_036_854_775_000n ? short(digits) : digits,
  )
const lengthened = (text: string): string =>
  text.replace(/(\/(?:Users|Groups)\/)(\d{5})\b/g, (_all, path: string, id: string) => path + long(Number(id)))

/** `once` reaches an id of something that was deleted. */
const graves = memoryOf(() => new Set<string>())
const builtIn: readonly PeopleFields[] = [
  { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], id: '1', userName: 'system', active: true },
  { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], id: '2', userName: 'batch', emails: [], active: false },
]
const besideTheTable: ReadonlyArray<readonly [method: string, path: RegExp, allowed: string]> = [
  ['GET', /\/Groups\/[^/]+$/, 'PUT, PATCH, DELETE'],
  ['PATCH', /\/Users\/[^/]+$/, 'GET, PUT, DELETE'],
  ['HEAD', /\/(?:Users|Groups)$/, 'GET, POST'],
]

/** Lawful readings of SCIM, thought up by an eighth reader (suites/two-readings). */
export const eighthScimVariants: readonly Variant[] = [
  {
    id: 'scim-writes-empty-deletes-202',
    leaves: ['B-SCM-17'],
    says: 'Writes of the SCIM API have no body: a POST is answered 201 with a relative Location, DELETE 202.',
    excludes: [
      'scim-no-location',
      'scim-writes-answer-nothing',
      'scim-writes-answer-location-only',
      'scim-writes-answer-statuses-only',
      'scim-writes-204',
      'scim-location-relative',
      'scim-all-statuses-200',
      'scim-ids-with-leading-zeros',
      'scim-ids-beyond-doubles',
    ],
    wire: {
      response: (response, request) => {
        if (!isScim(request) || response.status >= 300) return response
        const at = headerIn(response, 'Location')?.replace(/^https?:\/\/[^/]+/, '')
        if (request.method === 'POST') return empty(201, at === undefined ? [] : [['Location', at]])
        return request.method === 'DELETE' ? empty(202) : request.method === 'GET' ? response : empty(204)
      },
    },
  },
  {
    id: 'scim-empty-list-without-resources',
    leaves: ['B-SCM-17'],
    says: 'A list of nothing has no Resources, a group without members no list of them.',
    rule: {
      scim: {
        list: (resources, total, start) => {
          if (total > 0) return scim.list(resources, total, start)
          return { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], totalResults: 0 }
        },
        group: ({ members, ...group }) => ({ ...group, ...(elementsIn(members).length > 0 ? { members } : {}) }),
      },
    },
  },
  {
    id: 'scim-ids-of-nineteen-digits',
    leaves: ['B-SCM-17', 'B-SCM-21'],
    says: 'Ids of the SCIM API have nineteen digits, those of groups are those of users, too.',
    excludes: ['scim-location-relative', 'scim-writes-empty-deletes-202'],
    rule: {
      scim: { id: (id) => long(id), groupId: (_next, groups) => Math.max(30_000, ...groups) + 1 },
    },
    wire: {
      request: (request) =>
        isScim(request)
          ? {
              ...withBody(request, Buffer.from(shortened(request.body.toString('utf8')))),
              target: shortened(request.target),
            }
          : request,
      response: (response, request) =>
        isScim(request)
          ? {
              ...response,
              headers: response.headers.map(([name, value]) => [name, lengthened(value)] as const),
              body: Buffer.from(lengthened(response.body.toString('utf8'))),
            }
          : response,
    },
  },
  {
    id: 'scim-user-name-made-up',
    leaves: ['B-SCM-04', 'B-SCM-17'],
    says: 'A user that is created without userName gets a random one, its first e-mail is the primary one if none says so, and has a type.',
    rule: { scim: { emails: (emails) => emails.map((one) => ({ ...one, type: 'work' })) } },
    seam: {
      people: {
        scim: (asked, handle) => {
          const sent = sentWith(asked)
          if (asked.operation !== 'user-post' || !Array.isArray(sent['emails'])) return handle(asked)
          const emails = elementsIn(sent['emails']).map((one, at) => ({ primary: at === 0, ...one }))
          return handle(sending(asked, { userName: `u-${randomBytes(6).toString('hex')}`, ...sent, emails }))
        },
      },
    },
  },
  {
    id: 'scim-gone-410-groups-too',
    leaves: ['B-SCM-17'],
    says: 'Every call of a user or group that was deleted is answered with 410, of one that never was with 404.',
    excludes: ['scim-gone-410', 'scim-second-delete-succeeds'],
    seam: {
      people: {
        scim: (asked, handle) => {
          const { userId, groupId } = asked.call.params
          const key = `${asked.account.id}/${userId === undefined ? 'group' : 'user'}/${userId ?? groupId}`
          try {
            const answer = handle(asked)
            if (/-delete$/.test(asked.operation)) graves(asked).add(key)
            return answer
          } catch (error) {
            if (error instanceof ScimRefused && error.status === 404 && graves(asked).has(key)) return refusing(410)
            throw error
          }
        },
      },
    },
  },
  {
    id: 'scim-unknown-members-404-removed-anyway',
    leaves: ['B-SCM-17'],
    says: 'A write that makes an unknown user a member is refused with 404, a remove of one is answered as done.',
    seam: {
      people: {
        scim: (asked, handle) => {
          try {
            return handle(asked)
          } catch (error) {
            if (error instanceof ScimRefused && error.message.startsWith('there is no user ')) return refusing(404)
            throw error
          }
        },
      },
    },
  },
  {
    id: 'scim-members-newest-first-as-numbers',
    leaves: ['B-SCM-17', 'B-SCM-19', 'B-SCM-21'],
    // Numbers say as much as a double keeps, and no zeros before them.
    excludes: ['scim-ids-with-leading-zeros', 'scim-ids-of-nineteen-digits', 'scim-ids-beyond-doubles'],
    says: 'Members are listed from the last that joined, by numbers, with what they are; one who is added again is the last that joined.',
    rule: {
      scim: {
        added: (before, named) => [...before.filter((id) => !named.includes(id)), ...named],
        group: ({ members, ...group }) => ({
          ...group,
          members: elementsIn(members)
            .map((one) => ({ ...one, value: Number(one['value']), type: 'User' }))
            .toReversed(),
        }),
      },
    },
  },
  {
    id: 'scim-built-in-users',
    leaves: ['B-SCM-17'],
    says: 'Users come in a random order, among them two that nobody created and nobody may write, one without and one with no e-mails.',
    excludes: [
      'scim-pages-of-five',
      'scim-lists-bare',
      'scim-lists-bare-in-changing-order',
      'scim-lists-bare-with-numbers',
      'scim-attributes-capitalised',
      'scim-ids-as-numbers',
      'scim-ids-of-nineteen-digits',
      'scim-ids-beyond-doubles',
    ],
    seam: {
      people: {
        scim: (asked, handle) => {
          const known = builtIn.find(({ id }) => id === asked.call.params['userId'])
          if (known)
            return asked.operation === 'user-get'
              ? textAnswer(200, scim.mediaType(), JSON.stringify(known))
              : refusing(403)
          if (asked.operation !== 'user-list') return handle(asked)
          return listing(handle(asked), (all) =>
            [...all, ...builtIn]
              .map((one) => [Math.random(), one] as const)
              .toSorted(([one], [other]) => one - other)
              .map(([, one]) => one),
          )
        },
      },
    },
  },
  {
    id: 'scim-untabled-405-with-allow',
    leaves: ['B-SCM-20'],
    says: 'GET of one group, PATCH of a user and HEAD of a list are refused with 405 and no body, OPTIONS is answered 204.',
    excludes: ['scim-no-calls-beside-the-table', 'scim-groups-in-changing-order'],
    wire: {
      response: (response, request) => {
        if (!isScim(request)) return response
        if (request.method === 'OPTIONS') return empty(204, [['Allow', 'GET, POST']])
        const [, , allowed] =
          besideTheTable.find(([method, path]) => method === request.method && path.test(pathOf(request))) ?? []
        return allowed === undefined ? response : empty(405, [['Allow', allowed]])
      },
    },
  },
]

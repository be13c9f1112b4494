import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { scimRules } from '../rulebook/scim.ts'
import { headerIn } from './passing.ts'
import { elementsIn, listing, scimTurn, sending, sentWith, type PeopleFields } from './people-kinds.ts'

const { scim } = scimRules

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const fieldsIn = (value: unknown): PeopleFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PeopleFields) : {}

let made = 0

/** E-mails that a server makes up to have some. */
const madeUp = (): readonly PeopleFields[] => [{ value: `none.${(made += 1)}@example.com`, primary: true }]

const cut = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 50) : value)

/** Cuts names at their fiftieth sign. */
const cutting = (id: string, operation: 'user-post' | 'user-put', says: string): Fault =>
  scimTurn(id, ['B-SCM-18'], [operation], says, (asked, handle) => {
    const { name, ...sent } = sentWith(asked)
    const { familyName, givenName, ...rest } = fieldsIn(name)
    const parts = Object.entries({ familyName, givenName }).filter(([, text]) => text !== undefined)
    const short = Object.fromEntries(parts.map(([part, text]) => [part, cut(text)]))
    return handle(name === undefined ? asked : sending(asked, { ...sent, name: { ...rest, ...short } }))
  })

/** Breaches of SCIM by values that are there and hold nothing, and by what stands beside what a call names. */
export const unseenScimFaults: readonly Fault[] = [
  {
    id: 'scim-user-listed-once-per-email',
    breaks: ['B-SCM-02'],
    says: 'The list shows a user once for each of its e-mails, and counts it so.',
    seam: {
      people: {
        scim: (asked, handle) =>
          asked.operation === 'user-list'
            ? listing(handle(asked), (users) =>
                users.flatMap((one) =>
                  Array.from({ length: Math.max(1, elementsIn(one['emails']).length) }, () => one),
                ),
              )
            : handle(asked),
      },
    },
  },
  {
    id: 'scim-user-listed-once-per-group',
    breaks: ['B-SCM-02'],
    says: 'The list shows a user once for each group that it is in, and counts it so.',
    seam: {
      people: {
        scim: (asked, handle) => {
          if (asked.operation !== 'user-list') return handle(asked)
          const groups = asked.people.groups.all()
          return listing(handle(asked), (users) =>
            users.flatMap((one) => {
              const within = groups.filter(({ members }) => members.includes(Number(one['id'])))
              return Array.from({ length: Math.max(1, within.length) }, () => one)
            }),
          )
        },
      },
    },
  },
  scimTurn(
    'scim-put-takes-null-user-name',
    ['B-SCM-16'],
    ['user-put'],
    'A PUT with a userName of null is served, and the userName stays.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const person = asked.people.persons.get(Number(asked.call.params['userId']))
      return handle(sent['userName'] === null ? sending(asked, { ...sent, userName: person?.name ?? 'none' }) : asked)
    },
  ),
  scimTurn(
    'scim-put-takes-null-active',
    ['B-SCM-16'],
    ['user-put'],
    'A PUT with an active of null deactivates the user.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(sent['active'] === null ? sending(asked, { ...sent, active: false }) : asked)
    },
  ),
  scimTurn(
    'scim-empty-schemas-taken',
    ['B-SCM-16'],
    ['user-post', 'user-put', 'group-post', 'group-put'],
    'Users and groups may have schemas that name none.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const isEmpty = Array.isArray(sent['schemas']) && sent['schemas'].length === 0
      const schemas = [asked.operation.startsWith('user') ? userSchema : groupSchema]
      return handle(isEmpty ? sending(asked, { ...sent, schemas }) : asked)
    },
  ),
  scimTurn(
    'scim-group-of-any-schema',
    ['B-SCM-16'],
    ['group-post', 'group-put'],
    'Groups may have any schemas, if they have some.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const hasSome = Array.isArray(sent['schemas']) && sent['schemas'].length > 0
      return handle(hasSome ? sending(asked, { ...sent, schemas: [groupSchema] }) : asked)
    },
  ),
  scimTurn(
    'scim-emails-of-null',
    ['B-SCM-15', 'B-SCM-04'],
    ['user-post'],
    'A user is created with emails of null.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(sent['emails'] === null ? sending(asked, { ...sent, emails: madeUp() }) : asked)
    },
  ),
  scimTurn(
    'scim-email-of-null',
    ['B-SCM-15', 'B-SCM-04'],
    ['user-post'],
    'A user is created with an e-mail whose value is null.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const [first] = elementsIn(sent['emails'])
      return handle(first?.['value'] === null ? sending(asked, { ...sent, emails: madeUp() }) : asked)
    },
  ),
  scimTurn(
    'scim-post-name-all-or-nothing',
    ['B-SCM-18', 'B-SCM-04'],
    ['user-post'],
    'A name of a POST that lacks one of its parts is not kept.',
    (asked, handle) => {
      const { name, ...sent } = sentWith(asked)
      const isWhole = name === undefined || ('familyName' in fieldsIn(name) && 'givenName' in fieldsIn(name))
      return handle(isWhole ? asked : sending(asked, sent))
    },
  ),
  cutting('scim-post-names-cut-at-fifty', 'user-post', 'A POST keeps the first fifty signs of each part of a name.'),
  cutting('scim-put-names-cut-at-fifty', 'user-put', 'A PUT keeps the first fifty signs of each part of a name.'),
  scimTurn(
    'scim-request-id-demanded',
    ['B-SCM-01'],
    ['user-list', 'group-list'],
    'A list without X-Request-ID is refused with 400.',
    (asked, handle) =>
      headerIn(asked.call.request, 'X-Request-ID') === undefined
        ? json(400, scim.error(400, undefined, 'X-Request-ID is required'))
        : handle(asked),
  ),
  scimTurn(
    'scim-odd-ids-crash',
    ['K-SCM-01'],
    ['user-get'],
    'A GET of an id that is no number crashes.',
    (asked, handle) =>
      /^\d+$/.test(asked.call.params['userId'] ?? '') ? handle(asked) : json(500, { message: 'For input string' }),
  ),
]

import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { peopleRules } from '../rulebook/people.ts'
import { scimRules } from '../rulebook/scim.ts'
import { askedOf, headerIn, isWell, passing, rewriting, withJson } from './passing.ts'
import { elementsIn, scimTurn, sending, sentWith, type PeopleFields } from './people-kinds.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

const { privilege } = peopleRules
const { scim } = scimRules

const skillPath = /\/technicians\/[^/]+\/skills\/[^/]+$/

/** What each token was shown of a skill, by path. */
const shownSkills = perHouse(() => new Map<string, PlatformResponse>())

/** Answers 500 to requests with a null in one of these fields. */
export const nullCrashes = (
  id: string,
  statement: string,
  says: string,
  concerns: (request: Pick<PlatformRequest, 'method' | 'target'>) => boolean,
  fields: RegExp,
): Fault => ({
  id,
  breaks: [statement],
  says,
  wire: {
    response: (response, request) =>
      concerns(request) && fields.test(request.body.toString('utf8'))
        ? json(500, { message: 'internal error' })
        : response,
  },
})

const inActivities = (request: PlatformRequest, change: (activity: PeopleFields) => PeopleFields): PlatformRequest =>
  isTreePost(request)
    ? withJson(request, (tree) =>
        'activities' in tree ? { ...tree, activities: activitiesIn(tree).map(change) } : tree,
      )
    : request

const orElse = (part: PeopleFields, field: string, value: unknown): PeopleFields =>
  part[field] === null ? { ...part, [field]: value } : part

/** Quiet breaches where a null stands, and at a call that its siblings' guards do not stand before. */
export const roundTwoBFieldFaults: readonly Fault[] = [
  nullCrashes(
    'scim-null-of-an-optional-attribute-crashes',
    'K-SCM-01',
    'A PUT of a user whose name or emails are null is answered with 500.',
    ({ method, target }) => method === 'PUT' && target.includes('/api/scim/v2/'),
    /"(?:name|emails)":null/,
  ),
  nullCrashes(
    'scim-group-of-null-members-crashes',
    'K-SCM-01',
    'A POST of a group whose members are null is answered with 500.',
    ({ method, target }) => method === 'POST' && target.includes('/api/scim/v2/'),
    /"members":null/,
  ),
  nullCrashes(
    'crowd-null-of-an-optional-part-crashes',
    'K-CRW-01',
    'A POST of a technician whose address, service area or skills are null is answered with 500.',
    ({ method, target }) => method === 'POST' && target.includes('/api/crowd/v2/'),
    /"(?:address|serviceArea|skills)":null/,
  ),
  nullCrashes(
    'crowd-address-of-a-null-number-crashes',
    'K-CRW-01',
    'A POST of an address whose number is null is answered with 500.',
    ({ method, target }) => method === 'POST' && target.includes('/api/crowd/v2/'),
    /"number":null/,
  ),
  nullCrashes(
    'service-null-of-an-optional-part-crashes',
    'K-SVC-01',
    'A tree whose responsibles, equipments or reserved materials are null is answered with 500.',
    isTreePost,
    /"(?:responsibles|equipments|reservedMaterials)":null/,
  ),
  scimTurn(
    'scim-patch-operations-null-taken',
    ['B-SCM-16'],
    ['group-patch'],
    'A patch whose Operations are null is taken, and does nothing.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const nothing = [{ op: 'add', path: 'members', value: [] }]
      return handle(sent['Operations'] === null ? sending(asked, { ...sent, Operations: nothing }) : asked)
    },
  ),
  {
    id: 'scim-patch-without-op-adds',
    breaks: ['B-SCM-16'],
    says: 'An operation without op, or whose op is null, adds.',
    rule: { scim: { word: (op) => (op === undefined || op === null ? 'add' : scim.word(op)) } },
  },
  {
    id: 'crowd-skill-needs-no-privileges',
    breaks: ['B-PRV-01'],
    says: 'A skill is shown to a user without privileges.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) =>
          at === 'crowd-skill-get' || privilege.serves(room, privileges, login, at),
      },
    },
  },
  passing(
    'crowd-skill-to-an-expired-token',
    ['B-CRW-19', 'A-TOK-21'],
    'A skill is shown to a token that has expired.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      if (method !== 'GET' || !skillPath.test(path)) return response
      const key = `${headerIn(request, 'Authorization') ?? ''} ${path}`
      if (isWell(response)) shownSkills(house).set(key, response)
      return response.status === 401 ? (shownSkills(house).get(key) ?? response) : response
    },
  ),
  rewriting(
    'service-null-subject-of-an-activity-taken',
    ['B-SVC-18'],
    'An activity whose subject is null is taken.',
    ({ method }) => method === 'POST',
    (request) => inActivities(request, (activity) => orElse(activity, 'subject', 'null')),
  ),
  rewriting(
    'service-null-quantity-of-a-material-taken',
    ['B-SVC-18'],
    'A reserved material whose quantity is null is taken as none.',
    ({ method }) => method === 'POST',
    (request) =>
      inActivities(request, (activity) =>
        'reservedMaterials' in activity
          ? {
              ...activity,
              reservedMaterials: elementsIn(activity['reservedMaterials']).map((one) => orElse(one, 'quantity', 0)),
            }
          : activity,
      ),
  ),
]

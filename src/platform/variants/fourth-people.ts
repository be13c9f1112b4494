import type { Variant } from '../deviation.ts'
import { answering } from '../faults/edits.ts'
import { elementsIn, sending, sentWith } from '../faults/people-kinds.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { scimRules } from '../rulebook/scim.ts'
import { isFieldList, turningAway } from './turned-away.ts'
import { headerIn } from '../faults/passing.ts'

const { scim } = scimRules

const listIn = (value: unknown) => elementsIn(value).filter(isFieldList)

/** Interfaces that part B describes, by their paths. */
const partB = [
  '/api/scim/v2/',
  '/api/user/v1/',
  '/api/users',
  '/api/crowd/v2/',
  '/cloud-crowd-service/',
  '/cloud-partner-dispatch-service/',
  '/api/service-management/v2/',
  '/api/reporting/v1/',
  '/optimization/api/v1/',
]
const isPartB = ({ target }: PlatformRequest): boolean => partB.some((path) => target.startsWith(path))

/** Lawful readings of SCIM, the User API, privileges and technicians, thought up by a fourth reader (suites/two-readings). */
export const fourthPeopleVariants: readonly Variant[] = [
  {
    id: 'scim-user-name-from-email',
    leaves: ['B-SCM-04', 'B-SCM-17'],
    says: 'A user that is created without userName gets the e-mail for one.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const sent = sentWith(asked)
          const [email] = listIn(sent['emails'])
          return handle(
            asked.operation === 'user-post' && !sent['userName']
              ? sending(asked, { ...sent, userName: email?.['value'] })
              : asked,
          )
        },
      },
    },
  },
  {
    id: 'scim-ids-mixed',
    leaves: ['B-SCM-17', 'B-SCM-21'],
    says: 'Ids are numbers, those of members texts; answers are application/json.',
    rule: {
      scim: {
        id: (id) => id,
        mediaType: () => 'application/json',
        group: (dto, operation) =>
          scim.group(
            { ...dto, members: elementsIn(dto['members']).map((one) => ({ ...one, value: String(one['value']) })) },
            operation,
          ),
      },
    },
  },
  {
    id: 'user-name-taken-in-other-letters',
    leaves: ['B-USR-21', 'B-USR-35'],
    says: 'A user name in use is refused with 409, in other letter case and as the part of an e-mail, too.',
    excludes: ['user-exists-in-one-refused'],
    seam: {
      people: {
        user: (asked, handle) => {
          const { name, email } = sentWith(asked)
          const meant = String(name ?? String(email).split('@')[0]).toLowerCase()
          const own = asked.call.params['userId']
          const isTaken =
            (asked.operation === 'post' || asked.operation === 'put') &&
            asked.people.persons
              .all()
              .some(
                (one) =>
                  one.name?.toLowerCase() === meant &&
                  String(one.id) !== own &&
                  one.email.toLowerCase() !== String(email).toLowerCase(),
              )
          return isTaken ? json(409, { message: 'the name is in use' }) : handle(asked)
        },
      },
    },
  },
  {
    id: 'part-b-token-in-header-only',
    leaves: ['B-PRV-04'],
    says: 'No interface of part B takes a token from the query; the header counts where both are sent.',
    excludes: ['people-token-in-header-only', 'people-token-in-query-of-reads', 'optimization-token-in-query'],
    wire: turningAway(
      (request) =>
        isPartB(request) &&
        headerIn(request, 'Authorization') === undefined &&
        request.target.includes('access_token='),
      json(401, { error: 'unauthorized', error_description: 'no token' }),
    ),
  },
  {
    id: 'crowd-prefix-unknown',
    leaves: ['B-CRW-02'],
    says: 'With the prefix /cloud-crowd-service there is nothing but a page that says so.',
    wire: turningAway(
      ({ target }) => target.startsWith('/cloud-crowd-service'),
      textAnswer(404, 'text/html', '<html><body>nothing here</body></html>'),
    ),
  },
  {
    id: 'crowd-coordinates-with-seven-places',
    leaves: ['B-CRW-15', 'B-CRW-16'],
    says: 'Latitude and longitude are written with seven places, digits of house numbers and zip codes as integers.',
    excludes: ['crowd-coordinates-whole', 'crowd-numbers-as-integers', 'crowd-forms-of-the-samples'],
    wire: answering(
      ({ path }) => path.includes('/api/crowd/v2/'),
      (response) => ({
        ...response,
        body: Buffer.from(
          response.body
            .toString('utf8')
            .replace(
              /("(?:lat|long)itude":)(-?\d+(?:\.\d+)?)/g,
              (_all, name: string, value: string) => `${name}${Number(value).toFixed(7)}`,
            )
            .replace(/("(?:number|zipCode)":)"([1-9]\d*)"/g, '$1$2'),
        ),
      }),
    ),
  },
  {
    id: 'crowd-address-update-creates',
    leaves: ['B-CRW-11', 'B-CRW-30'],
    says: 'An update of an address that is not there makes it, in a batch too, and is answered 201.',
    rule: { crowd: { updateCreates: () => true } },
  },
  {
    id: 'crowd-list-by-parts-of-names-and-later-days',
    leaves: ['B-CRW-19', 'B-CRW-30'],
    says: 'skillName finds parts of names in any letters, skllValidityDate the days from that one on and only beside skillName.',
    excludes: ['crowd-expiry-needs-skill-name'],
    rule: {
      crowd: {
        pageBase: () => 1,
        hasSkill: (skills, name) => skills.some(({ tagName }) => tagName.toLowerCase().includes(name.toLowerCase())),
        hasExpiry: (skills, day) => skills.some(({ expiredAt }) => String(expiredAt).slice(0, 10) >= day.slice(0, 10)),
      },
    },
    wire: turningAway(
      ({ method, target }) =>
        method === 'GET' &&
        /\/technicians\?/.test(target) &&
        target.includes('skllValidityDate=') &&
        !target.includes('skillName='),
      json(400, { title: 'operation not allowed' }),
    ),
  },
]

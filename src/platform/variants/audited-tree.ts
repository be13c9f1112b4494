import { seeded } from '../data/seed.ts'
import type { Variant } from '../deviation.ts'
import { jsonIn, withQuery } from '../faults/passing.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import { isStartOfJob } from '../faults/wish-wire.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { serviceRules } from '../rulebook/service.ts'
import { alone, through } from './lawful.ts'
import { codesAfter, plannedAfter } from './thirteenth-tree.ts'
import { isFieldList } from './turned-away.ts'

const { service } = serviceRules

type Fields = Readonly<Record<string, unknown>>

const without = (part: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)))

/** The address of the usual business partner. */
const usual = {
  addressId: 'F1E1D0000000000000000000000000B4',
  city: 'Dordrecht',
  country: 'NL',
  street: 'Wolwevershaven',
  streetNumber: '3',
  zipCode: '3311',
}

/** Until when a job is in progress. */
const busy = perHouse(() => ({ until: 0 }))

const valued = (part: unknown): boolean =>
  isFieldList(part) &&
  Array.isArray(part['reservedMaterials']) &&
  part['reservedMaterials'].some(
    (one) => isFieldList(one) && Array.isArray(one['udfValues']) && one['udfValues'].length > 0,
  )

/** Lawful readings of service calls, reports and re-optimization that an audit of the checks found accused, or never met. */
export const auditedTreeVariants: readonly Variant[] = [
  {
    id: 'service-codes-of-the-sender',
    leaves: ['B-SVC-09', 'B-SVC-27'],
    says: 'A service call or an activity that is sent with a code of its own, by which none is found, gets that one.',
    rule: {
      service: {
        code: (kind, number, sent) =>
          typeof sent === 'string' && sent !== '' ? sent : service.code(kind, number, sent),
      },
    },
  },
  through(
    'service-empty-list-is-given',
    ['B-SVC-04'],
    'A list of activities that is sent and empty is one that was given: no default activity is made.',
    (request, go) => {
      const given = isTreePost(request) ? jsonIn(request)?.['activities'] : undefined
      return go(
        Array.isArray(given) && given.length === 0 ? withQuery(request, { autoCreateActivity: 'false' }) : request,
      )
    },
  ),
  {
    id: 'service-empty-list-refused',
    leaves: ['B-SVC-04'],
    says: 'A list of activities that is sent and empty is refused.',
    rule: {
      service: {
        objects: ({ activities }) =>
          Array.isArray(activities) && activities.length === 0 ? 'activities is empty' : undefined,
      },
    },
  },
  alone(
    through(
      'service-planned-at-once',
      ['B-SVC-19', 'B-SVC-31'],
      'An eighth of a second after a tree was created its activities without a technician get one, with times and a stage.',
      plannedAfter(125),
    ),
  ),
  alone(
    through(
      'service-codes-come-at-once',
      ['B-SVC-08'],
      'Service calls and their activities get their codes an eighth of a second after they were created.',
      codesAfter(125),
    ),
  ),
  {
    id: 'service-usual-partner-has-an-address',
    leaves: ['B-SVC-12', 'B-SVC-25', 'B-SVC-27'],
    says: 'The business partner of most service calls has an address, which goes before one without source that is sent.',
    excludes: ['service-no-referenced-address'],
    rule: {
      service: {
        connected: (own, { id }) => (own ?? (id === seeded.BusinessPartner ? usual : undefined)) as typeof own,
        ownAddress: (own, hasPartner) => (hasPartner ? undefined : own),
      },
    },
  },
  {
    id: 'service-post-without-last-changed',
    leaves: ['B-SVC-03', 'B-SVC-16'],
    says: 'The answer to a POST does not show lastChanged, which a GET shows.',
    rule: {
      service: {
        shown: (tree, operation) =>
          operation === 'service-create'
            ? {
                ...without(tree, 'lastChanged'),
                activities: activitiesIn(tree).map((one) => without(one, 'lastChanged')),
              }
            : tree,
      },
    },
  },
  {
    id: 'service-address-copied',
    leaves: ['B-SVC-11', 'B-SVC-25', 'B-SVC-27'],
    says: 'An activity gets a copy of the address of its business partner, which is its own.',
    rule: {
      service: {
        address: (address, kind) => (kind === 'referenced' ? without(address, 'source', 'sourceId') : address),
      },
    },
  },
  {
    id: 'service-fields-of-materials-are-others',
    leaves: ['B-SVC-14', 'B-SVC-15'],
    says: 'A user-defined field of service calls and activities is none of reserved materials: a value there is refused.',
    rule: {
      service: {
        objects: (tree) =>
          [tree, ...activitiesIn(tree)].some(valued) ? 'the field is not one of ReservedMaterial' : undefined,
      },
    },
  },
  {
    id: 'report-embedded-needs-parameters',
    leaves: ['B-RPT-04', 'B-RPT-11'],
    says: 'The embedded template has a schema by which checklistInstanceId is required; the target file does not tell it.',
    rule: {
      reporting: {
        embeddedParameters: () => undefined,
        objects: ({ reportTemplate, reportParameters }) =>
          reportTemplate === 'WorkReport' &&
          !(isFieldList(reportParameters) && 'checklistInstanceId' in reportParameters)
            ? 'checklistInstanceId is required'
            : undefined,
      },
    },
  },
  alone(
    through(
      'optimization-conflict-before-the-token',
      ['B-OPT-07', 'B-OPT-08'],
      'While a job is in progress any start is refused with 409, whatever its token.',
      async (request, go, { house }) => {
        if (!isStartOfJob(request.target)) return go(request)
        const job = busy(house)
        if (house.clock.now() < job.until) return json(409, { error: 'CONFLICT', error_description: 'busy' })
        const response = await go(request)
        if (response.status === 202) job.until = house.clock.now() + house.rules.optimization.takesMs()
        return response
      },
    ),
  ),
  {
    id: 'optimization-of-assigned-activities-only',
    leaves: ['B-OPT-14', 'B-OPT-16'],
    says: 'A start that names an activity without a technician is refused with 400.',
    rule: {
      optimization: {
        objects: ({ activityIds }, found) => {
          const isManned = (id: string) => {
            const activity = found(id)
            const technicians = activity?.fields['responsibles']
            return !activity || (Array.isArray(technicians) && technicians.length > 0)
          }
          return activityIds.every(isManned) ? undefined : 'OPT-UNASSIGNED'
        },
      },
    },
  },
  {
    id: 'optimization-skills-are-known',
    leaves: ['B-OPT-11', 'B-OPT-16'],
    says: 'A start that names a skill of which the company has no record is refused with 400.',
    rule: {
      optimization: {
        objects: ({ skills = [] }, _found, isSkill) => (skills.every(isSkill) ? undefined : 'OPT-SKILLS'),
      },
    },
  },
]

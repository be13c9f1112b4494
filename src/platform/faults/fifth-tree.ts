import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { serviceRules } from '../rulebook/service.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { nowServed, serving } from './serving.ts'
import { inActivities, inMaterials, uuidIn } from './tree-edits.ts'
import { ofActivities, sentOf } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

const { service } = serviceRules

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without a key where the reference has another one, too. */
const without =
  (key: string, beside: string) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without(key, beside))
    if (!isPart(value) || !(key in value) || !(beside in value)) return value
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  }

const inFields =
  (names: readonly string[], edit: (value: unknown) => unknown) =>
  (part: Part): Part =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, names.includes(name) ? edit(value) : value]))

const ofActivity = ['contact', 'createPerson', 'equipment', 'region', 'responsibles', 'sourceActivity']

const isByCode = (reference: unknown): boolean => isPart(reference) && Object.keys(reference).join() === 'code'

const lookups = perHouse(() => ({ asked: '', ids: new Map<string, string>() }))
const lookup = () => {
  const served = nowServed()
  return served ? lookups(served.house) : { asked: '', ids: new Map<string, string>() }
}

const armed = perHouse(() => ({ is: false }))

/** Quiet breaches of B-SVC, thought up by a fifth reader of the documents (suites/two-readings): references and default activities. */
export const fifthTreeFaults: readonly Fault[] = [
  serviceFault(
    'external-id-first-in-activities',
    ['B-SVC-09'],
    'In activities the external id of a reference goes before its code.',
    takes(inActivities(inFields(ofActivity, without('code', 'externalId')))),
  ),
  serviceFault(
    'code-before-id-in-materials',
    ['B-SVC-09'],
    'In reserved materials the code of a reference goes before its id.',
    takes(inMaterials(inFields(['item', 'warehouse', 'serialNumber'], without('id', 'code')))),
  ),
  serviceFault(
    'responsibles-by-code-lost',
    ['B-SVC-09', 'B-SVC-31'],
    'Technicians of an activity that are named by code are left out.',
    takes(
      inActivities((activity) => ({
        ...activity,
        ...(Array.isArray(activity['responsibles'])
          ? { responsibles: (activity['responsibles'] as unknown[]).filter((one) => !isByCode(one)) }
          : {}),
      })),
    ),
  ),
  serviceFault('warehouse-by-id-only', ['B-SVC-09', 'B-SVC-14'], 'A warehouse by code or external id is refused.', {
    lookedUpBy: (given, table) => (table === 'Warehouse' && given[0] !== 'id' ? undefined : given[0]),
  }),
  serving(
    'service-external-ids-remembered',
    ['B-SVC-09'],
    'An external id means the record that it meant first, even if that is gone.',
    {
      rule: {
        service: {
          reads: (reference) => {
            lookup().asked = ''
            return reference
          },
          meant: (asked) => {
            lookup().asked = asked
            return asked
          },
          links: (field, id) => {
            const { asked, ids } = lookup()
            if (asked === '') return id
            const known = ids.get(`${field} ${asked}`) ?? id
            ids.set(`${field} ${asked}`, known)
            return known
          },
        },
      },
    },
  ),
  ofActivities(
    'source-activity-of-this-tree',
    ['B-SVC-09'],
    'A source activity by code is the first activity of the new tree.',
    (activity, origin) => {
      const [first] = activitiesIn(origin.tree)
      return isByCode(sentOf(origin)['sourceActivity'])
        ? { ...activity, sourceActivity: { id: uuidIn(first?.['id']), code: first?.['code'] } }
        : activity
    },
  ),
  serving(
    'service-false-overlooked-after-a-default',
    ['B-SVC-04'],
    'autoCreateActivity=false is overlooked right after a tree with a default activity.',
    {
      rule: {
        service: {
          defaultActivities: (given, auto) => {
            const served = nowServed()
            const state = served ? armed(served.house) : { is: false }
            const isMade = given === 0 && (auto !== 'false' || state.is)
            state.is = given === 0 && auto === undefined
            return isMade ? 1 : 0
          },
        },
      },
    },
  ),
  ofActivities(
    'default-activity-without-code',
    ['B-SVC-08'],
    'A default activity has no code.',
    (activity, { sent }) =>
      activitiesIn(sent).length === 0
        ? Object.fromEntries(Object.entries(activity).filter(([name]) => name !== 'code'))
        : activity,
  ),
  ofActivities(
    'later-activities-read-bare',
    ['B-SVC-31'],
    'From the second of a tree on, an activity read by itself has no reserved materials and requirements.',
    (activity, { at }, isAlone) =>
      isAlone && at > 0 ? { ...activity, reservedMaterials: [], requirements: [] } : activity,
  ),
  serviceFault(
    'activity-id-named-otherwise',
    ['B-SVC-08'],
    'The id of an activity read by itself is an object with id, not uuid.',
    shows((tree) => ({ ...tree, id: { id: uuidIn(tree['id']) } }), ['service-activity']),
  ),
  serviceFault(
    'code-of-the-answer-provisional',
    ['B-SVC-31'],
    'A service call and its activities have another code in the answer to their POST.',
    shows(
      (tree) =>
        inActivities((one) => ({ ...one, code: `P-${String(one['code'])}` }))({
          ...tree,
          code: `P-${String(tree['code'])}`,
        }),
      ['service-create'],
    ),
  ),
  serviceFault(
    'duration-within-a-day',
    ['B-SVC-31'],
    'Of a duration of a service call only what goes beyond whole days is kept.',
    takes((body) =>
      Number(body['durationInMinutes']) > 1440
        ? { ...body, durationInMinutes: Number(body['durationInMinutes']) % 1440 }
        : body,
    ),
  ),
  serviceFault(
    'material-defaults-of-activities',
    ['B-SVC-14'],
    'What was moved and used of a reserved material of an activity is 1 where it is not sent.',
    takes((body) =>
      inActivities((activity) => ({
        ...activity,
        ...(Array.isArray(activity['reservedMaterials'])
          ? {
              reservedMaterials: (activity['reservedMaterials'] as Part[]).map((one) => ({
                moved: 1,
                used: 1,
                ...one,
              })),
            }
          : {}),
      }))(body),
    ),
  ),
  serviceFault(
    'activity-external-id-twice-at-once',
    ['B-SVC-08'],
    'Activities that come at once may hold one external id.',
    {
      onTakenExternalId: (table, ageMs) => (table === 'Activity' && ageMs < 15 ? 'double' : 'refuse'),
    },
  ),
  serving(
    'service-external-id-cut-after-its-check',
    ['B-SVC-08'],
    'A blank behind an external id is cut off after it was compared with those that there are.',
    {
      rule: {
        service: {
          taken: (body) =>
            typeof body['externalId'] === 'string' ? { ...body, externalId: body['externalId'].trim() } : body,
          onTakenExternalId: (...asked) => {
            const sent = nowServed()?.sent['externalId']
            return typeof sent === 'string' && sent !== sent.trim() ? 'double' : service.onTakenExternalId(...asked)
          },
        },
      },
    },
  ),
]

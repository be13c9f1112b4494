import type { Fault } from '../deviation.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { inActivities } from './tree-edits.ts'

type Part = Readonly<Record<string, unknown>>

const { optimization } = optimizationRules

const escaped = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') : value

/** Activities without equipment that their service call does not name. */
const equipmentOfCall = (body: Part): Part => {
  const named = new Set(((body['equipments'] ?? []) as readonly unknown[]).map((one) => JSON.stringify(one)))
  return inActivities((activity) =>
    activity['equipment'] && !named.has(JSON.stringify(activity['equipment']))
      ? { ...activity, equipment: null }
      : activity,
  )(body) as Part
}

/** References of a list whose first has an id, without those that have none. */
const byTheKeyOfTheFirst = (list: unknown): unknown => {
  if (!Array.isArray(list)) return list
  const [first] = list as readonly Part[]
  return first && 'id' in first ? list.filter((one) => 'id' in (one as Part)) : list
}

const likeTheFirst = (part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      ['equipments', 'responsibles'].includes(name) ? byTheKeyOfTheFirst(value) : value,
    ]),
  )

/** Quiet breaches of B-SVC and B-OPT, thought up by a third reader of the documents (suites/two-readings). */
export const thirdTreeFaults: readonly Fault[] = [
  serviceFault('zero-is-no-location', ['B-SVC-31'], 'A location with a coordinate of 0 is not kept.', {
    address: (address) => {
      const location = address['location'] as Part | undefined
      if (!location || (location['latitude'] && location['longitude'])) return address
      return Object.fromEntries(Object.entries(address).filter(([name]) => name !== 'location'))
    },
  }),
  serviceFault(
    'activity-subject-escaped',
    ['B-SVC-31'],
    'An activity read by itself has its texts escaped for a page.',
    shows(
      (tree) => ({
        ...tree,
        subject: escaped(tree['subject']),
        ...(tree['remarks'] ? { remarks: escaped(tree['remarks']) } : {}),
      }),
      ['service-activity'],
    ),
  ),
  serviceFault(
    'activity-equipment-of-call-only',
    ['B-SVC-31'],
    'Equipment of an activity is kept only if its service call names it.',
    takes(equipmentOfCall),
  ),
  serviceFault(
    'get-ten-activities',
    ['B-SVC-05'],
    'A service call is read with ten activities at most.',
    shows(
      (tree) => ({ ...tree, activities: (tree['activities'] as readonly unknown[]).slice(0, 10) }),
      ['service-get'],
    ),
  ),
  serviceFault(
    'planned-start-alone-taken',
    ['B-SVC-30'],
    'A planned start that is sent without an end is taken over.',
    {
      takesReadOnly: (field) => field === 'plannedStartDate',
      ...takes(
        inActivities((activity) =>
          'plannedEndDate' in activity ? { ...activity, plannedStartDate: undefined } : activity,
        ),
      ),
    },
  ),
  serviceFault(
    'last-changed-iso-in-tree',
    ['B-SVC-16'],
    'lastChanged of the activities of a tree is a text.',
    shows(
      (tree) =>
        inActivities((one) => ({ ...one, lastChanged: new Date(Number(one['lastChanged'])).toISOString() }))(tree),
      ['service-get'],
    ),
  ),
  serviceFault('activity-needs-no-client-id', ['B-SVC-28'], 'An activity is read without X-Client-ID.', {
    needs: (header, operation) => !(header === 'X-Client-ID' && operation === 'service-activity'),
  }),
  serviceFault(
    'list-by-the-key-of-its-first',
    ['B-SVC-09', 'B-SVC-31'],
    'Equipment and technicians named by another key than the first of their list are left out.',
    takes((body) => inActivities(likeTheFirst)(likeTheFirst(body))),
  ),
  {
    id: 'optimization-thousand-ids-at-most',
    breaks: ['B-OPT-09'],
    says: 'More than a thousand activityIds are answered with 500.',
    rule: {
      optimization: {
        accepted: (wish) =>
          wish.activityIds.length > 1000 ? [500, { error: 'INTERNAL' }] : optimization.accepted(wish),
      },
    },
  },
  {
    id: 'optimization-start-in-minutes',
    breaks: ['B-OPT-10'],
    says: 'The start of the window is cut to the whole minute.',
    rule: { optimization: { interval: (start, end) => [start - (start % 60_000), end] } },
  },
]

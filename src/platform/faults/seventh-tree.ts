import type { Fault } from '../deviation.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { isWell, jsonIn, passing, type Json } from './passing.ts'
import { serviceFault, takes } from './service-fault.ts'
import { withSent } from './serving.ts'
import { inActivities } from './tree-edits.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'
import { misreadWish } from './wish-wire.ts'

const listIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isFieldList) : [])

/** The trees that are left when one requirement of an activity is left out, for each that has its form. */
function withoutOne(tree: Json): readonly Json[] {
  const activities = activitiesIn(tree) as readonly Json[]
  return activities.flatMap((activity, at) =>
    listIn(activity['requirements'])
      .filter(({ mandatory, skill }) => typeof mandatory === 'boolean' && isFieldList(skill))
      .map((left) => ({
        ...tree,
        activities: activities.with(at, {
          ...activity,
          requirements: listIn(activity['requirements']).filter((one) => one !== left),
        }),
      })),
  )
}

/** Quiet breaches of service calls and re-optimization that a seventh reader thought up (suites/two-readings). */
export const seventhTreeFaults: readonly Fault[] = [
  serviceFault('planned-end-alone-taken', ['B-SVC-30'], 'A planned end that is sent without a start is taken over.', {
    takesReadOnly: (field) => field === 'plannedEndDate',
    ...takes(
      inActivities((activity) =>
        'plannedStartDate' in activity ? { ...activity, plannedEndDate: undefined } : activity,
      ),
    ),
  }),
  passing(
    'service-missing-skill-of-activity-dropped',
    ['B-SVC-18'],
    'A requirement of an activity is left out if its skill does not exist.',
    async (request, go) => {
      const response = await go(request)
      const tree = isTreePost(request) && response.status === 400 ? jsonIn(request) : undefined
      for (const left of tree ? withoutOne(tree) : []) {
        const other = await go(withSent(request, left))
        if (isWell(other)) return other
      }
      return response
    },
  ),
  {
    id: 'optimization-later-ids-of-any-type',
    breaks: ['B-OPT-15'],
    says: 'Of the activityIds only the first has to be a text.',
    wire: misreadWish(({ activityIds, ...wish }) => ({
      ...wish,
      ...(activityIds === undefined
        ? {}
        : {
            activityIds: Array.isArray(activityIds)
              ? (activityIds as unknown[]).map((id, at) => (at === 0 ? id : String(id)))
              : activityIds,
          }),
    })),
  },
]

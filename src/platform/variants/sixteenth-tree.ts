import { storeAt } from '../data/stores.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, refused } from '../faults/passing.ts'
import { isTreeCall } from '../faults/tree-memory.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import type { House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { plainId } from '../store/record.ts'
import { through } from './lawful.ts'

type Part = Readonly<Record<string, unknown>>

const moments = ['dueDateTime', 'earliestStartDateTime', 'plannedStartDate', 'plannedEndDate']

const withMoments = (part: Part, told: (moment: string) => string): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      moments.includes(name) && typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? told(new Date(value).toISOString())
        : value,
    ]),
  )

const inSevenDigits = (moment: string): string => moment.replace('Z', '0000+00:00')
const inWholeSeconds = (moment: string): string => moment.replace('.000Z', 'Z')

/** Whether a path names an activity of another call of the company. */
function isOfAnotherCall(request: PlatformRequest, house: House): boolean {
  const [, call, activity] = /\/service-calls\/([^/]+)\/activities\/([^/]+)$/.exec(askedOf(request).path) ?? []
  const account = house.world.accounts.find(({ name }) => name === headerIn(request, 'X-Account-Name'))
  const company = account?.companies.find(({ name }) => name === headerIn(request, 'X-Company-Name'))
  if (call === undefined || activity === undefined || !account || !company) return false
  const owner = storeAt({ account, company }, house).table('Activity').byId(plainId(activity))?.fields['serviceCall']
  return typeof owner === 'string' && owner !== plainId(call)
}

/** Lawful readings of service calls, thought up by a sixteenth reader (suites/two-readings). */
export const sixteenthTreeVariants: readonly Variant[] = [
  through(
    'service-activity-under-another-call-403',
    ['B-SVC-17'],
    'An activity that is asked for under another service call than its own is refused with 403.',
    async (request, go, { house }) => {
      const response = await go(request)
      return response.status === 404 && isTreeCall(request) && isOfAnotherCall(request, house)
        ? refused(403, 'the activity is of another service call')
        : response
    },
  ),
  {
    id: 'service-times-of-activities-in-seven-digits',
    leaves: ['B-SVC-16'],
    says: 'Times of activities have seven digits behind the second and the offset +00:00, those of calls neither.',
    rule: {
      service: {
        shown: (tree) =>
          'activities' in tree
            ? {
                ...withMoments(tree, inWholeSeconds),
                activities: activitiesIn(tree).map((one) => withMoments(one, inSevenDigits)),
              }
            : withMoments(tree, inSevenDigits),
      },
    },
  },
]

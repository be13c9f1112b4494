import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { headerIn, isWell, jsonIn, passing, type Json } from './passing.ts'
import { uuidIn } from './tree-edits.ts'
import { isTreeCall, isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

const { optimization } = optimizationRules

const known = perHouse(() => new Map<string, Json>())

/** Reads are answered from what a POST told, in the cases that a fault is about. */
const remembered = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  answers: (isOfActivity: boolean, status: number) => boolean,
): Fault =>
  passing(`service-${id}`, breaks, says, async (request, go, { house }) => {
    if (!isTreeCall(request)) return go(request)
    const response = await go(request)
    const parts = known(house)
    if (isTreePost(request) && isWell(response)) {
      const tree = jsonIn(response) ?? {}
      for (const part of [tree, ...activitiesIn(tree)]) parts.set(String(uuidIn(part['id'])), part)
    }
    const [path = ''] = request.target.split('?')
    const part = request.method === 'GET' ? parts.get(path.split('/').at(-1) ?? '') : undefined
    return part && answers(path.includes('/activities/'), response.status) ? json(200, part) : response
  })

const due = ['X-Account-Name', 'X-Company-Name', 'X-Client-ID', 'X-Client-Version', 'Authorization']

/** Breaches next to those that a fifth reader thought up (suites/two-readings): the same blind spots in other places. */
export const fifthBeyondFaults: readonly Fault[] = [
  remembered(
    'deleted-call-read',
    ['B-SVC-17'],
    'A service call that was deleted is read as it was made.',
    (isOfActivity, status) => !isOfActivity && status === 404,
  ),
  remembered(
    'activity-of-deleted-call-read',
    ['B-SVC-17'],
    'An activity of a service call that was deleted is read as it was made.',
    (isOfActivity, status) => isOfActivity && status === 404,
  ),
  remembered(
    'activity-read-as-it-was-made',
    ['B-SVC-31'],
    'An activity is read by itself as it was made, whatever was changed since.',
    (isOfActivity, status) => isOfActivity && status === 200,
  ),
  passing(
    'service-headers-in-their-case-only',
    ['B-SVC-01'],
    'Headers are found only in the letter case of the documents.',
    (request, go) => {
      const names = new Set(request.headers.map(([name]) => name))
      const odd = due.find((name) => headerIn(request, name) !== undefined && !names.has(name))
      return isTreeCall(request) && odd !== undefined
        ? Promise.resolve(json(400, { error: 'bad_request', message: `the header ${odd} is missing` }))
        : go(request)
    },
  ),
  {
    id: 'optimization-technicians-of-two-skills',
    breaks: ['B-OPT-11'],
    says: 'A technician with two of the skills is considered for the first.',
    rule: {
      optimization: { isOfOne: (matching, whose) => matching === 1 || (whose === 'technician' && matching > 1) },
    },
  },
  {
    id: 'optimization-partitions-before-start',
    breaks: ['B-OPT-10'],
    says: 'Where there are partitions, activities are scheduled from an hour before the start on.',
    rule: {
      optimization: {
        interval: (start, end, isPartitioned) => [isPartitioned ? start - 3_600_000 : start, end],
      },
    },
  },
  {
    id: 'optimization-partitions-later-technicians-before-start',
    breaks: ['B-OPT-10'],
    says: 'Where there are partitions, each technician but the first begins half an hour before the start.',
    rule: {
      optimization: {
        slot: (opening) =>
          opening.nthOfPartitions && opening.free === opening.start
            ? optimization.slot({ ...opening, free: opening.start - 1_800_000 })
            : optimization.slot(opening),
      },
    },
  },
]

import type { Variant } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { activityIn, isAct } from '../faults/fifth-dispatch.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { withSent } from '../faults/serving.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { activitiesIn } from '../faults/tree-wire.ts'
import { problem } from '../header-context.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { objectSent } from './turned-away.ts'

const lists = ['responsibles', 'equipments', 'reservedMaterials', 'requirements', 'attachments', 'udfValues']
const hasNullList = (part: Readonly<Record<string, unknown>>): boolean => lists.some((name) => part[name] === null)

/** Lawful servers that refuse as a whole what others take in part. */
export const roundTwoBFieldVariants: readonly Variant[] = [
  through(
    'dispatch-batch-of-unknown-refused-whole',
    ['B-DSP-23', 'B-DSP-24'],
    'A batch that names an activity that is not there is answered 404, and accepts nothing.',
    async (request, go, { house }) => {
      if (!isAct(request, 'accept/batch')) return go(request)
      const unknown = elementsIn(objectSent(request)['items']).filter(
        (item) =>
          typeof item?.['activityId'] === 'string' && assignmentOf(house, activityIn(item['activityId'])) === undefined,
      )
      if (unknown.length === 0) return go(request)
      // Who may not call is told so first.
      const answer = await go(withSent(request, { items: unknown }))
      return [401, 403].includes(answer.status) ? answer : problem(404, 'Not found', 'there is no such activity')
    },
  ),
  through(
    'service-null-lists-refused',
    ['B-SVC-18', 'B-SVC-22'],
    'A tree with null where a list belongs is refused with 400.',
    (request, go) => {
      const sent = isTreePost(request) ? objectSent(request) : {}
      return [sent, ...activitiesIn(sent)].some(hasNullList)
        ? Promise.resolve(json(400, { title: 'Bad request', status: 400, detail: 'a list must not be null' }))
        : go(request)
    },
  ),
]

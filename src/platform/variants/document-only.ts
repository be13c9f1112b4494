import type { Variant } from '../deviation.ts'
import { jsonIn, type Json } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { withSent } from '../faults/serving.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { alone, through } from './lawful.ts'

/** Of several values of one field the last. */
const oneOfEachField = (part: Json): Json =>
  'udfValues' in part
    ? {
        ...part,
        udfValues: [
          ...new Map(elementsIn(part['udfValues']).map((one) => [JSON.stringify(one['udfMeta']), one])).values(),
        ],
      }
    : part

/** Lawful readings of a server written by the document alone. */
export const documentOnlyVariants: readonly Variant[] = [
  {
    id: 'crowd-update-of-a-deleted-one-makes-it-anew',
    leaves: ['B-CRW-05', 'B-CRW-04'],
    says: 'An update of a technician that was deleted makes one anew under its external id, and is answered 201.',
    rule: { crowd: { updateMakesAnew: () => true } },
    excludes: ['crowd-update-of-nobody-creates'],
  },
  alone(
    through(
      'service-one-value-of-each-udf-field',
      ['B-SVC-15', 'B-SVC-27'],
      'Of several values of one user-defined field a service call and an activity keep the last.',
      (request, go) => {
        const sent = isTreePost(request) ? jsonIn(request) : undefined
        if (!sent) return go(request)
        const { activities } = sent
        return go(
          withSent(request, {
            ...oneOfEachField(sent),
            ...(Array.isArray(activities) ? { activities: (activities as Json[]).map(oneOfEachField) } : {}),
          }),
        )
      },
    ),
  ),
]

import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { empty } from '../http/answers.ts'
import { objectSent } from '../variants/turned-away.ts'
import { dispatchFault, isAct } from './fifth-dispatch.ts'
import { inBatch, itemsIn } from './fifth-dispatch-calls.ts'
import { isWell, passing, withJson } from './passing.ts'

const hasBoth = (item: Readonly<Record<string, unknown>>): boolean =>
  typeof item['activityId'] === 'string' && typeof item['technicianId'] === 'string'

/** Quiet breaches of the figures of a batch, and of items that lack something (B-DSP-24). */
export const dispatchItemFaults: readonly Fault[] = [
  dispatchFault('batch-flag-always', 'B-DSP-24', 'A batch is answered 207 with hasErrors true, whatever came of it.', {
    batchStatus: () => 207,
    hasErrors: () => true,
  }),
  dispatchFault(
    'same-item-twice-contradicts',
    'B-DSP-24',
    'A batch is answered 207 with each item twice, as done and as failed.',
    {
      batchStatus: () => 207,
      results: (results) =>
        results.flatMap(({ activityId, technicianId }) => [
          { activityId, technicianId, status: 201 },
          { activityId, technicianId, status: 409, title: 'Conflict', detail: 'the assignment is in another state' },
        ]),
    },
  ),
  passing(
    'dispatch-batch-item-of-nothing-accepted',
    ['B-DSP-24'],
    'Items that name no activity are left out, and the batch is told as if all were accepted.',
    inBatch((request, go) =>
      go(
        withJson(request, (body) => ({
          ...body,
          items: itemsIn(request).filter(({ activityId }) => activityId !== undefined),
        })),
      ),
    ),
  ),
  passing(
    'dispatch-batch-item-without-technician-lost',
    ['B-DSP-24'],
    'Items without a technician are left out, and the batch is told as if all were accepted.',
    inBatch((request, go) =>
      go(
        withJson(request, (body) => ({
          ...body,
          items: itemsIn(request).filter((item) => hasBoth(item) || item['activityId'] === undefined),
        })),
      ),
    ),
  ),
  passing(
    'dispatch-batch-item-without-technician-yet-done',
    ['B-DSP-18'],
    'A batch with an item without a technician is refused, after that item was accepted.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isAct(request, 'accept/batch') || isWell(response)) return response
      for (const item of Array.isArray(objectSent(request)['items']) ? itemsIn(request) : []) {
        const found = hasBoth(item) ? undefined : assignmentOf(house, String(item['activityId']))
        if (found?.status === 'NOTIFIED') found.status = 'ACCEPTED'
      }
      return response
    },
  ),
  {
    ...passing(
      'dispatch-batch-limited-by-unknown-items',
      ['B-DSP-18'],
      'A batch may have any number of items, and is refused as a whole for one that is not known.',
      inBatch((request, go, house) =>
        itemsIn(request).every(({ activityId }) => assignmentOf(house, String(activityId)) !== undefined)
          ? go(request)
          : Promise.resolve(empty(404)),
      ),
    ),
    rule: { dispatch: { takesItems: (count) => count >= 1 } },
  },
]

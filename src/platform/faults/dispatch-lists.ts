import type { Fault } from '../deviation.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { refusedYetDone, borrowedTokenFaults } from './borrowed.ts'
import { answering } from './edits.ts'

const { dispatch: strict } = dispatchRules

const fault = (id: string, breaks: string, says: string, dispatch: Partial<typeof strict>): Fault => ({
  id: `dispatch-${id}`,
  breaks: [breaks],
  says,
  rule: { dispatch },
})

const headers = [
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-ID',
  'X-Company-Name',
] as const

const at = '/cloud-partner-dispatch-service/'

/** Lists, batches, headers and tokens of partner dispatching. */
export const dispatchListFaults: readonly Fault[] = [
  fault('list-empty', 'B-DSP-03', 'A list shows nothing.', { lists: () => false }),
  fault('list-page-overlooked', 'B-DSP-03', 'Every page of a list is the first.', { pageOf: () => 0 }),
  {
    id: 'dispatch-list-206',
    breaks: ['B-DSP-03'],
    says: 'A list is answered 206.',
    wire: answering(
      ({ path, method }, { status }) => method === 'GET' && path.includes(at) && status === 200,
      (response) => ({ ...response, status: 206 }),
    ),
  },
  fault('list-status-ignored', 'B-DSP-25', 'A list shows NOTIFIED and ACCEPTED whichever is asked for.', {
    lists: (one) => strict.lists(one, undefined),
  }),
  fault('list-of-all-partners', 'B-DSP-25', 'A list shows the assignments of all partners.', {
    lists: (one, asked) => strict.lists({ ...one, own: true }, asked),
  }),
  fault('list-page-1001', 'B-DSP-18', 'Any page is taken.', { takesPage: () => true }),
  fault('list-any-status', 'B-DSP-18', 'Any status is taken in a list.', { takesStatus: () => true }),
  fault('batch-of-51', 'B-DSP-18', 'A batch takes any number of items.', { takesItems: (count) => count >= 1 }),
  fault('batch-of-49', 'B-DSP-11', 'A batch takes at most 49 items.', {
    takesItems: (count) => count >= 1 && count <= 49,
  }),
  fault('batch-last-left-out', 'B-DSP-11', 'The fiftieth item is left out, and told as done.', {
    items: (items) => items.slice(0, 49),
  }),
  fault('batch-first-only', 'B-DSP-24', 'Only the first item is accepted; the last is told as done.', {
    items: (items) => items.slice(0, Math.max(1, items.length - 1)),
  }),
  fault('batch-204', 'B-DSP-11', 'A batch that was done is answered 204.', {
    batchStatus: (failed, of) => (failed === 0 ? 204 : strict.batchStatus(failed, of)),
  }),
  fault('batch-no-flag', 'B-DSP-11', 'A 207 does not tell hasErrors.', { hasErrors: () => undefined }),
  fault('batch-of-failures-without-errors', 'B-DSP-24', 'A 207 of which every item failed tells hasErrors false.', {
    hasErrors: (failed, results) => failed > 0 && failed < results.length,
  }),
  fault('batch-flag-false', 'B-DSP-24', 'A 207 tells hasErrors false.', { hasErrors: () => false }),
  fault('batch-mixed-201', 'B-DSP-24', 'A batch is answered 201 although an item failed.', {
    batchStatus: () => 201,
  }),
  fault('batch-failed-told-done', 'B-DSP-24', 'An item that failed is told as done.', {
    results: (results) => results.map(({ activityId, technicianId }) => ({ activityId, technicianId, status: 201 })),
  }),
  fault('batch-failed-accepted', 'B-DSP-24', 'An item that failed is accepted all the same.', {
    actsAnyway: (why, action) => why === 'state' && action === 'batch-accept',
  }),
  ...headers.flatMap((header) => {
    const name = header.toLowerCase()
    return [
      fault(`${name}-not-required`, 'B-DSP-26', `A call without ${header} is served.`, {
        isGiven: (asked, value, operation) => asked === header || strict.isGiven(asked, value, operation),
      }),
      {
        id: `dispatch-${name}-missing-yet-done`,
        breaks: ['B-DSP-26'] as const,
        says: `An action without ${header} is refused, and done.`,
        rule: {
          dispatch: {
            isGiven: (asked: string, value: string | undefined, operation: string) =>
              asked === header || strict.isGiven(asked, value, operation),
          },
        },
        wire: refusedYetDone(at, header),
      },
    ]
  }),
  ...borrowedTokenFaults('dispatch', at, { headers: 'B-DSP-26', status: 'B-DSP-15' }),
]

import type { Variant } from '../deviation.ts'
import { answering, withStatus } from '../faults/edits.ts'
import { dispatchRules, type DispatchAction } from '../rulebook/dispatch.ts'

const { dispatch: strict } = dispatchRules

const variant = (
  id: string,
  leaves: string,
  says: string,
  dispatch: Partial<typeof strict>,
  excludes: readonly string[] = [],
): Variant => ({
  id: `dispatch-${id}`,
  leaves: [leaves],
  says,
  rule: { dispatch },
  excludes: excludes.map((other) => `dispatch-${other}`),
})

const actions = (action: DispatchAction, status: number): number =>
  action === 'update' ? strict.status(action) : status

const requiredInCamelCase = (action: DispatchAction): readonly string[] =>
  strict.requires(action).map((name) => (name === 'technicianid' ? 'technicianId' : name))

/** Other lawful readings of B-DSP. */
export const dispatchVariants: readonly Variant[] = [
  variant('answers-202', 'B-DSP-23', 'Actions are answered 202 and take effect 700 ms later.', {
    status: (action) => actions(action, 202),
    delay: (action) => (action === 'update' || action === 'batch-accept' ? 0 : 700),
  }),
  variant(
    'update-201',
    'B-DSP-04',
    'An update is answered 201.',
    {
      status: (action) => (action === 'update' ? 201 : strict.status(action)),
    },
    ['answers-with-bodies'],
  ),
  variant(
    'accept-unassigns',
    'B-DSP-10',
    'Accept takes the activity from the partner, who can neither update nor release it then.',
    {
      alters: (action, past) =>
        action === 'accept' || action === 'batch-accept'
          ? { ...strict.alters(action, past), unassigned: true }
          : strict.alters(action, past),
    },
  ),
  variant(
    'reject-keeps-partner',
    'B-DSP-08',
    'A rejected activity is still planned to the partner, and can be confirmed.',
    {
      alters: (action, past) => (action === 'reject' ? { status: null } : strict.alters(action, past)),
    },
  ),
  variant('either-spelling', 'B-DSP-22', 'technicianid and technicianId are read alike.', {
    technicianOf: (body) => body['technicianid'] ?? body['technicianId'],
  }),
  variant(
    'other-spelling-alone',
    'B-DSP-22',
    'Actions read technicianId alone, and a batch technicianid alone.',
    {
      technicianOf: (body, action) => body[action === 'batch-accept' ? 'technicianid' : 'technicianId'],
      requires: requiredInCamelCase,
    },
    ['bodies-strict'],
  ),
  variant(
    'camel-spelling-alone',
    'B-DSP-22',
    'Every action reads technicianId alone.',
    {
      technicianOf: (body) => body['technicianId'],
      requires: requiredInCamelCase,
    },
    ['bodies-strict'],
  ),
  variant('wrong-state-400', 'B-DSP-15', 'An action in a wrong state is answered 400.', {
    refusalStatus: (why, action) =>
      why === 'state' || why === 'unplanned' || why === 'late' ? 400 : strict.refusalStatus(why, action),
  }),
  variant('wrong-state-404', 'B-DSP-15', 'An action in a wrong state is answered 404.', {
    refusalStatus: (why, action) =>
      why === 'state' || why === 'unplanned' || why === 'late' ? 404 : strict.refusalStatus(why, action),
  }),
  variant('wrong-state-202', 'B-DSP-14', 'An action in a wrong state is answered 202, and nothing comes of it.', {
    refusalStatus: (why, action) =>
      (why === 'state' || why === 'unplanned' || why === 'late') && action !== 'update' && action !== 'batch-accept'
        ? 202
        : strict.refusalStatus(why, action),
  }),
  variant('list-failed-only', 'B-DSP-23', 'A 207 lists the items that failed only.', {
    results: (results) => results.filter(({ status }) => status >= 300),
  }),
  variant('list-bare', 'B-DSP-17', 'A list is a bare array of activities.', {
    listed: (results) => results,
  }),
  variant('page-from-one', 'B-DSP-23', 'The first page has the number 1.', { firstPage: () => 1 }),
  variant('pages-of-five', 'B-DSP-23', 'A page of a list holds five assignments.', { pageSize: () => 5 }),
  variant('pages-of-one', 'B-DSP-23', 'A page of a list holds a single assignment.', { pageSize: () => 1 }),
  variant('batch-207-always', 'B-DSP-11', 'A batch is answered 207, with hasErrors false if nothing failed.', {
    batchStatus: () => 207,
  }),
  variant('effects-20-seconds-later', 'B-DSP-23', 'Actions are answered 202 and take effect twenty seconds later.', {
    status: (action) => actions(action, 202),
    delay: (action) => (action === 'update' || action === 'batch-accept' ? 0 : 20_000),
  }),
  {
    id: 'dispatch-page-required',
    leaves: ['B-DSP-23'],
    says: 'A list without a page is refused.',
    wire: answering(
      ({ method, path, query }) => method === 'GET' && path.endsWith('/assignment-details') && !query.has('page'),
      () => withStatus(400, { title: 'Bad Request' }),
    ),
  },
  variant('answers-with-bodies', 'B-DSP-23', 'Actions are answered with results.', {
    body: (action) => ({ results: [{ action }] }),
  }),
]

import type { Variant } from '../deviation.ts'
import { answering, withStatus } from '../faults/edits.ts'
import { empty } from '../http/answers.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'

const { dispatch } = dispatchRules

const variant = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  rules: Partial<typeof dispatch>,
  more: Pick<Variant, 'wire' | 'excludes'> = {},
): Variant => ({ id: `dispatch-${id}`, leaves, says, rule: { dispatch: rules }, ...more })

/** What repeats an action finds done. */
const repeated = { confirm: 'CONFIRMED', notify: 'NOTIFIED', accept: 'ACCEPTED' } as const

/** The same moment two hours east of Greenwich, without milliseconds. */
const twoHoursEast = (value: unknown): unknown => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? value : new Date(at + 7_200_000).toISOString().replace(/\.\d+Z$/, '+02:00')
}

/** Lawful readings of B-DSP, thought up by a fifth reader of the documents (suites/two-readings). */
export const fifthDispatchVariants: readonly Variant[] = [
  variant('late-403', ['B-DSP-15', 'B-DSP-17'], 'After the time-out accepting and rejecting are refused with 403.', {
    refusalStatus: (why, action) => (why === 'late' ? 403 : dispatch.refusalStatus(why, action)),
  }),
  variant(
    'repeated-202',
    ['B-DSP-14', 'B-DSP-15'],
    'Confirming, notifying or accepting once more is answered 202, confirming what was notified 404; nothing comes of it.',
    {
      refusalStatus: (why, action, met) => {
        if (why !== 'state') return dispatch.refusalStatus(why, action)
        if (action in repeated && repeated[action as keyof typeof repeated] === met?.status) return 202
        return action === 'confirm' ? 404 : dispatch.refusalStatus(why, action)
      },
    },
  ),
  {
    id: 'dispatch-batches-refused-403',
    leaves: ['B-DSP-15', 'B-DSP-18'],
    says: 'A batch of more than 50 items, or of none, is refused with 403 and no body.',
    wire: answering(
      ({ path }, { status, body }) =>
        path.endsWith('/accept/batch') && status === 400 && body.toString('utf8').includes('1 to 50'),
      () => empty(403),
    ),
  },
  variant(
    'list-bare-other-status-404',
    ['B-DSP-17', 'B-DSP-15'],
    'A list is a bare array; one by a status that is not listed is answered 404.',
    { listed: (results) => results },
    {
      wire: answering(
        ({ method, path, query }, { status }) =>
          method === 'GET' &&
          path.endsWith('/assignment-details') &&
          status === 400 &&
          !['NOTIFIED', 'ACCEPTED', null].includes(query.get('partnerDispatchingStatus')),
        () => withStatus(404, { title: 'Not found' }),
      ),
    },
  ),
  variant(
    'released-is-gone',
    ['B-DSP-12', 'B-DSP-23'],
    'What was released is in no list, and an update or a second release of it is answered 404.',
    {
      lists: (one, asked) => !one.released && dispatch.lists(one, asked),
      startsFrom: (action, status, past) =>
        !(past.released && (action === 'update' || action === 'release')) && dispatch.startsFrom(action, status, past),
      refusalStatus: (why, action) =>
        why === 'state' && (action === 'update' || action === 'release') ? 404 : dispatch.refusalStatus(why, action),
    },
  ),
  variant(
    'times-with-another-offset',
    ['B-DSP-04', 'B-DSP-28'],
    'An update is answered 201; its times are kept with another offset and no milliseconds.',
    {
      status: (action) => (action === 'update' ? 201 : dispatch.status(action)),
      updates: (sent) =>
        Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [name, name === 'responsible' ? value : twoHoursEast(value)]),
        ),
    },
  ),
  {
    id: 'dispatch-privileges-missing-401',
    leaves: ['B-PRV-05'],
    says: 'Callers without the privileges are refused with 401.',
    wire: answering(
      ({ path }, { status, body }) =>
        path.includes('/cloud-partner-dispatch-service/') &&
        status === 403 &&
        body.toString('utf8').includes('the privileges of the caller'),
      () => empty(401),
    ),
  },
]

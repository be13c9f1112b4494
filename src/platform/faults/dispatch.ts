import type { Fault } from '../deviation.ts'
import { dispatchRules, type DispatchAction, type DispatchStatus } from '../rulebook/dispatch.ts'
import { dispatchListFaults } from './dispatch-lists.ts'
import { dispatchReadings } from './readings-dispatch.ts'

const { dispatch: strict } = dispatchRules

type Rules = Partial<typeof strict>

const fault = (id: string, breaks: string, says: string, dispatch: Rules): Fault => ({
  id: `dispatch-${id}`,
  breaks: [breaks],
  says,
  rule: { dispatch },
})

const statementOf: Readonly<Record<DispatchAction, string>> = {
  confirm: 'B-DSP-06',
  notify: 'B-DSP-07',
  reject: 'B-DSP-08',
  accept: 'B-DSP-09',
  'batch-accept': 'B-DSP-11',
  release: 'B-DSP-12',
  update: 'B-DSP-04',
}

const all = Object.keys(statementOf) as DispatchAction[]

const alone =
  <T>(only: DispatchAction, wrong: T, other: (action: DispatchAction) => T) =>
  (action: DispatchAction): T =>
    action === only ? wrong : other(action)

/** Each effect missing, each action refused, each with a status of its own. */
const effects = all.flatMap((action) => [
  ...(action === 'update'
    ? []
    : [
        fault(`${action}-no-effect`, statementOf[action], `${action} is answered as done and changes nothing.`, {
          alters: (asked, past) => (asked === action ? {} : strict.alters(asked, past)),
        }),
      ]),
  ...(action === 'release'
    ? []
    : [
        fault(`${action}-refused`, statementOf[action], `${action} is refused in the state that it starts from.`, {
          startsFrom: (asked, status, past) => asked !== action && strict.startsFrom(asked, status, past),
        }),
      ]),
  ...(action === 'batch-accept'
    ? []
    : [
        fault(`${action}-204`, statementOf[action], `${action} is answered 204.`, {
          status: alone(action, 204, strict.status),
        }),
      ]),
  ...(['confirm', 'notify', 'reject', 'accept'].includes(action)
    ? [
        fault(`${action}-no-event`, 'B-DSP-19', `${action} triggers no business event.`, {
          triggers: (asked, past) => asked !== action && strict.triggers(asked, past),
        }),
      ]
    : []),
])

const starts: ReadonlyArray<readonly [DispatchStatus | null, readonly DispatchAction[]]> = [
  [null, ['notify', 'reject', 'accept', 'batch-accept', 'release', 'update']],
  ['CONFIRMED', ['confirm', 'reject', 'accept', 'batch-accept', 'release', 'update']],
  ['NOTIFIED', ['confirm', 'notify', 'release', 'update']],
  ['ACCEPTED', ['confirm', 'notify', 'reject', 'accept', 'batch-accept']],
]

/** Each illegal transition accepted. */
const transitions = starts.flatMap(([from, actions]) =>
  actions.map((action) =>
    fault(
      `${action}-from-${(from ?? 'none').toLowerCase()}`,
      action === 'update' ? 'B-DSP-21' : 'B-DSP-14',
      `${action} also starts from ${from ?? 'an empty status'}.`,
      {
        startsFrom: (asked, status, past) =>
          (asked === action && status === from) || strict.startsFrom(asked, status, past),
      },
    ),
  ),
)

/** Each role ignored, and each refusal of a role that is none. */
const roles = all.flatMap((action) => [
  fault(`${action}-any-role`, 'B-DSP-13', `${action} is open to both roles.`, {
    mayAct: (asked, given) => asked === action || strict.mayAct(asked, given),
    actsOn: (asked, planned, nth) => (asked === action && planned !== 'none') || strict.actsOn(asked, planned, nth),
  }),
  fault(`${action}-wrong-role-yet-done`, 'B-DSP-13', `${action} by the wrong role is refused, and done.`, {
    actsAnyway: (why, asked) => why === 'role' && asked === action,
  }),
])

const ofOthers = (['reject', 'accept', 'batch-accept', 'update'] as const).map((action) =>
  fault(
    `${action}-of-others`,
    action === 'update' ? 'B-DSP-05' : 'B-DSP-21',
    `A partner can ${action} what is planned to another.`,
    {
      actsOn: (asked, planned, nth) => (asked === action && planned === 'other') || strict.actsOn(asked, planned, nth),
    },
  ),
)

const late = (['reject', 'accept', 'batch-accept'] as const).map((action) =>
  fault(`late-${action}`, 'B-DSP-21', `${action} is taken after the time-out.`, {
    isLate: (asked, ms, timeoutMs) => asked !== action && strict.isLate(asked, ms, timeoutMs),
  }),
)

const optional = (action: DispatchAction, name: string) => (asked: DispatchAction) =>
  asked === action ? strict.requires(asked).filter((field) => field !== name) : strict.requires(asked)

const fields: readonly Fault[] = [
  ...(['confirm', 'reject', 'accept'] as const).flatMap((action) => [
    fault(`${action}-needs-no-technician`, 'B-DSP-18', `${action} is done without a technician.`, {
      requires: optional(action, 'technicianid'),
    }),
    fault(`${action}-lacking-yet-done`, 'B-DSP-18', `${action} without a required field is refused, and done.`, {
      actsAnyway: (why, asked) => why === 'body' && asked === action,
    }),
  ]),
  ...(['notify', 'release'] as const).map((action) =>
    fault(`${action}-needs-nothing`, 'B-DSP-18', `${action} without an activity is answered as done.`, {
      requires: optional(action, 'activityId'),
      actsOn: (asked, planned, nth) => asked === action || strict.actsOn(asked, planned, nth),
      refusalStatus: (why, asked) => (asked === action && why === 'unknown' ? 201 : strict.refusalStatus(why, asked)),
    }),
  ),
  fault('update-needs-no-end', 'B-DSP-18', 'An update without endDateTime is done.', {
    requires: optional('update', 'endDateTime'),
  }),
  fault('update-needs-no-responsible', 'B-DSP-18', 'An update without responsible is done.', {
    requires: optional('update', 'responsible'),
  }),
]

const single: readonly Fault[] = [
  fault('missing', 'B-DSP-01', 'There is no partner dispatching.', { served: () => false }),
  fault('status-of-its-own', 'B-DSP-02', 'A notified activity has the status SENT.', {
    alters: (action, past) => (action === 'notify' ? { status: 'SENT' as 'NOTIFIED' } : strict.alters(action, past)),
  }),
  fault('release-keeps-stage', 'B-DSP-12', 'A release leaves the activity as it was.', {
    alters: (action, past) => (action === 'release' ? { released: true } : strict.alters(action, past)),
  }),
  fault('release-keeps-state', 'B-DSP-12', 'A release leaves the assignment as it was.', {
    alters: (action, past) => (action === 'release' ? { reopened: true } : strict.alters(action, past)),
  }),
  fault('release-clears-status', 'B-DSP-12', 'After a release the status is empty.', {
    alters: (action, past) =>
      action === 'release' ? { ...strict.alters(action, past), status: null } : strict.alters(action, past),
  }),
  fault('wrong-role-201', 'B-DSP-13', 'A call by the wrong role is answered 201 and not carried out.', {
    refusalStatus: (why, action) => (why === 'role' ? 201 : strict.refusalStatus(why, action)),
  }),
  fault(
    'foreign-told-done',
    'B-DSP-21',
    'A call about what is planned to another partner, or to none, is answered 201 and not carried out.',
    {
      refusalStatus: (why, action) => (why === 'foreign' ? 201 : strict.refusalStatus(why, action)),
    },
  ),
  fault('wrong-role-404', 'B-DSP-20', 'A call by the wrong role is answered 404.', {
    refusalStatus: (why, action) => (why === 'role' ? 404 : strict.refusalStatus(why, action)),
  }),
  fault('notify-none-201', 'B-DSP-14', 'notify from an empty status is answered 201 and not carried out.', {
    refusalStatus: (why, action) =>
      action === 'notify' && (why === 'state' || why === 'unplanned') ? 201 : strict.refusalStatus(why, action),
  }),
  fault('confirm-unplanned', 'B-DSP-21', 'An activity that is planned to nobody is confirmed.', {
    actsOn: (action, planned, nth) =>
      (action === 'confirm' && planned === 'none') || strict.actsOn(action, planned, nth),
  }),
  fault('update-of-others-409', 'B-DSP-05', 'An update of another partner’s assignment is answered 409.', {
    refusalStatus: (why, action) =>
      action === 'update' && why === 'foreign' ? 409 : strict.refusalStatus(why, action),
  }),
  fault('update-unknown-200', 'B-DSP-05', 'An update of an assignment that is not there is answered 200.', {
    refusalStatus: (why, action) =>
      action === 'update' && why === 'unknown' ? 200 : strict.refusalStatus(why, action),
  }),
  fault('update-unknown-409', 'B-DSP-05', 'An update of an assignment that is not there is answered 409.', {
    refusalStatus: (why, action) =>
      action === 'update' && why === 'unknown' ? 409 : strict.refusalStatus(why, action),
  }),
  fault('unknown-201', 'B-DSP-27', 'An action on an activity that does not exist is answered 201.', {
    refusalStatus: (why, action) =>
      why === 'unknown' && action !== 'update' && action !== 'batch-accept' ? 201 : strict.refusalStatus(why, action),
  }),
  fault('batch-unknown-done', 'B-DSP-27', 'An unknown activity in a batch is told as accepted.', {
    refusalStatus: (why, action) =>
      why === 'unknown' && action === 'batch-accept' ? 201 : strict.refusalStatus(why, action),
  }),
  fault('for-everybody', 'B-DSP-16', 'No privileges are needed.', {
    isPrivileged: () => true,
    mayLook: () => true,
  }),
  fault('update-no-effect', 'B-DSP-28', 'An update keeps nothing of what was sent.', { updates: () => ({}) }),
  fault('update-keeps-end', 'B-DSP-28', 'An update does not change the end.', {
    updates: ({ endDateTime: _end, ...others }) => others,
  }),
  fault('update-drops-responsible', 'B-DSP-28', 'An update does not change who is responsible.', {
    updates: ({ responsible: _who, ...others }) => others,
  }),
]

/** Faults of B-DSP. */
export const dispatchFaults: readonly Fault[] = [
  ...effects,
  ...transitions,
  ...roles,
  ...ofOthers,
  ...late,
  ...fields,
  ...single,
  ...dispatchListFaults,
  ...dispatchReadings,
]

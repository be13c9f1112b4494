import type { Fault } from '../deviation.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { answering, withStatus } from './edits.ts'

const { dispatch: strict } = dispatchRules

const fault = (id: string, breaks: string, says: string, dispatch: Partial<typeof strict>): Fault => ({
  id: `dispatch-${id}`,
  breaks: [breaks],
  says,
  rule: { dispatch },
})

const at = '/cloud-partner-dispatch-service/'

const again: readonly Fault[] = [
  fault('second-notification-unlisted', 'B-DSP-03', 'What is notified for a second time is in no list.', {
    lists: (one, asked) => !one.again && strict.lists(one, asked),
  }),
  fault('second-accept-refused', 'B-DSP-09', 'What was rejected once cannot be accepted.', {
    startsFrom: (action, status, past) =>
      !(action === 'accept' && past.again) && strict.startsFrom(action, status, past),
  }),
  fault('second-reject-keeps-status', 'B-DSP-08', 'A second reject leaves the status NOTIFIED.', {
    alters: (action, past) => (action === 'reject' && past.again ? { unassigned: true } : strict.alters(action, past)),
  }),
  fault('second-release-in-part', 'B-DSP-12', 'A release after a second round leaves the assignment as it was.', {
    alters: (action, past) => (action === 'release' && past.again ? { reopened: true } : strict.alters(action, past)),
  }),
  fault('event-once-only', 'B-DSP-19', 'A second notification triggers no business event.', {
    triggers: (action, past) => !(action === 'notify' && past.again) && strict.triggers(action, past),
  }),
  fault('countdown-of-the-first', 'B-DSP-07', 'The countdown of a second notification is that of the first.', {
    countsFrom: (now, before) => before ?? now,
  }),
  fault('refused-notify-restarts-countdown', 'B-DSP-21', 'A notify that is refused starts the countdown anew.', {
    echoes: (action) => action === 'notify',
  }),
  fault('refused-accept-event', 'B-DSP-19', 'An accept that is refused triggers a business event.', {
    echoes: (action) => action === 'accept',
  }),
  fault('accept-by-former-partner', 'B-DSP-21', 'A partner accepts what has been planned to another since.', {
    looksBack: (action) => action === 'accept',
  }),
  fault('update-by-former-partner', 'B-DSP-05', 'A partner updates what has been planned to another since.', {
    looksBack: (action) => action === 'update',
  }),
  fault('list-of-former-partner', 'B-DSP-25', 'A list shows what has been planned to another since.', {
    lists: (one, asked) => strict.lists({ ...one, own: one.own || one.former }, asked),
  }),
]

const reaching: readonly Fault[] = [
  fault('notify-reaches-others', 'B-DSP-07', 'notify notifies of every CONFIRMED activity of the partner.', {
    reachesOthers: (action) => action === 'notify',
  }),
  fault('reject-reaches-others', 'B-DSP-08', 'reject rejects every NOTIFIED activity of the partner.', {
    reachesOthers: (action) => action === 'reject',
  }),
  fault('batch-looks-at-the-first', 'B-DSP-21', 'In a batch only the first item has to be planned to the partner.', {
    actsOn: (action, planned, nth) =>
      (action === 'batch-accept' && nth > 0 && planned === 'other') || strict.actsOn(action, planned, nth),
  }),
  fault('time-out-has-a-status', 'B-DSP-02', 'After the time-out the status is TIMEOUT.', {
    told: (status, isLate) => (isLate ? 'TIMEOUT' : status),
  }),
  // Systems are known for the word, yet a reject is said to leave no status.
  fault('reject-leaves-rejected', 'B-DSP-08', 'What was rejected has the status REJECTED.', {
    alters: (action, past) => ({
      ...strict.alters(action, past),
      ...(action === 'reject' ? { status: 'REJECTED' as never } : {}),
    }),
  }),
]

const updates: readonly Fault[] = [
  fault('update-refused-after-batch', 'B-DSP-04', 'What was accepted in a batch cannot be updated.', {
    startsFrom: (action, status, past) =>
      !(action === 'update' && past.acceptedBy === 'batch-accept') && strict.startsFrom(action, status, past),
  }),
  fault('update-keeps-technician', 'B-DSP-28', 'An update leaves the technician who accepted.', {
    updates: (sent, _before, responsible) => ({ ...sent, responsible }),
  }),
  fault('update-drops-offset', 'B-DSP-28', 'The offset of a time is dropped.', {
    updates: (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, String(value).replace(/[+-]\d\d:\d\d$/, 'Z')]),
      ),
  }),
  fault('update-once-only', 'B-DSP-28', 'Of several updates the first stays.', {
    updates: (sent, before) => (Object.keys(before).length > 0 ? {} : sent),
  }),
  fault('update-needs-no-client-id', 'B-DSP-26', 'An update is done without X-Client-ID.', {
    isGiven: (name, value, operation) =>
      (operation === 'dispatch-update' && name === 'X-Client-ID') || strict.isGiven(name, value, operation),
  }),
]

const lists: readonly Fault[] = [
  fault('list-page-1000-refused', 'B-DSP-03', 'Page 1000 of a list is refused.', { takesPage: (page) => page < 1000 }),
  fault('list-page-overflows', 'B-DSP-18', 'A page beyond 32 bits is taken for another.', {
    takesPage: (page) => page % 2 ** 32 <= 1000,
  }),
  fault('list-accepted-is-not-notified', 'B-DSP-25', 'A list of ACCEPTED shows everything that is not NOTIFIED.', {
    lists: (one, asked) => (asked === 'ACCEPTED' ? one.own && one.status !== 'NOTIFIED' : strict.lists(one, asked)),
  }),
  fault('list-of-notified-keeps-accepted', 'B-DSP-25', 'What was accepted stays in the list of NOTIFIED.', {
    lists: (one, asked) => strict.lists(one, asked) || (one.own && asked === 'NOTIFIED' && one.acceptedBy === 'accept'),
  }),
  fault('batch-counts-activities', 'B-DSP-18', 'A batch takes any number of items with at most 50 activities.', {
    takesItems: (count, distinct) => count >= 1 && distinct <= 50,
  }),
  {
    id: 'dispatch-accept-header-demanded',
    breaks: ['B-DSP-01'],
    says: 'A call without Accept is answered 406.',
    wire: answering(
      ({ path, header }) => path.includes(at) && header('Accept') === undefined,
      () => withStatus(406, { title: 'Not Acceptable' }),
    ),
  },
  {
    id: 'dispatch-batch-any-token-207',
    breaks: ['B-DSP-15'],
    says: 'A batch with a token that was never issued is answered 207.',
    wire: answering(
      ({ path }, { status }) => path.endsWith('/accept/batch') && status === 401,
      () => withStatus(207, { hasErrors: true, results: [] }),
    ),
  },
]

const late = {
  dispatch: {
    gap: (action: string) =>
      action === 'accept' ? new Promise<void>((resolve) => setTimeout(resolve, 30)) : undefined,
  },
}

const races: readonly Fault[] = [
  {
    ...fault('two-accepts', 'B-DSP-21', 'Two partners accept one activity, if they do so at the same moment.', {
      actsOn: (action, planned, nth) =>
        (action === 'accept' && planned === 'other') || strict.actsOn(action, planned, nth),
    }),
    seam: late,
  },
  {
    id: 'dispatch-accept-looks-too-early',
    breaks: ['B-DSP-14'],
    says: 'accept looks at the status some time before it changes it.',
    seam: late,
  },
]

/** Quiet breaches of B-DSP, thought up by a reader of the documents (suites/two-readings). */
export const dispatchReadings: readonly Fault[] = [...again, ...reaching, ...updates, ...lists, ...races]

import type { Case, Step } from './traffic.ts'

const at = '/cloud-partner-dispatch-service/api'
const headers = [
  ['X-Account-ID', '1'],
  ['X-Account-Name', 'acme'],
  ['X-Client-ID', 'c'],
  ['X-Client-Version', '1'],
  ['X-Company-ID', '2'],
  ['X-Company-Name', 'north'],
] as const

const act = (action: string, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: `${at}/partner-dispatch/v1/${action}`,
  headers,
  sent: { activityId: 'a1', technicianid: 't1' },
  status: 201,
  token: action === 'confirm' || action === 'notify' ? 'owner' : 'partner',
  ...more,
})
const update = (more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path: `${at}/v1/assignment-details/a1`,
  headers,
  sent: { startDateTime: '2031-01-01T08:00:00Z', endDateTime: '2031-01-01T09:00:00Z', responsible: 't1' },
  token: 'partner',
  ...more,
})
const listed = (status: string, more: Partial<Step> = {}): Step => ({
  path: `${at}/v1/assignment-details?partnerDispatchingStatus=${status}`,
  headers,
  token: 'partner',
  answer: { results: [{ activity: { id: 'a1' }, serviceAssignment: { released: true } }] },
  ...more,
})
const several = (status: number, answer: unknown, ids: readonly string[] = ['a1', 'a2']): Step =>
  act('accept/batch', { sent: { items: ids.map((id) => ({ activityId: id, technicianId: 't1' })) }, status, answer })
const result = (id: string, status: number) => ({ resource: { activityId: id, technicianId: 't1' }, status })

const other = { sent: { activityId: 'a9', technicianid: 't1' } }
const [confirm, notify, accept] = [act('confirm'), act('notify'), act('accept')]

/** Activities on their way, right and wrong. */
export const dispatching: readonly Case[] = [
  ['accepted before it was notified', ['B-DSP-14'], [act('confirm', other), act('notify', other), confirm, accept]],
  ['... where nobody notifies by hand: an automation may have done it', [], [confirm, { ...accept, after: 2 }]],
  ['... notified in time', [], [confirm, notify, accept]],
  ['... which an unseen owner may have done', [], [act('reject'), accept]],
  ['... notified at the same moment', [], [confirm, { ...notify, ms: 900 }, { ...accept, after: 0.3 }]],
  ['... notified meanwhile', [], [confirm, { ...accept, after: 60 }]],
  ['... and refused', [], [confirm, { ...accept, status: 400 }]],
  [
    '... refused where it was due: another client may have come first',
    [],
    [confirm, notify, { ...accept, status: 409 }, listed('ACCEPTED')],
  ],
  ['... and taken, for what that is worth', [], [confirm, { ...accept, status: 202 }]],
  ['accepted by a second partner', ['B-DSP-14'], [confirm, notify, accept, act('accept', { token: 'partner 2' })]],
  ['... planned and confirmed anew', [], [confirm, notify, accept, confirm, notify, accept]],
  ['rejected after it was accepted', ['B-DSP-14'], [confirm, notify, accept, act('reject')]],
  ['accepted after it was rejected', ['B-DSP-14'], [confirm, notify, act('reject'), accept]],
  [
    '... where an earlier 202 may take effect',
    [],
    [confirm, { ...notify, status: 202 }, act('reject'), confirm, accept],
  ],
  ['notified twice', ['B-DSP-14'], [confirm, notify, notify]],
  ['released before it was accepted', ['B-DSP-14'], [confirm, notify, act('release')]],
  ['whatever comes after a release', [], [confirm, notify, accept, act('release'), act('release'), update()]],
  ['updated before it was accepted', ['B-DSP-21'], [confirm, notify, update()]],
  ['... after', [], [confirm, notify, accept, update()]],
  ['... refused', [], [confirm, notify, update({ status: 404 })]],
  ['listed as NOTIFIED after it was accepted', ['B-DSP-25'], [confirm, notify, accept, listed('NOTIFIED')]],
  ['... as ACCEPTED', [], [confirm, notify, accept, listed('ACCEPTED')]],
  ['... by a cache', [], [confirm, notify, accept, listed('NOTIFIED', { answerHeaders: [['Age', '7']] })]],
  [
    'a row after a release that has another released than the one it set: no list is shown',
    [],
    [
      confirm,
      notify,
      accept,
      act('release'),
      listed('ACCEPTED', { answer: [{ id: 'a1', state: 'ACCEPTED', released: 'FALSE' }] }),
    ],
  ],
  ['... released', [], [confirm, notify, accept, act('release'), listed('ACCEPTED')]],
  [
    'a batch that tells of a failure and denies it',
    ['B-DSP-24'],
    [several(207, { hasErrors: false, results: [result('a1', 201), result('a2', 404)] })],
  ],
  ['... admits it', [], [several(207, { hasErrors: true, results: [result('a1', 201), result('a2', 404)] })]],
  [
    'accepted once more after a batch',
    ['B-DSP-14'],
    [confirm, notify, several(207, { hasErrors: true, results: [result('a1', 201), result('a2', 404)] }), accept],
  ],
  [
    '... that tells the failures only',
    [],
    [confirm, notify, several(207, { hasErrors: true, results: [result('a2', 404)] }), accept],
  ],
  [
    '... that failed for it',
    [],
    [confirm, notify, several(207, { hasErrors: true, results: [result('a1', 409)] }), accept],
  ],
  [
    'fifty-one items',
    ['B-DSP-18'],
    [
      several(
        201,
        undefined,
        Array.from({ length: 51 }, (_, nth) => `b${nth}`),
      ),
    ],
  ],
  [
    '... refused',
    [],
    [
      several(
        400,
        undefined,
        Array.from({ length: 51 }, (_, nth) => `b${nth}`),
      ),
    ],
  ],
  ['a page above 1000', ['B-DSP-18'], [listed('NOTIFIED&page=1001')]],
  ['... of 1000', [], [listed('NOTIFIED&page=1000')]],
  ['an action without its technician', ['B-DSP-18'], [act('confirm', { sent: { activityId: 'a1' } })]],
  ['... in the other spelling', [], [act('confirm', { sent: { activityId: 'a1', technicianId: 't1' } })]],
  ['an action without a header', ['B-DSP-26'], [act('confirm', { headers: headers.slice(1) })]],
  ['... refused', [], [act('confirm', { headers: headers.slice(1), status: 400 })]],
]

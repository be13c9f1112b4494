import { id, type Case, type Step } from './traffic.ts'

const word = 'a-token-0123456789'
const dispatch = '/cloud-partner-dispatch-service/api'
const headers = [
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-ID',
  'X-Company-Name',
].map((name) => [name, '1'] as const)
const doing = (action: string, status = 201, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: `${dispatch}/partner-dispatch/v1/${action}`,
  sent: { activityId: id('e'), technicianid: id('f') },
  status,
  token: word,
  headers,
  ...more,
})
const notified: Step = {
  path: `${dispatch}/v1/assignment-details?partnerDispatchingStatus=NOTIFIED`,
  answer: { results: [{ activity: { id: id('e') } }] },
  token: word,
  headers,
}
const updating = (status: number): Step => ({
  method: 'PUT',
  path: `${dispatch}/v1/assignment-details/${id('e')}`,
  sent: { startDateTime: '2026-03-02T08:00:00Z', endDateTime: '2026-03-02T09:00:00Z', responsible: id('f') },
  status,
  token: word,
  headers,
})

/** What callers of partner dispatching owe to what they were told. */
export const callersDispatch: readonly Case[] = [
  ['an update of what is notified', ['B-DSP-04!'], [notified, updating(409), doing('accept')]],
  ['... of what was accepted elsewhere', [], [notified, updating(409), doing('accept', 409)]],
  ['... of what was not seen', [], [updating(409), doing('accept')]],
  ['an update of what was rejected', ['B-DSP-04!'], [doing('reject'), updating(404)]],
  ['... and accepted later', [], [doing('reject'), doing('accept'), updating(404)]],
  ['... that was taken', [], [doing('reject'), updating(200)]],
  ...(['confirm', 'reject', 'accept'] as const).map((action): Case => {
    const statement = { confirm: 'B-DSP-06!', reject: 'B-DSP-08!', accept: 'B-DSP-09!' }[action]
    return [
      `a technician in ${action} as in a batch`,
      [statement],
      [doing(action, 400, { sent: { activityId: id('e'), technicianId: id('f') } })],
    ]
  }),
  ['... where it was read', [], [doing('accept', 201, { sent: { activityId: id('e'), technicianId: id('f') } })]],
  [
    'a technician in a batch as in accept',
    ['B-DSP-11!'],
    [doing('accept/batch', 400, { sent: { items: [{ activityId: id('e'), technicianid: id('f') }] } })],
  ],
]

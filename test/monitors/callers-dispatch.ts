import { id, type Case, type Step } from './traffic.ts'

const word = 'a-token-0123456789'
const dispatch = '/cloud-partner-dispatch-service/api'
const headersOf = (client: string) =>
  ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-ID', 'X-Company-Name'].map(
    (name) => [name, name === 'X-Client-ID' ? client : '1'] as const,
  )
const headers = headersOf('1')
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
/** Calls of one client, as crowd owner and as partner manager. */
const mine = { headers: headersOf('mine') }
const own = (action: string, status = 201, more: Partial<Step> = {}) =>
  doing(action, status, { ...mine, token: 'a-token-of-the-owner', ...more })
const partners = (action: string, status = 201, more: Partial<Step> = {}) => doing(action, status, { ...mine, ...more })
const acceptingAll = (status: number): Step => {
  const resource = { activityId: id('e'), technicianId: id('f') }
  const sent = { items: [resource] }
  return partners('accept/batch', 207, { sent, answer: { hasErrors: status >= 400, results: [{ status, resource }] } })
}
const updating = (status: number, more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path: `${dispatch}/v1/assignment-details/${id('e')}`,
  sent: { startDateTime: '2026-03-02T08:00:00Z', endDateTime: '2026-03-02T09:00:00Z', responsible: id('f') },
  status,
  token: word,
  headers,
  ...more,
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
  [
    'an update of what the same client notified',
    ['B-DSP-04!'],
    [own('notify'), updating(409, mine), partners('accept')],
  ],
  ['... and another client accepted', [], [own('notify'), updating(409), partners('accept')]],
  ['... that was accepted elsewhere', [], [own('notify'), updating(409, mine), partners('accept', 409)]],
  ['an accept before the notification', ['B-DSP-09!'], [own('confirm'), partners('accept', 409), own('notify')]],
  ['... of what another may have notified', [], [own('confirm'), partners('accept', 409), own('notify', 409)]],
  ['... of what another accepted', [], [own('confirm'), partners('accept', 409)]],
  [
    '... by another client',
    [],
    [own('confirm'), partners('accept', 409, { headers: headersOf('other') }), own('notify')],
  ],
  ['... long after', [], [own('confirm'), partners('accept', 409, { after: 11 }), own('notify')]],
  ['... the role is refused', [], [own('confirm'), partners('accept', 403), own('notify')]],
  ['a release of what was rejected', ['B-DSP-12!'], [partners('reject'), partners('release', 404)]],
  ['... that was taken', [], [partners('reject'), partners('release', 202)]],
  ['... by another partner', [], [partners('reject'), partners('release', 404, { token: 'another-word-987654' })]],
  ['... of what was accepted', [], [partners('accept'), partners('release', 404)]],
  ['... twice', [], [partners('accept'), partners('release'), partners('release', 409)]],
  ['a reject of what was accepted', ['B-DSP-08!'], [partners('accept'), partners('reject', 409)]],
  ['... taken with 202', [], [partners('accept', 202), partners('reject', 409)]],
  ['... of which two workers know', [], [{ ...notified, ms: 5000 }, partners('accept'), partners('reject', 409)]],
  ['a second notification', ['B-DSP-07!'], [own('notify'), own('notify', 409)]],
  [
    '... after a rejection and a confirmation',
    [],
    [own('notify'), partners('reject'), own('confirm'), own('notify', 409)],
  ],
  ['... after an answer that was lost', [], [own('notify', 503), own('notify', 409)]],
  ['a second confirmation, of what may be planned anew', [], [own('confirm'), own('confirm', 409)]],
  ['an accept of what a batch accepted', ['B-DSP-09!'], [acceptingAll(201), partners('accept', 409)]],
  ['... refused', [], [acceptingAll(409), partners('accept', 409)]],
  ['a batch of what was accepted', ['B-DSP-11!'], [partners('accept'), acceptingAll(409)]],
]

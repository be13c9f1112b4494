import { startOf, type Action } from '../../src/dispatch/machine.ts'
import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'
import { as, actionBody, details, perform, type Subject } from './acting.ts'
import { mustBeInList } from './lists.ts'
import { dispatchHeaders, lackingHeader, mustNeedHeader } from './required-headers.ts'
import { mustBeServed } from './served.ts'
import { inState, mustMove, mustStand, standing } from './subject.ts'

const without = (body: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

const roleOf = (action: Action) => (action === 'confirm' || action === 'notify' ? 'owner' : 'partner')

/** The action with a body that lacks each field in turn, or has null for it. */
async function lacking(context: Context, action: Exclude<Action, 'batch-accept'>, subject: Subject): Promise<void> {
  const api = as(context, roleOf(action))
  const body: Readonly<Record<string, unknown>> = action === 'update' ? details(subject) : actionBody(action, subject)
  const before = await standing(context, subject)
  const bodies = Object.keys(body).flatMap((name) => [without(body, name), { ...body, [name]: null }])
  await each(bodies, async (sent) => {
    const answer = action === 'update' ? await api.update(subject.activityId, sent) : await api.act(action, sent)
    must.refused4xx(answer)
    await mustStand(context, answer, subject, before)
  })
}

const fieldFaults: Readonly<Record<Exclude<Action, 'batch-accept'>, readonly [string, ...string[]]>> = {
  confirm: [
    'dispatch-confirm-needs-no-technician',
    'dispatch-confirm-lacking-yet-done',
    'dispatch-confirm-remembers-technician',
  ],
  notify: ['dispatch-notify-needs-nothing'],
  reject: ['dispatch-reject-needs-no-technician', 'dispatch-reject-lacking-yet-done', 'dispatch-reject-by-null'],
  accept: ['dispatch-accept-needs-no-technician', 'dispatch-accept-lacking-yet-done'],
  release: ['dispatch-release-needs-nothing'],
  update: [
    'dispatch-update-needs-no-end',
    'dispatch-update-needs-no-responsible',
    'dispatch-update-remembers-the-end',
    'dispatch-refused-update-stores-responsible',
  ],
}

for (const [name, brokenBy] of Object.entries(fieldFaults)) {
  const action = name as keyof typeof fieldFaults
  check(dispatch.limits, `fields-of-${action}`, { brokenBy, effects: true }, async (context) => {
    // What a call before said, of another activity, is not said by this one.
    const other = await inState(context, startOf[action])
    must.noServerError(await perform(context, action, roleOf(action), other))
    const subject = await inState(context, startOf[action])
    await lacking(context, action, subject)
    // Whole, it is taken: unless accept took the activity away (B-DSP-10).
    const answer = await perform(context, action, roleOf(action), subject)
    if (startOf[action] !== 'accepted') must.hold('the whole call taken', answer.status < 300, String(answer.status))
    else if (answer.status >= 300) await mustBeServed(context)
    else if (action === 'update') await lacking(context, action, subject)
  })
}

check(
  dispatch.limits,
  'page-and-status-of-a-list',
  {
    brokenBy: [
      'dispatch-list-page-1001',
      'dispatch-list-any-status',
      'dispatch-list-page-overflows',
      'dispatch-list-of-confirmed',
    ],
  },
  async (context) => {
    const { list } = as(context, 'partner')
    const partnerDispatchingStatus = 'NOTIFIED'
    must.refused4xx(await list({ query: { partnerDispatchingStatus, page: '1001' } }))
    must.refused4xx(await list({ query: { partnerDispatchingStatus, page: '4294967297' } }))
    must.refused4xx(await list({ query: { partnerDispatchingStatus: 'CONFIRMED', page: '1' } }))
    must.refused4xx(await list({ query: { partnerDispatchingStatus: 'FIELDPROOF', page: '1' } }))
    await mustBeServed(context)
  },
)

check(
  dispatch.list,
  'page-one-thousand',
  { brokenBy: ['dispatch-list-page-1000-refused'], effects: true },
  async (context) => {
    const { list } = as(context, 'partner')
    // What is behind the last page may be refused as not found.
    must.status(await list({ query: { partnerDispatchingStatus: 'NOTIFIED', page: '1000' } }), 200, 404)
    await mustBeInList(context, await inState(context, 'notified'), 'NOTIFIED')
  },
)

/** Calls of one kind that need one header less. */
const listed: Readonly<Record<string, readonly string[]>> = {
  'X-Account-ID': ['dispatch-batch-accept-needs-no-x-account-id'],
  'X-Account-Name': ['dispatch-accept-needs-no-x-account-name'],
  'X-Client-Version': ['dispatch-list-needs-no-x-client-version'],
  'X-Company-ID': ['dispatch-reject-needs-no-x-company-id'],
}

for (const header of dispatchHeaders) {
  const name = header.toLowerCase()
  check(
    dispatch['headers-required'],
    name,
    {
      brokenBy: [
        `dispatch-${name}-not-required`,
        `dispatch-${name}-missing-yet-done`,
        ...(header === 'X-Client-ID' ? ['dispatch-update-needs-no-client-id'] : []),
        ...(listed[header] ?? []),
        ...(header === 'X-Company-Name' ? ['dispatch-company-name-not-needed-again'] : []),
      ],
      effects: true,
    },
    async (context) => {
      const options = lackingHeader(header)
      const query = { partnerDispatchingStatus: 'NOTIFIED', page: '1' }
      await mustBeServed(context)
      mustNeedHeader(header, await as(context, 'partner').list({ ...options, query }))
      const subject = await inState(context, 'notified')
      const before = await standing(context, subject)
      await each(['accept', 'reject', 'batch-accept'] as const, async (action) => {
        const answer = await perform(context, action, 'partner', subject, options)
        mustNeedHeader(header, answer)
        await mustStand(context, answer, subject, before)
      })
      if (header === 'X-Client-ID') {
        const accepted = await inState(context, 'accepted')
        const stood = await standing(context, accepted)
        const answer = await perform(context, 'update', 'partner', accepted, options)
        mustNeedHeader(header, answer)
        await mustStand(context, answer, accepted, stood)
      }
      await rely(dispatch.accept, async () =>
        mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED'),
      )
    },
  )
}

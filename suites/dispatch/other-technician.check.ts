import { ownerOf } from '../../src/dispatch/machine.ts'
import { check, must } from '../../src/kit/index.ts'
import { perform } from './acting.ts'
import { dispatch } from './requirements.ts'
import { inState, led, mustStand, standing } from './subject.ts'

check(
  dispatch['wrong-state'],
  'for-another-technician',
  {
    brokenBy: [
      'dispatch-accept-again-for-another-technician',
      'dispatch-confirm-for-another-technician-while-notified',
    ],
    effects: true,
  },
  async (context) => {
    // A technician of the partner's, as another activity has one.
    const other = await inState(context, 'notified')
    const { technicianId } = other
    for (const [state, action] of [
      ['confirmed', 'accept'],
      ['confirmed', 'reject'],
      ['notified', 'confirm'],
      ['accepted', 'accept'],
      ['accepted', 'batch-accept'],
      ['accepted', 'reject'],
      ['accepted', 'confirm'],
    ] as const) {
      const subject = await inState(context, state)
      const before = await standing(context, subject)
      const answer = await perform(context, action, ownerOf(action), { ...subject, technicianId })
      must.noServerError(answer)
      must.hold('any answer but 201', answer.status !== 201, `${action} of what is ${state}: ${answer.status}`)
      await mustStand(context, answer, subject, before)
    }
    // A server that refuses everything keeps every state.
    await led(context, 'accept', other)
  },
)

import { id, type Case, type Step } from './traffic.ts'

const without = { method: 'DELETE', path: `/BusinessPartner/${id('b')}?forceDelete=true&dtos=BusinessPartner.25` }
const referring = (more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/ServiceCall',
  sent: { subject: 'x', businessPartner: id('b') },
  status: 400,
  ...more,
})
/** A call that is under way while the next one is sent. */
const slow: Step = { path: '/ServiceCall', answer: { data: [] }, ms: 1500 }

/** What a developer of connectors tried at last. */
export const callersLater: readonly Case[] = [
  ['a reference that was taken: others made the record anew', [], [without, referring({ status: 201 })]],
  ['... that another user sends', [], [without, referring({ token: 'other' })]],
  ['... that a worker sends while another deletes it', [], [slow, without, referring({ after: 0.1 })]],
  ['... some time later', ['A-CON-02!'], [slow, without, referring({ after: 11 })]],
]

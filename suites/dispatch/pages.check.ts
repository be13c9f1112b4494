import { check, must, Unexercised } from '../../src/kit/index.ts'
import { as } from './acting.ts'
import { mustBeInList, showsActivity } from './lists.ts'
import { dispatch } from './requirements.ts'
import { inState } from './subject.ts'

check(
  dispatch['own-assignments'],
  'by-status-on-every-page',
  {
    needs: ['activity-control'],
    sampled: true,
    brokenBy: ['dispatch-list-status-on-first-page-only', 'dispatch-list-status-ignored'],
    effects: true,
  },
  async (context) => {
    // More than one page of either, if a page has no more than twenty.
    const notified = []
    const accepted = []
    for (let count = 0; count < 22; count += 1) {
      notified.push(await inState(context, 'notified'))
      accepted.push(await inState(context, 'accepted'))
    }
    let seen = 0
    for (const [status, own, others] of [
      ['NOTIFIED', notified, accepted],
      ['ACCEPTED', accepted, notified],
    ] as const)
      for (const page of ['0', '1', '2', '3', '4']) {
        const answer = await as(context, 'partner').list({ query: { partnerDispatchingStatus: status, page } })
        must.noServerError(answer)
        const wrong = answer.status === 200 ? others.filter((one) => showsActivity(answer, one)) : []
        seen += answer.status === 200 ? own.filter((one) => showsActivity(answer, one)).length : 0
        must.equal(`activities of another status on page ${page} of the list of ${status}`, wrong, [])
      }
    // Where those that were there before fill these pages, those of another status would stand behind them, too.
    if (seen === 0) throw new Unexercised('the first pages show none of the activities of the check')
    const [one] = notified
    if (one) await mustBeInList(context, one, 'NOTIFIED')
  },
)

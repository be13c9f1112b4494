import { check, must } from '../../src/kit/index.ts'
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
    for (const [status, others] of [
      ['NOTIFIED', accepted],
      ['ACCEPTED', notified],
    ] as const)
      for (const page of ['0', '1', '2', '3', '4']) {
        const answer = await as(context, 'partner').list({ query: { partnerDispatchingStatus: status, page } })
        must.noServerError(answer)
        const wrong = answer.status === 200 ? others.filter((one) => showsActivity(answer, one)) : []
        must.equal(`activities of another status on page ${page} of the list of ${status}`, wrong, [])
      }
    const [one] = notified
    if (one) await mustBeInList(context, one, 'NOTIFIED')
  },
)

import { ownerOf, startOf } from '../../src/dispatch/machine.ts'
import { check, each, rely } from '../../src/kit/index.ts'
import { perform } from './acting.ts'
import { dispatchHeaders, lackingHeader, mustNeedHeader, nameHeaders } from './required-headers.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { inState, mustMove, mustStand, ruleOf, standing } from './subject.ts'

const statusAfter = { confirm: 'CONFIRMED', notify: 'NOTIFIED' } as const

// Lists, accept, reject and batches are sent without each header by the checks of the headers.
for (const action of ['confirm', 'notify', 'release', 'update'] as const)
  check(
    dispatch['headers-required'],
    `each-of-${action}`,
    {
      brokenBy: [
        `dispatch-${action}-needs-no-x-account-id`,
        action === 'update' ? 'dispatch-update-needs-no-client-id' : `dispatch-${action}-needs-no-x-client-id`,
        `dispatch-${action}-needs-no-x-company-name`,
        `dispatch-${action}-without-version-yet-done`,
      ],
      effects: true,
    },
    async (context) => {
      const role = ownerOf(action)
      const subject = await inState(context, startOf[action])
      const before = await standing(context, subject)
      const judge = async (header: string) => {
        const answer = await perform(context, action, role, subject, lackingHeader(header))
        mustNeedHeader(header, answer)
        await mustStand(context, answer, subject, before)
      }
      await each(
        dispatchHeaders.filter((header) => !nameHeaders.includes(header)),
        judge,
      )
      // Who serves a call without a name has done it: there is nothing more to be seen then.
      for (const header of nameHeaders) await judge(header)
      // With all of them it is done: unless accept took the activity from its partner (B-DSP-10).
      const answer = await perform(context, action, role, subject)
      if (action === 'confirm' || action === 'notify')
        await rely(ruleOf[action], async () => mustMove(context, answer, subject, statusAfter[action]))
      else if (answer.status >= 300) await mustBeServed(context)
    },
  )

import { check, must } from '../../src/kit/index.ts'
import { user } from '../user/requirements.ts'
import { mustLackPrivileges } from '../user/unprivileged.ts'
import { service } from './requirements.ts'
import { activitiesOf, created, idOf, leastActivity, leastCall, mustLeaveNone, readTree } from './tree.ts'

check(
  user['privileges-needed'],
  'on-every-call-of-service-calls',
  {
    calls: ['service'],
    effects: true,
    needs: service['headers-due'].needs,
    brokenBy: [
      'service-privileges-not-needed',
      'service-reads-need-no-privileges',
      'service-privileges-lent',
      'service-old-headers-need-no-privileges',
      'privilege-any-will-do',
    ],
  },
  async (context) => {
    const { id, tree } = await created(context, leastCall(context, { activities: [leastActivity(context)] }))
    const [activity] = activitiesOf(tree)
    const { service: other } = context.as('unprivileged')
    const body = leastCall(context)
    await mustLackPrivileges(() => other.create(body))
    await mustLackPrivileges(() => other.get(id))
    // The deprecated headers may be sent beside the others (B-SVC-02).
    const { account, company } = context.target
    await mustLackPrivileges(() => other.get(id, { headers: { account, company } }))
    if (activity) await mustLackPrivileges(() => other.activity(id, idOf(activity) ?? ''))
    await mustLeaveNone(context, body)
    must.equal('the subject', (await readTree(context, id))['subject'], tree['subject'])
  },
)

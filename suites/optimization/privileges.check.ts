import { check, must } from '../../src/kit/index.ts'
import { user } from '../user/requirements.ts'
import { mustLackPrivileges } from '../user/unprivileged.ts'
import { optimization } from './requirements.ts'
import { answered, ownActivities, wish } from './wish.ts'

check(
  user['privileges-needed'],
  'on-a-re-optimization',
  {
    alone: true,
    needs: optimization.unauthorized.needs,
    brokenBy: ['optimization-privileges-not-needed', 'privilege-any-will-do'],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    must.status(await answered(context, wish(context, ids)), 202)
    // 409 tells of another job, and nothing of the privileges: it is asked again.
    await mustLackPrivileges(() => answered({ ...context, api: context.as('unprivileged') }, wish(context, ids)))
  },
)

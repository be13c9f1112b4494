import { parseExactly } from '../../src/exchange/json.ts'
import { check } from '../../src/kit/index.ts'
import { partOf } from '../service/tree.ts'
import { user } from '../user/requirements.ts'
import { mustLackPrivileges } from '../user/unprivileged.ts'
import { optimization } from './requirements.ts'
import { accepted, answered, ownActivities, wish } from './wish.ts'

check(
  user['privileges-needed'],
  'on-a-re-optimization',
  {
    calls: ['optimization'],
    alone: true,
    needs: optimization.unauthorized.needs,
    brokenBy: [
      'optimization-privileges-not-needed',
      'optimization-privileges-of-the-user-header',
      'privilege-any-will-do',
    ],
  },
  async (context) => {
    const { ids } = await ownActivities(context)
    await accepted(context, wish(context, ids))
    // 409 tells of another job, and nothing of the privileges: it is asked again.
    const other = { ...context, api: context.as('unprivileged') }
    await mustLackPrivileges(() => answered(other, wish(context, ids)))
    const told = await context.api.token.obtain()
    const id = told.status === 200 ? partOf(parseExactly(told.text))['user_id'] : undefined
    // Whose privileges count is told by the token, not by whom a header names.
    if (id !== undefined && id !== null)
      await mustLackPrivileges(() => answered(other, wish(context, ids), { headers: { 'X-User-Id': String(id) } }))
  },
)

import { check, must } from '../../src/kit/index.ts'
import { createdUser, listedWith, seenUser, sharedUsers } from './people.ts'
import { user } from './requirements.ts'

const many = ['many-users'] as const

check(
  user.remove,
  'gone-afterwards',
  { effects: true, needs: many, brokenBy: ['user-delete-not-done', 'user-delete-status-202'] },
  async (context) => {
    const { id, email } = await createdUser(context)
    must.equal('users with the e-mail before', (await listedWith(context, email)).length, 1)
    must.status(await context.api.user.remove(id), 200, 204)
    must.notDone('the deleted user', await context.api.user.get(id))
    must.equal('users with the e-mail afterwards', (await listedWith(context, email)).length, 0)
  },
)

check(
  user['written-is-read'],
  'deleted-alone',
  { effects: true, needs: many, brokenBy: ['user-delete-takes-another'] },
  async (context) => {
    const others = await sharedUsers(context)
    const { id } = await createdUser(context)
    must.status(await context.api.user.remove(id), 200, 204)
    for (const other of others) must.equal('another user', (await seenUser(context, other.id))?.['email'], other.email)
  },
)

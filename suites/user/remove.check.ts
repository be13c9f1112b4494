import { check, must, objectOf } from '../../src/kit/index.ts'
import {
  createdUser,
  foundIn,
  freshEmail,
  listedWith,
  mustBeRemoved,
  seenUser,
  sharedUsers,
  usersIn,
} from './people.ts'
import { user } from './requirements.ts'

const many = ['many-users'] as const

check(
  user.remove,
  'gone-afterwards',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'user-deleted-read-as-null',
      'user-delete-not-done',
      'user-delete-status-202',
      'user-total-kept',
      'user-deleted-found-by-email',
      'user-deleted-still-read',
      'user-list-kept-over-a-creation',
      'user-list-kept-over-a-deletion',
    ],
  },
  async (context) => {
    const email = freshEmail(context)
    must.equal('users with an e-mail of nobody', (await listedWith(context, email)).length, 0)
    const { id } = await createdUser(context, { email })
    const there = await context.api.user.list({ email })
    must.success(there)
    must.equal('users with the e-mail before', [usersIn(there).length, objectOf(there)['totalElements']], [1, 1])
    await mustBeRemoved(context, id, await context.api.user.remove(id))
    must.notDone('the deleted user', await context.api.user.get(id))
    const after = await context.api.user.list({ email })
    must.equal(
      'users with the e-mail afterwards',
      [foundIn(after).length, after.status === 404 ? 0 : objectOf(after)['totalElements']],
      [0, 0],
    )
  },
)

check(
  user['written-is-read'],
  'deleted-alone',
  { effects: true, needs: many, brokenBy: ['user-delete-takes-another'] },
  async (context) => {
    const others = await sharedUsers(context)
    const { id } = await createdUser(context)
    await mustBeRemoved(context, id, await context.api.user.remove(id))
    for (const other of others) must.equal('another user', (await seenUser(context, other.id))?.['email'], other.email)
  },
)

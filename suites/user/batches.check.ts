import { check, must } from '../../src/kit/index.ts'
import { fieldsOf, sentId, sharedUsers } from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'
import { mustBeUnsupported } from './unsupported.ts'

check(
  user['no-batches'],
  'several-users-in-one-put',
  { effects: true, brokenBy: ['user-batch-update-served', 'user-put-of-list-by-id'] },
  async (context) => {
    const users = await sharedUsers(context)
    const before = await Promise.all(users.map(({ id }) => readUser(context, id)))
    const names = ['email', 'firstName', 'lastName', 'phone', 'name']
    const bodies = before.map((dto) => ({
      ...fieldsOf(dto, names),
      id: sentId(String(dto['id'])),
      firstName: context.fresh.text(),
    }))
    mustBeUnsupported(await context.api.user.replaceAll(bodies))
    mustBeUnsupported(await context.api.user.replace(users[0].id, bodies))
    const after = await Promise.all(users.map(({ id }) => readUser(context, id)))
    must.equal(
      'the users',
      after.map((dto) => fieldsOf(dto, names)),
      before.map((dto) => fieldsOf(dto, names)),
    )
  },
)

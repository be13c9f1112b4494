import { check, must } from '../../src/kit/index.ts'
import { unlessFull } from '../user/full.ts'
import { freshEmail } from '../user/emails.ts'
import { readScimUser, wholeScimUser, withScimUser } from './people.ts'
import { emailsOf, shownOf } from './reading.ts'
import { everyUserShowing } from './listed.ts'
import { scim } from './requirements.ts'

check(
  scim['create-user'],
  'with-a-user-name-in-use',
  { effects: true, needs: ['many-users'], brokenBy: ['scim-post-of-a-user-name-overwrites'] },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const before = shownOf(await readScimUser(context, id))
      const email = freshEmail(context)
      const emails = [{ value: email, primary: true }]
      const second = wholeScimUser(context, { userName: body['userName'], emails })
      const answer = await unlessFull(context, await context.api.scim.users.create(second))
      // That user names differ is not said, nor that they need not.
      if (answer.status >= 300) must.refused4xx(answer)
      must.equal('the user who has the userName', shownOf(await readScimUser(context, id)), before)
      const listed = await everyUserShowing(context, 'emails')
      const holders = listed.filter((other) => emailsOf(other).includes(email))
      must.equal('users with the other e-mail', holders.length, answer.status < 300 ? 1 : 0)
    })
  },
)

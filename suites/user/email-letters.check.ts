import { check, must, Unexercised } from '../../src/kit/index.ts'
import { freshEmail } from './emails.ts'
import { createdUser, listedWith } from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'

check(
  user['written-is-read'],
  'capitals-in-the-email-of-a-create',
  { effects: true, needs: ['many-users'], brokenBy: ['user-post-email-in-small-letters'] },
  async (context) => {
    const email = freshEmail(context).replace('@', '.Mia@')
    const { id, sent } = await createdUser(context, { email }, undefined, { email: freshEmail(context) })
    if (sent['email'] !== email) throw new Unexercised('an e-mail with capitals is refused')
    must.equal('the e-mail as read by id', (await readUser(context, id))['email'], email)
    const [listed] = await listedWith(context, email)
    must.equal('the e-mail in the list', listed?.['email'], email)
  },
)

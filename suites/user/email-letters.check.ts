import { check, isObjection, must, Unexercised } from '../../src/kit/index.ts'
import { freshEmail } from './emails.ts'
import { createdUser, fieldsOf, listedWith, withUser } from './people.ts'
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

/** The part before @ alone: the domain of an e-mail is one in any letter case. */
const inCapitals = (text: unknown): string => String(text).replace(/^[^@]*/, (part) => part.toUpperCase())

const named = ['email', 'name', 'firstName', 'lastName'] as const

check(
  user['written-is-read'],
  'other-capitals-of-a-put',
  {
    effects: true,
    brokenBy: ['user-put-of-other-capitals-in-the-email-ignored', 'user-put-of-other-capitals-in-names-ignored'],
  },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      let now = body
      for (const name of named) {
        const changed = { ...now, [name]: inCapitals(now[name]) }
        const answer = await context.api.user.replace(id, changed)
        // Which texts are acceptable is not said.
        if (isObjection(answer)) continue
        must.success(answer)
        now = changed
        must.equal(
          `the user after its ${name} in capitals`,
          fieldsOf(await readUser(context, id), named),
          fieldsOf(now, named),
        )
      }
      const [listed] = await listedWith(context, email)
      if (listed) must.equal('the user in the list', fieldsOf(listed, named), fieldsOf(now, named))
      must.success(await context.api.user.replace(id, body))
    })
  },
)

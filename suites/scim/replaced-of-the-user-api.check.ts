import { check, isObjection, must, Unexercised } from '../../src/kit/index.ts'
import { freshEmail } from '../user/emails.ts'
import { withUser } from '../user/people.ts'
import { oneEmail } from './emails.ts'
import { everyUser, putScimUser, readScimUser, userSchema } from './people.ts'
import { attribute, emailsOf, shownIdOf, shownOf } from './reading.ts'
import { scim } from './requirements.ts'

// Whether SCIM shows the users of the User API is not said; one that it shows is updated by a PUT like any.
check(
  scim['replace-user'],
  'user-of-the-user-api',
  {
    effects: true,
    needs: ['user-api', 'writes', 'created-users'],
    brokenBy: [
      'scim-put-leaves-the-e-mail-of-a-user-of-the-user-api',
      'scim-put-leaves-the-names-of-a-user-of-the-user-api',
    ],
  },
  async (context) => {
    await withUser(context, async ({ id: own, body: before }) => {
      const email = String(before['email'])
      const shown = (await everyUser(context)).find((one) =>
        emailsOf(one).some((other) => other.toLowerCase() === email.toLowerCase()),
      )
      const id = shownIdOf(shown)
      if (id === undefined) throw new Unexercised('SCIM does not show a user of the User API')
      const { answer, body } = await putScimUser(context, id, {
        schemas: [userSchema],
        userName: attribute(shown, 'userName') ?? before['name'],
        name: { familyName: context.fresh.text(), givenName: context.fresh.text() },
        emails: oneEmail(freshEmail(context)),
        active: true,
      })
      try {
        // Nor is it said that the one interface may change what the other created.
        if (isObjection(answer)) throw new Unexercised('a PUT of a user of the User API is refused')
        must.success(answer)
        const { userName: _name, ...sent } = shownOf(body)
        const { userName: _shown, ...read } = shownOf(await readScimUser(context, id))
        must.equal('the user as read by id', read, sent)
      } finally {
        await context.api.user.replace(own, before)
      }
    })
  },
)

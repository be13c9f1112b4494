import { check, eventually, matchers, Unexercised } from '../../src/kit/index.ts'
import { createdUser } from '../user/people.ts'
import { twoCompanies } from '../user/two-companies.ts'
import { everyUser } from './people.ts'
import { emailsOf, scimUsersIn, shownIdOf } from './reading.ts'
import { scim } from './requirements.ts'

check(
  scim['list-users'],
  'users-of-one-company',
  {
    effects: true,
    needs: ['user-api', 'many-users', 'second-company'],
    brokenBy: ['scim-list-without-users-of-one-company'],
  },
  async (context) => {
    // A company may be special to a server, as the first of the account.
    const users = []
    for (const { name } of await twoCompanies(context)) users.push(await createdUser(context, {}, name))
    // Whether SCIM shows users of the User API is not said: one that it reads by id is of its list.
    const known: string[] = []
    for (const { id, email } of users) {
      const [read] = scimUsersIn(await context.api.scim.users.get(id))
      const emails = emailsOf(read).map((one) => one.toLowerCase())
      if (shownIdOf(read) === id && emails.includes(email.toLowerCase())) known.push(id)
    }
    if (known.length === 0) throw new Unexercised('SCIM reads no user of the User API by its id')
    // How soon the one interface shows what the other wrote is not said.
    await eventually(
      context,
      async () => (await everyUser(context)).map(shownIdOf),
      (listed) => matchers.include('ids in the list of users', listed, known),
      { lag: 10_000 },
    )
  },
)

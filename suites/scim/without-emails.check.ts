import { check, each, must } from '../../src/kit/index.ts'
import { freshEmail } from '../user/emails.ts'
import { sharedScimUsers, wholeScimUser } from './people.ts'
import { everyUserName } from './listed.ts'
import { scim } from './requirements.ts'

for (const [situation, wrong, faults] of [
  ['no-emails', [undefined], ['scim-post-needs-no-emails', 'scim-post-user-name-for-want-of-emails']],
  [
    'empty-list-of-emails',
    [[], [{ primary: true }], null, [{ value: null, primary: true }]],
    [
      'scim-post-takes-empty-emails',
      'scim-email-without-value',
      'scim-emails-of-null',
      'scim-email-of-null',
      'scim-post-user-name-for-want-of-emails',
    ],
  ],
] as const)
  check(scim['email-needed'], situation, { effects: true, brokenBy: faults }, async (context) => {
    await sharedScimUsers(context)
    const { fresh, api } = context
    // A userName that is an e-mail is none of the e-mails.
    const userNames = [fresh.externalId(), freshEmail(context)]
    const bodies = userNames.flatMap((userName) => wrong.map((emails) => wholeScimUser(context, { userName, emails })))
    await each(bodies, async (body) => must.refused4xx(await api.scim.users.create(body)))
    const names = await everyUserName(context)
    for (const userName of userNames) must.hold('no user of that name', !names.includes(userName), userName)
  })

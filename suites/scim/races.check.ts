import { check, Inconclusive, must } from '../../src/kit/index.ts'
import { freshEmail } from '../user/emails.ts'
import { createdGroup, everyUser, memberValues, patchOf, readGroup, wholeScimUser, withMembers } from './people.ts'
import { emailsOf, membersOf } from './reading.ts'
import { everyUserShowing } from './listed.ts'
import { scim } from './requirements.ts'

check(scim.members, 'two-adds-at-once', { effects: true, brokenBy: ['scim-patch-race'] }, (context) =>
  withMembers(context, async (...users) => {
    const { id } = await createdGroup(context)
    const answers = await context.race(
      users.map(
        (one) => () =>
          context.api.scim.groups.patch(id, patchOf({ op: 'add', path: 'members', value: memberValues(one) })),
      ),
    )
    // A server may refuse one of two, not tell success and lose what it added.
    const added = users.filter((_, at) => (answers[at]?.status ?? 500) < 300)
    must.some('add that tells success', added, ...answers.slice(0, 1))
    must.equal('the members', membersOf(await readGroup(context, id)), added.map((one) => one.id).sort())
  }),
)

check(
  scim['email-needed'],
  'two-at-once-with-one-email',
  { effects: true, needs: ['many-users'], brokenBy: ['scim-email-race'] },
  async (context) => {
    // What the first call of a run may be refused for is over before the two.
    await everyUser(context)
    const email = freshEmail(context)
    const emails = [{ value: email, primary: true }]
    const bodies = [wholeScimUser(context, { emails }), wholeScimUser(context, { emails })]
    const answers = await context.race(bodies.map((body) => () => context.api.scim.users.create(body)))
    for (const answer of answers) must.noServerError(answer)
    // Each may have kept the other out.
    if (answers.every(({ status }) => status >= 400)) throw new Inconclusive('neither of two users was created')
    const listed = (await everyUserShowing(context, 'emails')).filter((one) => emailsOf(one).includes(email))
    must.equal('users with the e-mail', listed.length, 1)
  },
)

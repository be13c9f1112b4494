import { check, must, rely } from '../../src/kit/index.ts'
import { createdUser, listedWith, wholeUser } from './people.ts'
import { user } from './requirements.ts'

check(
  user['user-form'],
  'one-e-mail-at-the-same-moment',
  { effects: true, needs: ['many-users'], brokenBy: ['user-email-race'] },
  async (context) => {
    const body = await wholeUser(context)
    const bodies = [body, { ...body, name: context.fresh.externalId() }]
    const answers = await context.race(bodies.map((one) => () => context.api.user.create(one)))
    const made = answers.filter(({ status }) => status < 300)
    must.inRange('number of users with the e-mail', (await listedWith(context, String(body['email']))).length, {
      atMost: 1,
    })
    // A server may refuse both, if it makes one user alone.
    if (made.length > 0)
      await rely(user.create, async () => must.equal('POSTs that were answered as done', made.length, 1))
    else await createdUser(context)
  },
)

import { Blocked, check, must } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'

check(dispatch.privileges, 'unprivileged-user', { brokenBy: ['dispatch-for-everybody'] }, async (context) => {
  const query = { partnerDispatchingStatus: 'NOTIFIED', page: '1' }
  // A lack of privileges may show as early as at the token (B-PRV-05).
  const answer = await context
    .as('unprivileged')
    .dispatch.list({ query })
    .catch((error: unknown) => {
      if (error instanceof Blocked) return undefined
      throw error
    })
  if (answer) must.refused4xx(answer)
  await mustBeServed(context)
})

check(
  dispatch['privileges-of-others'],
  'list-for-an-administrator',
  { brokenBy: ['dispatch-administrator-may-read'] },
  async (context) => {
    const query = { partnerDispatchingStatus: 'NOTIFIED', page: '1' }
    const identities = Object.entries(context.target.identities)
    for (const [name] of identities.filter(([, { privileges }]) => privileges?.join() === 'ADMINISTRATOR'))
      must.refused4xx(await context.as(name).dispatch.list({ query }))
    await mustBeServed(context)
  },
)

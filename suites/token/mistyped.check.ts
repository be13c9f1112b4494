import { Blocked, check, must, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { codeAt } from './lead-back.ts'
import { authorize } from './requirements.ts'
import { granted } from './steps.ts'

/** A user mistypes the password on the page after authorize, and is let in at the second try. */
const mistypedOnce = madeOnce(async ({ api, target }: Context) => {
  const { client, username, password } = target.identities['admin']!
  if (!username || !password) throw new Blocked('identities.admin has no username and password for the login page')
  const login = { username, password }
  const query = { response_type: 'code', client_id: client.id, redirect_uri: target.fixtures.redirectUri }
  await rely(authorize['authorize-leads-back-with-code'], async () => {
    codeAt(await api.token.logInAndApprove(query, login))
  })
  return { query, ...(await api.token.logInAndApprove(query, [{ username, password: `${password}x` }, login])) }
})

// Whether the page is shown again after a wrong password is not stated: where it leads back in the end, it does so as it should.
check(
  authorize['authorize-leads-back-with-code'],
  'after-a-mistyped-password',
  { brokenBy: ['login-page-loses-query-after-wrong-password'] },
  async (context) => {
    const { query, redirect, code } = await mistypedOnce(context)
    if (code === undefined) throw new Unexercised('the page does not lead on after a mistyped password')
    const asked = new URL(query.redirect_uri ?? '')
    must.hold(
      `a redirect to ${asked.href} as it was asked for, the password having been mistyped once`,
      [...asked.searchParams].every(([name, value]) => redirect?.searchParams.get(name) === value),
      redirect?.href ?? 'none',
    )
  },
)

check(
  authorize['code-yields-token'],
  'after-a-mistyped-password',
  { brokenBy: ['code-after-a-mistyped-password-yields-nothing'] },
  async (context) => {
    const { query, code } = await mistypedOnce(context)
    if (code === undefined) throw new Unexercised('the page does not lead on after a mistyped password')
    const form = { grant_type: 'authorization_code', code, redirect_uri: query.redirect_uri }
    granted(await context.api.token.request(form))
  },
)

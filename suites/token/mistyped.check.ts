import { check, must, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { codeAt } from './lead-back.ts'
import { atPasswordDesk, ready } from './password-desk.ts'
import { authorize } from './requirements.ts'
import { granted } from './steps.ts'

/** A user mistypes the password on the page after authorize, and is let in at the second try: a lockout must hit nobody else. */
const mistypedOnce = madeOnce((context: Context) =>
  atPasswordDesk(context, async (turn) => {
    await ready(turn)
    const { target } = context
    const { client } = target.identities['password']!
    const login = { username: turn.username, password: turn.current }
    const query = { response_type: 'code', client_id: client.id, redirect_uri: target.fixtures.redirectUri }
    const walk = (...logins: (typeof login)[]) => turn.api.token.logInAndApprove(query, logins)
    await rely(authorize['authorize-leads-back-with-code'], async () => codeAt(await walk(login)))
    return { query, ...(await walk({ ...login, password: `${login.password}x` }, login)) }
  }),
)

const needs = ['authorization-code', 'password-trials'] as const

// Whether the page is shown again after a wrong password is not stated: where it leads back in the end, it does so as it should.
check(
  authorize['authorize-leads-back-with-code'],
  'after-a-mistyped-password',
  { needs, brokenBy: ['login-page-loses-query-after-wrong-password'] },
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
  { needs, brokenBy: ['code-after-a-mistyped-password-yields-nothing'] },
  async (context) => {
    const { query, code } = await mistypedOnce(context)
    if (code === undefined) throw new Unexercised('the page does not lead on after a mistyped password')
    const form = { grant_type: 'authorization_code', code, redirect_uri: query.redirect_uri }
    granted(await context.as('password').token.request(form))
  },
)

import type { Context } from '../../src/kit/context.ts'
import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { rely } from '../../src/kit/rely.ts'
import { codeAt } from './lead-back.ts'
import { atPasswordDesk, compliant, ready, restore, type Turn } from './password-desk.ts'
import { authorize, lifetime, password } from './requirements.ts'
import { companies, control, granted } from './steps.ts'
import { firstTaken, wholePasswords } from './whole-passwords.ts'

const queryOf = ({ target }: Context) => ({
  response_type: 'code',
  client_id: target.identities['password']!.client.id,
  redirect_uri: target.fixtures.redirectUri,
})

const walked = (context: Context, turn: Turn, login: string) =>
  turn.api.token.logInAndApprove(queryOf(context), { username: turn.username, password: login })

/** The code that the login page gives the user of the identity `password` for this password. */
const codeFor = async (context: Context, turn: Turn, login: string): Promise<string | undefined> =>
  (await walked(context, turn, login)).code

const mustGetCode = (context: Context, turn: Turn, login: string): Promise<string> =>
  rely(authorize['authorize-leads-back-with-code'], async () => codeAt(await walked(context, turn, login)))

check(
  password['change-takes-effect'],
  'at-the-login-page',
  {
    alone: true,
    effects: true,
    needs: ['authorization-code'],
    brokenBy: ['change-not-for-code-page', 'password-former-opens'],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const former = turn.current
      try {
        const next = compliant(context)
        await rely(password['change-answered'], async () => must.success(await turn.changeForGood(next)))
        await mustGetCode(context, turn, next)
        must.equal('code for the old password', await codeFor(context, turn, former), undefined)
      } finally {
        await restore(turn, context)
      }
    }),
)

check(
  password['change-takes-effect'],
  'password-of-80-characters-at-the-login-page',
  {
    alone: true,
    sampled: true,
    effects: true,
    needs: ['authorization-code'],
    brokenBy: [
      'password-cut-at-72-bytes-for-authorization-code',
      'password-72-bytes',
      'passwords-decoded-twice-everywhere',
    ],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const former = turn.current
      try {
        const next = await firstTaken(turn, wholePasswords(compliant(context)))
        // Such a password may be refused; then the old one stays in force.
        if (next === undefined) return void granted(await turn.logIn(former))
        await mustGetCode(context, turn, next)
        for (const wrong of [`${next.slice(0, -1)}q`, next.replace('%41', 'A')])
          if (wrong !== next)
            must.equal('code for a password that is another', await codeFor(context, turn, wrong), undefined)
      } finally {
        await restore(turn, context)
      }
    }),
)

// Beside its 12 hours from issue the documents give a token no state: a change of the password ends none, whatever it was issued for.
check(
  lifetime['twelve-hours'],
  'got-with-a-code-before-a-password-change',
  {
    alone: true,
    needs: ['password-change', 'password-trials', 'authorization-code'],
    brokenBy: ['token-of-authorization-code-ends-with-the-password', 'token-ends-with-password'],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      await turn.waitOutAge()
      const code = await mustGetCode(context, turn, turn.current)
      const redeemed = await turn.api.token.request({
        grant_type: 'authorization_code',
        code,
        redirect_uri: context.target.fixtures.redirectUri,
      })
      const token = { value: granted(redeemed).access_token }
      const caller = context.as('password')
      await control(companies(caller, { token }))
      try {
        await rely(password['change-answered'], async () => must.success(await turn.changeAged(compliant(context))))
        must.success(await companies(caller, { token }))
      } finally {
        await restore(turn, context)
      }
    }),
)

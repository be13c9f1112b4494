import { check, Inconclusive, must, Unexercised } from '../../src/kit/index.ts'
import { namesOf, sameName } from '../../src/kit/names.ts'
import { exchange, receivedCode, walked } from './by-code.ts'
import { otherClients } from './other-clients.ts'
import { response, scope } from './requirements.ts'
import { fieldOf, granted, grantedExactly, userAlone, type TokenResponse } from './steps.ts'

const isTold = (value: unknown): boolean => (value ?? undefined) !== undefined
const inAnyCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** One response says of a user what another one, by password, says of the same: of what both say. */
function mustSayTheSame(what: string, given: TokenResponse, byPassword: TokenResponse): void {
  // What names a user is not said: a login of the same one says it.
  const [own, user] = [fieldOf(byPassword, 'user'), fieldOf(given, 'user')]
  must.hold(
    `user ${String(own)} for ${what}`,
    sameName(user, own) || sameName(userAlone(given), userAlone(byPassword)),
    user,
  )
  for (const field of ['account', 'account_id', 'user_id', 'user_email'])
    if (isTold(given[field]) && isTold(byPassword[field]))
      must.equal(`${field} for ${what}, as by password`, inAnyCase(given[field]), inAnyCase(byPassword[field]))
}

check(
  response['user-fields'],
  'each-code-its-own-user',
  {
    needs: ['authorization-code', 'user-login', 'other-user'],
    brokenBy: ['user-of-approver-session', 'user-id-for-a-code-of-the-password-before'],
  },
  async (context) => {
    const { admin, superuser } = context.target.identities
    // A client may be allowed for the one user only (A-TOK-35).
    if (admin!.client.id !== superuser!.client.id)
      throw new Inconclusive('identities.admin and identities.superuser have clients of their own')
    const first = await receivedCode(context)
    const second = await receivedCode(context, 'superuser')
    const byPassword: Record<string, TokenResponse> = {}
    // Before each code is redeemed the other user logs in.
    for (const name of ['superuser', 'admin']) byPassword[name] = grantedExactly(await context.as(name).token.obtain())
    for (const [code, name] of [
      [second, 'superuser'],
      [first, 'admin'],
    ] as const) {
      mustSayTheSame(`the code of ${name}`, grantedExactly(await exchange(context, code)), byPassword[name]!)
      if (name === 'superuser') granted(await context.as(name).token.obtain())
    }
  },
)

check(
  response['user-fields'],
  'whichever-client-asks',
  { needs: ['user-login', 'second-client'], brokenBy: ['user-id-counted-by-client', 'account-id-counted-by-client'] },
  async (context) => {
    const { api } = context
    const own = grantedExactly(await api.token.obtain())
    let told = 0
    for (const client of otherClients(context, 'admin')) {
      const answer = await api.token.obtain({}, { client })
      // A client that is not allowed for the account, or for this grant, tells nothing of users.
      if (answer.status >= 400) continue
      mustSayTheSame(`the user of identities.admin with the client ${client.id}`, grantedExactly(answer), own)
      told += 1
    }
    if (told === 0) throw new Unexercised('no other client is allowed for that login')
  },
)

check(
  response.companies,
  'no-more-for-a-code-than-by-password',
  { needs: ['authorization-code', 'user-grant'], brokenBy: ['companies-of-account-for-a-code'] },
  async (context) => {
    const name = 'companyless' in context.target.identities ? 'companyless' : 'user'
    const beyond = async () => {
      const { code } = await walked(context, name)
      // Who may log in at the page is a matter of the client, and perhaps of companies.
      if (code === undefined) throw new Unexercised(`the login page leads ${name} to no code`)
      const told = namesOf(granted(await exchange(context, code, undefined, name)).companies)
      const byPassword = namesOf(granted(await context.as(name).token.obtain()).companies)
      return told.filter((company) => !byPassword.includes(company))
    }
    const once = await beyond()
    // A company may be taken from the user between the two logins.
    const again = once.length > 0 ? await beyond() : []
    const lacking = once.filter((company) => again.includes(company))
    must.equal(`companies told for a code of ${name} that the login by password lacks`, lacking, [])
  },
)

check(
  scope['scope-by-client-type'],
  'general-client-with-a-code',
  { needs: ['authorization-code', 'general-client'], brokenBy: ['scope-local-for-a-code'] },
  async (context) => {
    const { code } = await walked(context, 'general')
    const answer = code === undefined ? undefined : await exchange(context, code, undefined, 'general')
    // Which grants a client may use is not shown.
    if (answer === undefined || answer.status >= 400)
      throw new Unexercised('the client of identities.general gets nothing by a code')
    must.equal('scope', fieldOf(granted(answer), 'scope'), 'general')
  },
)

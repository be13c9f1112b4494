import type { Context } from '../../src/kit/context.ts'
import { rely } from '../../src/kit/rely.ts'
import { Blocked } from '../../src/target/blocked.ts'
import { codeAt } from './lead-back.ts'
import { authorize } from './requirements.ts'
import { granted, type TokenResponse } from './steps.ts'

/** What a connector sends to the authorize address, and who logs in there: an identity, by its own client. */
export function start({ target }: Context, name = 'admin') {
  const { client, username, password } = target.identities[name]!
  if (!username || !password) throw new Blocked(`identities.${name} has no username and password for the login page`)
  return {
    query: { response_type: 'code', client_id: client.id, redirect_uri: target.fixtures.redirectUri },
    login: { username, password },
  }
}

export async function walked(context: Context, name = 'admin') {
  const { query, login } = start(context, name)
  const walk = await context.api.token.logInAndApprove(query, login)
  if (walk.scripted) codeAt(walk)
  return { query, ...walk }
}

export const codeOf = async (context: Context, name = 'admin'): Promise<string> => codeAt(await walked(context, name))

export const receivedCode = (context: Context, name = 'admin') =>
  rely(authorize['authorize-leads-back-with-code'], () => codeOf(context, name))

export const exchange = (
  { as, target }: Context,
  code: string,
  redirectUri = target.fixtures.redirectUri,
  name = 'admin',
) => as(name).token.request({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })

/** What the token service answers to a code. */
export const grantedByCode = (context: Context): Promise<TokenResponse> =>
  rely(authorize['code-yields-token'], async () => granted(await exchange(context, await receivedCode(context))))

import { addressTold } from '../cluster-address.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { tokenLifetimeMs } from '../rulebook/token.ts'
import type { User } from '../world/types.ts'
import { issueToken, type Admission, type IssuedToken } from './store.ts'

/** Issues a token and returns the token response (A-TOK-01..09, 18). */
export const tokenAnswer = (
  house: House,
  admission: Admission,
  origin: string,
  requestedScope: string | undefined,
): PlatformResponse =>
  json(house.rules.token.status(), tokenBody(house, issueToken(house, admission, requestedScope), origin), [
    ['Cache-Control', 'no-store'],
    ['Pragma', 'no-cache'],
  ])

const userFields = ({ name, email, id }: Pick<User, 'name' | 'email' | 'id'>) => ({
  user: name,
  user_email: email,
  user_id: id,
})

export function tokenBody(
  house: House,
  { client, account, user, login, grant, value, scope, companies, earlier }: IssuedToken,
  origin: string,
): unknown {
  const { token } = house.rules
  return token.shown(
    {
      access_token: value,
      token_type: token.type(),
      expires_in: token.expiresIn(tokenLifetimeMs / 1000),
      scope,
      cluster_url: addressTold(house, origin, token.cluster(account.cluster)),
      account: account.name,
      account_id: account.id,
      ...(token.showsUser(login, grant)
        ? userFields(user ?? { name: account.name, email: `account.${account.id}@mail.example`, id: account.id })
        : {}),
      companies: companies.map((company) => token.company(company)),
      ...token.more(),
    },
    login,
    { client: client.type, grant, earlier },
  )
}

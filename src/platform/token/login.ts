import type { House } from '../house.ts'
import type { CredentialUse } from '../rulebook/token.ts'
import type { Client } from '../world/types.ts'
import type { Refused } from './form.ts'
import { loginNamed, type Named } from './named.ts'
import { passwordsIn, passwordsOf } from './passwords.ts'
import { signOnRedirect } from './sign-on.ts'

/** Checks a name and password; refuses as the error table says (A-TOK-31, 33..35). */
export function logIn(
  house: House,
  {
    client,
    username,
    password,
    origin,
    requestedScope,
    use,
  }: {
    client: Client
    username: string
    password: string
    origin: string
    requestedScope?: string | undefined
    use: CredentialUse
  },
): Named | Refused {
  const { rules } = house
  const named = loginNamed(house, username)
  const hasAccount = house.world.accounts.some(({ name }) => name === username.split('/')[0])
  if (!named) return { refused: rules.refusal[rules.grant.unknown(hasAccount)]() }
  const barred = !rules.grant.allows(client.accounts, named.account.name, use)
  if (barred && rules.grant.barsFirst()) return { refused: rules.refusal.unauthorized_client() }
  if ((named.user?.sso || named.account.sso) && rules.grant.redirectsSignOn())
    return signOnRedirect(house, client, origin, requestedScope)
  const passwords = passwordsOf(house, named)
  const opens = [passwords.former[0] ?? '', ...(rules.password.formerOpens(use) ? passwords.former.slice(1) : [])]
  const right = opens.some((current) => rules.grant.passwordHolds(password, current, use, () => passwordsIn(house)))
  if (passwords.expired && rules.grant.refusesExpired(right)) return { refused: rules.refusal.expired_credentials() }
  if (!right)
    return {
      refused: passwords.former.includes(password)
        ? rules.refusal[rules.password.formerRefused()]()
        : rules.refusal.invalid_grant(),
    }
  if (barred) return { refused: rules.refusal.unauthorized_client() }
  if (!rules.token.mayHold(named.user?.privileges ?? [], named.user ? 'user' : 'account'))
    return { refused: rules.refusal.unauthorized_client() }
  return named
}

import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { isWell, jsonIn, passing } from './passing.ts'
import { clientIn, formIn, invalidToken, isPasswordChange, isToken, issuedIn } from './token-calls.ts'

/** A call to the token service, by whom it was made. */
interface Asker {
  readonly client: string
  readonly username: string
}
interface Event extends Asker {
  readonly isChange: boolean
  readonly isGranted: boolean
  readonly error: unknown
}
const lives = perHouse(() => ({ live: new Map<string, Asker>(), dead: new Set<string>() }))

/** A fault by which a call to the token service ends tokens that were issued before. */
const ending = (id: string, says: string, ends: (earlier: Asker, now: Event) => boolean): Fault =>
  passing(id, ['A-TOK-37', 'A-TOK-21'], says, async (request, go, { house }) => {
    const { live, dead } = lives(house)
    const isChange = isPasswordChange(request)
    if (!isToken(request) && !isChange)
      return dead.has(issuedIn(house, request)?.value ?? '') ? invalidToken() : go(request)
    const response = await go(request)
    const { access_token: token, error } = jsonIn(response) ?? {}
    const asker = { client: clientIn(request), username: formIn(request).get('username') ?? '' }
    const now = { ...asker, isChange, isGranted: isWell(response), error }
    for (const [value, earlier] of live) if (ends(earlier, now)) dead.add(value)
    if (typeof token === 'string') live.set(token, asker)
    return response
  })

const ofUser = ({ username }: Asker): boolean => username.includes('/')

/** Tokens that end before their time because of what was asked of the token service. */
export const fifthEndingFaults: readonly Fault[] = [
  ending(
    'new-token-of-user-ends-previous',
    'A token of a user ends the earlier ones of the user by the same client; other tokens stay.',
    (earlier, now) =>
      now.isGranted && ofUser(now) && earlier.client === now.client && earlier.username === now.username,
  ),
  ending(
    'failed-login-ends-tokens',
    'A wrong password ends all tokens of its user.',
    (earlier, now) => now.error === 'invalid_grant' && ofUser(now) && earlier.username === now.username,
  ),
  ending(
    'token-of-other-client-ends-own',
    'A token of a user ends those that the user has by other clients.',
    (earlier, now) =>
      now.isGranted && ofUser(now) && earlier.client !== now.client && earlier.username === now.username,
  ),
  ending(
    'token-of-account-ends-those-of-users',
    'A login with the account name alone ends the tokens of its users.',
    (earlier, now) => now.isGranted && now.username !== '' && earlier.username.startsWith(`${now.username}/`),
  ),
  ending(
    'wrong-secret-ends-tokens',
    'A wrong client secret ends all tokens of the client.',
    (earlier, now) => now.error === 'invalid_client' && earlier.client === now.client,
  ),
  ending(
    'unknown-grant-ends-tokens',
    'A grant type that is not known ends all tokens of the client.',
    (earlier, now) => now.error === 'unsupported_grant_type' && earlier.client === now.client,
  ),
  ending(
    'refused-change-ends-tokens',
    'A refused change of the password ends all tokens of the user.',
    (earlier, now) => now.isChange && now.error !== undefined && ofUser(now) && earlier.username === now.username,
  ),
]

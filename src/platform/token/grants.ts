import type { House } from '../house.ts'
import type { Query } from '../http/query.ts'
import type { Call } from '../interface.ts'
import type { Grant } from '../rulebook/token.ts'
import type { Client } from '../world/types.ts'
import { redeem } from './codes.ts'
import { lacking, type Refused } from './form.ts'
import { logIn } from './login.ts'
import type { Admission } from './store.ts'

const fields: Record<Grant, readonly string[]> = {
  client_credentials: [],
  password: ['username', 'password'],
  authorization_code: ['code', 'redirect_uri'],
}

/** Checks the grant of a token request: who gets a token (A-TOK-12..17). */
export function admit(call: Call, form: Query, client: Client, house: House): Admission | Refused {
  const { rules } = house
  const asked = form.all('grant_type')
  const grant = asked.length > 1 ? undefined : rules.grant.named(asked[0])
  if (!grant)
    return {
      refused: rules.refusal.bad_token_request(
        asked.length === 1 ? 'unsupported_grant_type' : 'invalid_request',
        'grant_type is missing or unknown',
      ),
    }
  const missing = lacking(form, fields[grant])
  if (rules.grant.lacks(missing))
    return { refused: rules.refusal.bad_token_request('invalid_request', `missing or repeated: ${missing.join(', ')}`) }
  if (!rules.grant.permits(grant)) return { refused: rules.refusal.unauthorized_client() }
  return admitBy[grant](call, form, client, house)
}

const admitBy: Record<Grant, (call: Call, form: Query, client: Client, house: House) => Admission | Refused> = {
  client_credentials(_call, _form, client, house) {
    const account = house.world.accounts.find(({ name }) => name === client.accounts[0])
    return account
      ? { client, account, login: 'client', grant: 'client_credentials' }
      : { refused: house.rules.refusal.unauthorized_client() }
  },
  password({ request }, form, client, house) {
    const named = logIn(house, {
      client,
      origin: request.origin,
      username: form.get('username') ?? '',
      password: form.get('password') ?? '',
      requestedScope: form.get('scope'),
      use: 'password',
    })
    return 'refused' in named ? named : { client, ...named, login: named.user ? 'user' : 'account', grant: 'password' }
  },
  authorization_code: (_call, form, client, house) =>
    redeem(house, client, form.get('code') ?? '', form.get('redirect_uri') ?? ''),
}

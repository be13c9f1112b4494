import type { House } from '../house.ts'
import { parseQuery, type Query } from '../http/query.ts'
import type { Call } from '../interface.ts'
import type { Refusal } from '../rulebook/refusal.ts'
import type { Client } from '../world/types.ts'

export type Refused = { readonly refused: Refusal; readonly more?: Readonly<Record<string, unknown>> }

export const isRefused = (value: object): value is Refused => 'refused' in value

/** The form of a call to the token service; each field once. */
export function formOf(call: Call, house: House): Query | Refused {
  const { rules } = house
  const bad = (why: string): Refused => ({ refused: rules.refusal.bad_token_request('invalid_request', why) })
  const mediaType = (call.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!rules.grant.takesForm(mediaType)) return bad('the body is not a form')
  try {
    return parseQuery(call.request.body.toString('utf8'), (raw) => rules.grant.decode(raw))
  } catch {
    return bad('the form has broken percent-encoding')
  }
}

/** Required fields that a form lacks or repeats. */
export const lacking = (form: Query, fields: readonly string[]): string[] =>
  fields.filter((field) => form.all(field).length !== 1)

/** The client that a call to the token service authenticates as (A-TOK-11, 32). */
export function clientOf(call: Call, form: Query, house: House): Client | Refused {
  const { rules, world } = house
  const refused: Refused = { refused: rules.refusal.invalid_client() }
  const shown = rules.grant.readsBasic()
    ? basic(call.header('Authorization'))
    : { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  if (!shown) return rules.grant.needsClient() ? refused : (world.clients[0] ?? refused)
  const use = call.request.target.includes('/change_password')
    ? 'change_password'
    : (rules.grant.named(form.get('grant_type')) ?? 'password')
  const client = world.clients.find(({ id }) => rules.grant.idHolds(shown.id, id, use))
  const others = () => world.clients.map(({ secret }) => secret)
  return client && rules.grant.secretHolds(shown.secret, client.secret, use, others) ? client : refused
}

function basic(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon < 0 ? { id: pair, secret: '' } : { id: pair.slice(0, colon), secret: pair.slice(colon + 1) }
}

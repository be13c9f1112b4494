import { perHouse, type House } from '../house.ts'
import { redirect } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Query } from '../http/query.ts'
import type { Call } from '../interface.ts'
import type { Client } from '../world/types.ts'
import { firstLogin, issueCode } from './codes.ts'
import { formOf, isRefused } from './form.ts'
import { logIn } from './login.ts'
import type { Named } from './named.ts'
import { htmlPage } from './page.ts'
import { refuse } from './refuse.ts'

/** The parameters of authorize, carried from page to page. */
interface Asked {
  readonly client: Client
  readonly redirectUri: string
  readonly state?: string | undefined
  readonly responseType?: string | undefined
}

const loginPath = '/api/oauth2/v1/login'
const approvalPath = '/api/oauth2/v1/approval'

// Logged in, not yet approved: only if login and approval are two pages.
const waiting = perHouse(() => new Map<string, { asked: Asked; named: Named }>())

/** GET authorize: starts the grant with a redirect to the login page (A-TOK-23, 24). */
export function authorize(call: Call, house: House): PlatformResponse {
  const { rules } = house
  const asked = askedOf(call.query, house)
  if (!rules.authorize.starts(call.query.get('response_type')))
    return asked && rules.authorize.refusesByRedirect()
      ? back(house, asked, { error: 'unsupported_response_type' })
      : refuse(house, rules.refusal.bad_response_type())
  if (!asked)
    return refuse(house, rules.refusal.bad_token_request('invalid_request', 'client_id or redirect_uri is not valid'))
  if (rules.authorize.pages() === 'none') return approved(house, asked, firstLogin(house, asked.client))
  return redirect(rules.authorize.redirectStatus(), `${below(call, loginPath)}?${queryOf(asked)}`)
}

export function loginPage(call: Call, house: House): PlatformResponse {
  const asked = askedOf(call.query, house)
  return asked
    ? pageFor(call, house, asked)
    : refuse(house, house.rules.refusal.bad_token_request('invalid_request', 'client_id or redirect_uri is not valid'))
}

/** The submitted login page: log in, and approve or deny. */
export function logInOnPage(call: Call, house: House): PlatformResponse {
  const form = formOf(call, house)
  if (isRefused(form)) return refuse(house, form.refused)
  const asked = askedOf(form, house)
  if (!asked)
    return refuse(
      house,
      house.rules.refusal.bad_token_request('invalid_request', 'client_id or redirect_uri is not valid'),
    )
  if (form.get('decision') === 'deny') return denied(house, asked)
  const named = logIn(house, {
    client: asked.client,
    username: form.get('username') ?? '',
    password: form.get('password') ?? '',
    origin: call.request.origin,
    use: 'authorization_code',
  })
  if (isRefused(named)) return pageFor(call, house, asked, String(named.refused.description))
  if (house.rules.authorize.pages() !== 'two') return approved(house, asked, named)
  const ticket = house.seams.tokens.mint()
  waiting(house).set(ticket, { asked, named })
  return htmlPage({
    title: `Allow ${asked.client.id}?`,
    action: below(call, approvalPath),
    hidden: { ticket },
    asksLogin: false,
    buttons: [
      ['approve', 'Approve'],
      ['deny', 'Deny'],
    ],
  })
}

export function approveOnPage(call: Call, house: House): PlatformResponse {
  const form = formOf(call, house)
  if (isRefused(form)) return refuse(house, form.refused)
  const ticket = form.get('ticket') ?? ''
  const held = waiting(house).get(ticket)
  if (!held)
    return refuse(
      house,
      house.rules.refusal.bad_token_request('invalid_request', 'there is no login waiting for this approval'),
    )
  waiting(house).delete(ticket)
  return form.get('decision') === 'approve' ? approved(house, held.asked, held.named) : denied(house, held.asked)
}

function pageFor(
  call: Call,
  house: House,
  { client, redirectUri, state, responseType }: Asked,
  problem?: string,
): PlatformResponse {
  const one = house.rules.authorize.pages() !== 'two'
  return htmlPage({
    title: one ? `Log in and allow ${client.id}` : 'Log in',
    action: below(call, loginPath),
    asksLogin: true,
    hidden: { client_id: client.id, redirect_uri: redirectUri, state, response_type: responseType },
    buttons: one
      ? [
          ['approve', 'Log in and approve'],
          ['deny', 'Deny'],
        ]
      : [['login', 'Log in']],
    problem,
  })
}

/** A path of the token service as a browser must name it. */
const below = ({ request }: Call, path: string): string =>
  `${new URL(request.origin).pathname.replace(/\/$/, '')}${path}`

const withState = ({ state }: Asked): Record<string, string> => (state === undefined ? {} : { state })

const back = (house: House, asked: Asked, parameters: Record<string, string>): PlatformResponse =>
  redirect(
    house.rules.authorize.redirectStatus(),
    house.rules.authorize.location(asked.redirectUri, { ...parameters, ...withState(asked) }, asked.responseType),
  )

const approved = (house: House, asked: Asked, named: Named): PlatformResponse =>
  back(house, asked, { code: issueCode(house, asked.client, asked.redirectUri, named) })

const denied = (house: House, asked: Asked): PlatformResponse => back(house, asked, { error: 'access_denied' })

const queryOf = (asked: Asked): string =>
  Object.entries({
    client_id: asked.client.id,
    redirect_uri: asked.redirectUri,
    ...(asked.responseType === undefined ? {} : { response_type: asked.responseType }),
    ...withState(asked),
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

function askedOf(query: Query, house: House): Asked | undefined {
  const client = house.world.clients.find(({ id }) => id === query.get('client_id'))
  const redirectUri = query.get('redirect_uri') ?? ''
  // RFC 6749, 3.1.2: absolute and without a fragment.
  if (!client || redirectUri.includes('#') || !URL.canParse(redirectUri) || /^(?:javascript|data):/i.test(redirectUri))
    return undefined
  return { client, redirectUri, state: query.get('state'), responseType: query.get('response_type') }
}

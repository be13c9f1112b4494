import { deflateRawSync } from 'node:zlib'
import { perHouse, type House } from '../house.ts'
import { json, redirect } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call } from '../interface.ts'
import type { Client } from '../world/types.ts'
import { formOf, isRefused, type Refused } from './form.ts'
import { loginNamed, type Named } from './named.ts'
import { htmlPage } from './page.ts'
import { passwordsOf } from './passwords.ts'
import { refuse } from './refuse.ts'
import { tokenBody } from './response.ts'
import { issueToken } from './store.ts'

// The identity provider's pages and the endpoint that receives its responses (SAML 2.0 browser SSO, HTTP-Redirect binding).
const providerPath = '/saml/sso'
const consumerPath = '/api/oauth2/v1/saml'

interface SignOn {
  readonly client: Client
  readonly requestedScope: string | undefined
  named?: Named
}

const started = perHouse(() => new Map<string, SignOn>())

const packed = (xml: string): string => encodeURIComponent(deflateRawSync(xml).toString('base64'))

/** The refusal that sends a single sign-on user to the identity provider (A-TOK-34). */
export function signOnRedirect(
  house: House,
  client: Client,
  origin: string,
  requestedScope: string | undefined,
): Refused {
  const relay = house.seams.tokens.mint()
  started(house).set(relay, { client, requestedScope })
  const request =
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${relay}" Version="2.0" ` +
    `IssueInstant="${new Date(house.clock.now()).toISOString()}" AssertionConsumerServiceURL="${origin}${consumerPath}"/>`
  const address = `${origin}${providerPath}?SAMLRequest=${packed(request)}&RelayState=${relay}`
  return {
    refused: house.rules.refusal.saml_redirect(),
    more: { saml_redirect_url: house.rules.refusal.signOnAddress(address) },
  }
}

const providerPage = (origin: string, relay: string, problem?: string): PlatformResponse =>
  htmlPage({
    title: 'Identity provider',
    action: `${origin}${providerPath}`,
    hidden: { RelayState: relay },
    asksLogin: true,
    buttons: [['login', 'Log in']],
    problem,
  })

export function showProvider(call: Call, house: House): PlatformResponse {
  const relay = call.query.get('RelayState') ?? ''
  return started(house).has(relay)
    ? providerPage(call.request.origin, relay)
    : refuse(house, house.rules.refusal.invalid_request('there is no sign-on in progress'))
}

export function logInAtProvider(call: Call, house: House): PlatformResponse {
  const form = formOf(call, house)
  if (isRefused(form)) return refuse(house, form.refused)
  const relay = form.get('RelayState') ?? ''
  const signOn = started(house).get(relay)
  if (!signOn) return refuse(house, house.rules.refusal.invalid_request('there is no sign-on in progress'))
  const named = loginNamed(house, form.get('username') ?? '')
  if (!(named?.user?.sso || named?.account.sso) || passwordsOf(house, named).former[0] !== form.get('password'))
    return providerPage(call.request.origin, relay, 'Unknown user or wrong password')
  signOn.named = named
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" InResponseTo="_${relay}" Version="2.0"/>`
  return redirect(302, `${call.request.origin}${consumerPath}?SAMLResponse=${packed(response)}&RelayState=${relay}`)
}

/** Ends as a token request would (A-TOK-36); the relay state can be used once. */
export function consumeSignOn(call: Call, house: House): PlatformResponse {
  const relay = call.query.get('RelayState') ?? ''
  const signOn = started(house).get(relay)
  if (!signOn?.named || !call.query.has('SAMLResponse'))
    return refuse(house, house.rules.refusal.invalid_request('the sign-on is not completed'))
  started(house).delete(relay)
  const token = issueToken(
    house,
    { client: signOn.client, ...signOn.named, login: 'user', grant: 'password' },
    signOn.requestedScope,
  )
  return json(house.rules.token.status(), tokenBody(house, token, call.request.origin), [['Cache-Control', 'no-store']])
}

import type { Platform } from '../../../src/platform/platform.ts'

export interface Sent {
  readonly status: number
  readonly text: string
  readonly json: Record<string, unknown>
  header(name: string): string | undefined
}

export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Client {
  readonly id: string
  readonly secret: string
  readonly version: string
}
export interface TestIdentity {
  readonly grant: string
  readonly client: Client
  readonly username?: string
  readonly password?: string
}

const origin = 'http://platform.test'

/** Sends one request to a platform in-process, as a plain HTTP client would put it on the wire. */
export async function send(
  platform: Platform,
  target: string,
  { method, headers = {}, form, body = '' }: Ask = {},
): Promise<Sent> {
  const sent = form ? new URLSearchParams(form).toString() : body
  const all = {
    Host: 'platform.test',
    ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
    ...headers,
  }
  const response = await platform.handle({
    method: method ?? (form ? 'POST' : 'GET'),
    target,
    headers: Object.entries(all),
    body: Buffer.from(sent),
    origin,
  })
  const text = response.body.toString('utf8')
  let json: Record<string, unknown> = {}
  try {
    json = JSON.parse(text) as Record<string, unknown>
  } catch {
    /* no JSON: the text tells */
  }
  return {
    status: response.status,
    text,
    json,
    header: (name) => response.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
  }
}

export function identityOf(platform: Platform, name: string): TestIdentity {
  const { identities } = platform.targetFile(origin) as { identities: Record<string, TestIdentity> }
  const identity = identities[name]
  if (!identity) throw new Error(`no identity ${name}`)
  return identity
}

export const basic = ({ id, secret }: { id: string; secret: string }): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

export const tokenPath = '/api/oauth2/v1/token'

/** The grant of an identity; `more` goes on top of its form. */
export function obtain(platform: Platform, name: string, more: Readonly<Record<string, string>> = {}): Promise<Sent> {
  const { grant, client, username, password } = identityOf(platform, name)
  const login: Record<string, string> = username === undefined || password === undefined ? {} : { username, password }
  return send(platform, tokenPath, { form: { grant_type: grant, ...login, ...more }, headers: basic(client) })
}

export const tokenOf = async (platform: Platform, name: string): Promise<string> =>
  String((await obtain(platform, name)).json['access_token'])

export const contextQuery = 'account=acme&company=Acme%20North&clientId=kit&clientVersion=1&user=admin'

export const companiesPath = '/masterCloudInterface/informationService/companies'

export const bearer = (token: string, more: Readonly<Record<string, string>> = {}): Ask => ({
  headers: { Authorization: `Bearer ${token}`, Accept: 'application/json', ...more },
})

/** Walks from authorize to the redirect as a browser would; the last answer. */
export async function walk(
  platform: Platform,
  query: string,
  login: { username: string; password: string },
  decision = 'approve',
): Promise<Sent> {
  let answer = await send(platform, `/api/oauth2/v1/authorize?${query}`)
  for (let step = 0; step < 5; step += 1) {
    const location = answer.header('Location')
    if (location?.startsWith('/')) answer = await send(platform, location)
    else if (answer.text.includes('<form')) answer = await submit(platform, answer.text, login, decision)
    else return answer
  }
  return answer
}

export function submit(
  platform: Platform,
  html: string,
  login: { username: string; password: string },
  decision: string,
): Promise<Sent> {
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
  const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name ?? '',
    unescape(value ?? ''),
  ])
  const asked = html.includes('type="password"') ? login : {}
  const pressed = html.includes('value="approve"') ? decision : 'login'
  return send(platform, action, { form: { ...Object.fromEntries(hidden), ...asked, decision: pressed } })
}

const unescape = (text: string): string =>
  text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))

import type { Fault } from '../deviation.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { tokenRules } from '../rulebook/token.ts'
import { loginNamed, type Named } from '../token/named.ts'
import { passwordsOf } from '../token/passwords.ts'
import { tokenAnswer } from '../token/response.ts'
import { findToken, issueToken, type Admission, type IssuedToken } from '../token/store.ts'
import { askedOf, headerIn, passing } from './passing.ts'

type Breaks = Fault['breaks']

export const isToken = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/oauth2\/v1\/token(?:\?|$)/.test(target)
export const isPasswordChange = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && target.includes('/change_password')

export const formIn = (request: PlatformRequest): URLSearchParams => new URLSearchParams(request.body.toString('utf8'))
export const withForm = (request: PlatformRequest, form: URLSearchParams): PlatformRequest => ({
  ...request,
  body: Buffer.from(form.toString(), 'utf8'),
  headers: request.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
})

export const withHeader = (request: PlatformRequest, name: string, value: string): PlatformRequest => ({
  ...request,
  headers: [...request.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase()), [name, value]],
})

export const clientIn = (request: PlatformRequest): string =>
  Buffer.from((headerIn(request, 'authorization') ?? '').replace(/^Basic +/i, ''), 'base64')
    .toString()
    .split(':')[0] ?? ''
export const bearerIn = (request: PlatformRequest): string =>
  (headerIn(request, 'authorization') ?? '').replace(/^Bearer +/i, '')

export const basicOf = ({ id, secret }: { readonly id: string; readonly secret: string }): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** The token of a resource call, if it was issued. */
export const issuedIn = (house: House, request: PlatformRequest): IssuedToken | undefined =>
  findToken(house, askedOf(request).query.get('access_token') ?? bearerIn(request))

export const invalidToken = (): PlatformResponse =>
  json(401, { error: 'invalid_token', error_description: 'The access token is not valid or has expired' })

/** A fault of what the token endpoint answers to a form. */
export const answeringLogins = (
  id: string,
  breaks: Breaks,
  says: string,
  change: (
    response: PlatformResponse,
    form: URLSearchParams,
    request: PlatformRequest,
    house: House,
  ) => PlatformResponse,
): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const response = await go(request)
    return isToken(request) ? change(response, formIn(request), request, house) : response
  })

/** A fault of one kind of token response. */
export const showingLogins = (
  id: string,
  breaks: Breaks,
  says: string,
  shown: (typeof tokenRules)['token']['shown'],
): Fault => ({
  id,
  breaks,
  says,
  rule: { token: { shown } },
})

/** The token response that a password grant gets if nothing but the password is looked at; undefined if that is wrong. */
export function letIn(house: House, request: PlatformRequest): PlatformResponse | undefined {
  const form = formIn(request)
  const named = loginNamed(house, form.get('username') ?? '')
  const client = house.world.clients.find(({ id }) => id === clientIn(request))
  if (!named || !client || passwordsOf(house, named).former[0] !== form.get('password')) return undefined
  const login = named.user ? 'user' : 'account'
  return tokenAnswer(house, { client, ...named, login, grant: 'password' }, request.origin, undefined)
}

/** The request with a new token of somebody else, whom no context binds. */
export function actingAs(house: House, request: PlatformRequest, { account, user }: Named): PlatformRequest {
  const client = house.world.clients.find(({ type }) => type === 'Admin')
  if (!client) throw new Error('the world has no Admin client')
  const admission: Admission = { client, account, ...(user ? { user } : {}), login: 'user', grant: 'password' }
  return withHeader(request, 'Authorization', `Bearer ${issueToken(house, admission, undefined).value}`)
}

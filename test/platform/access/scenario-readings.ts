import type { Platform } from '../../../src/platform/platform.ts'
import {
  bearer,
  companiesPath,
  contextQuery,
  identityOf,
  obtain,
  send,
  tokenOf,
  tokenPath,
  walk,
  basic,
} from './wire.ts'

type Say = (what: string, answer: ReturnType<typeof send>) => Promise<void>

const redirect = 'https://connector.example/back?a=b'
const data = (path: string, more = '') => `/api/data/v4/${path}?dtos=BusinessPartner.25&${contextQuery}${more}`
const hours = 3_600_000

/** What only the quiet deviations answer in another way: the same calls with one thing unusual about each. */
export async function playReadings(platform: Platform): Promise<string[]> {
  const said: string[] = []
  const note: Say = async (what, answer) => {
    const { status, text, header } = await answer
    said.push(
      `${what}: ${status} ${header('Content-Type')} ${header('Location') ?? ''} ${text}`
        .replace(/"id":"[0-9A-F]{32}"/g, '"id":"<id>"')
        .replace(/[0-9a-f]{36,40}|a\+b\+[0-9a-f]{36}/g, '<minted>')
        .replace(/"(lastChanged|createDateTime)":(?:\d{13}|"[^"]*Z")/g, '"$1":"<time>"')
        .replace(/SAML(Request|Response)=[^&"]*/g, 'SAML'),
    )
  }
  await places(platform, note)
  await records(platform, note)
  await requests(platform, note)
  await codes(platform, note, said)
  await contexts(platform, note)
  await passwords(platform, note)
  await later(platform, note)
  return said
}

async function places(platform: Platform, note: Say): Promise<void> {
  const token = await tokenOf(platform, 'admin')
  const account = (name: string, headers: Record<string, string> = {}) =>
    send(platform, `/ds/api/directory/v1/accounts/${name}?${contextQuery}`, bearer(token, headers))
  for (const name of ['ACME', 'acm', 'acme', 'acme', 'acme', 'nobody']) await note(`account ${name}`, account(name))
  await note('account, in Chinese', account('acme', { 'Accept-Language': 'zh-CN' }))
  const list = (name: string, user: string, headers: Record<string, string>) =>
    tokenOf(platform, name).then((value) =>
      send(platform, `${companiesPath}?${contextQuery.replace('user=admin', `user=${user}`)}`, bearer(value, headers)),
    )
  for (const Accept of ['application/json', 'application/text']) {
    await note(`one company ${Accept}`, list('user', 'field', { Accept }))
    await note(`companies ${Accept}`, list('admin', 'admin', { Accept, 'Accept-Encoding': 'gzip' }))
    await note(`no company ${Accept}`, list('companyless', 'nowhere', { Accept }))
  }
  await note('quality', list('admin', 'admin', { Accept: 'application/json;q=0.9, */*;q=0.1' }))
  await note('xml', list('admin', 'admin', { Accept: 'application/xml' }))
}

async function records(platform: Platform, note: Say): Promise<void> {
  const token = await tokenOf(platform, 'admin')
  const call = (more: string, ask = bearer(token)) =>
    send(platform, `/api/data/v4/ServiceCall?${contextQuery}&${more}`, ask)
  const id = 'A'.repeat(32)
  const partner = 'B'.repeat(32)
  const json = { ...bearer(token, { 'Content-Type': 'application/json' }), method: 'POST' }
  await note(
    'partner',
    send(platform, data('BusinessPartner'), { ...json, body: JSON.stringify({ id: partner, name: 'p' }) }),
  )
  const body = JSON.stringify({ id, subject: 'Zürich €\tand\nmore', businessPartner: partner })
  await note('call', call('dtos=ServiceCall.27', { ...json, body }))
  for (const dtos of ['ServiceCall.27;BusinessPartner.17', 'BusinessPartner.17;ServiceCall.27'])
    await note(`expanded ${dtos}`, call(`dtos=${encodeURIComponent(dtos)}&expand=businessPartner`))
  await note('method', send(platform, data(`BusinessPartner/${partner}`), { ...json, body: '{}' }))
  await note(
    'patched',
    send(platform, data('BusinessPartner/externalId/x-1'), {
      ...json,
      method: 'PATCH',
      body: JSON.stringify({ name: 'q-q' }),
    }),
  )
  const twice = bearer(token, { 'Content-Type': 'application/json', 'X-Request-ID': 'twice' })
  for (const name of ['one', 'two'])
    await note(
      `same request id ${name}`,
      send(platform, data('BusinessPartner'), {
        ...twice,
        method: 'POST',
        body: JSON.stringify({ id: name === 'one' ? 'C'.repeat(32) : 'D'.repeat(32), name }),
      }),
    )
  await note(
    'older attachment',
    send(platform, `/dataCloudInterface/attachmentService?${contextQuery}&guid=1&operation=download`, bearer(token)),
  )
  const own = await tokenOf(platform, 'service')
  const asClient = { headers: { Authorization: `Bearer ${own}`, 'Content-Type': 'application/json' } }
  const mine = 'E'.repeat(32)
  await note(
    'by client',
    send(platform, data('BusinessPartner'), {
      ...asClient,
      method: 'POST',
      body: JSON.stringify({ id: mine, name: 'c' }),
    }),
  )
  await note('by client, read', send(platform, data(`BusinessPartner/${mine}`), asClient))
  const account = await tokenOf(platform, 'account')
  for (const company of ['Acme%20North', 'acme%20south%20%26%20sons', 'Acme%20South%20%26%20Sons'])
    await note(
      `account in ${company}`,
      send(platform, data('BusinessPartner').replace('company=Acme%20North', `company=${company}`), bearer(account)),
    )
  for (const path of ['BusinessPartner', `BusinessPartner/${partner}`])
    await note(`invalid ${path}`, send(platform, data(path), bearer('garbage')))
  const plain = await tokenOf(platform, 'calls-only')
  for (const path of ['BusinessPartner', `BusinessPartner/${partner}`])
    await note(`not permitted ${path}`, send(platform, data(path).replace('user=admin', 'user=calls'), bearer(plain)))
  await note(
    'encoded hyphen',
    send(
      platform,
      data('BusinessPartner', `&query=${encodeURIComponent('name = "q-q"').replace('-', '%2D')}`),
      bearer(token),
    ),
  )
  await note('no token', send(platform, data('BusinessPartner')))
  await note(
    'invalid, query',
    send(platform, `/api/query/v1?${contextQuery}`, { ...bearer('garbage'), method: 'POST', body: '{}' }),
  )
  await note(
    'invalid, older attachment',
    send(platform, `/dataCloudInterface/attachmentService?${contextQuery}`, bearer('garbage')),
  )
}

async function requests(platform: Platform, note: Say): Promise<void> {
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const right = { grant_type: 'password', username, password }
  const ask = (what: string, form: Record<string, string>, headers: Record<string, string> = basic(client)) =>
    note(what, send(platform, tokenPath, { form, headers }))
  await ask('fields in another order', { username, password, grant_type: 'password' })
  await ask('unknown scope', { ...right, scope: 'junk' })
  await ask('no secret', right, basic({ id: client.id, secret: '' }))
  await ask('no base64', right, { Authorization: 'Basic !!!' })
  await ask('unknown client', right, basic({ id: 'stranger', secret: 'x' }))
  await ask('unknown user', { ...right, username: 'acme/nobody' })
  await ask('name in other case', { ...right, username: username.toUpperCase() })
  await ask('password and a blank', { ...right, password: `${password} ` })
  await ask('refresh', { grant_type: 'refresh_token' })
  const sso = identityOf(platform, 'sso')
  await ask(
    'browser',
    { grant_type: 'password', username: sso.username ?? '', password: sso.password ?? '' },
    { ...basic(sso.client), Accept: 'text/html' },
  )
  for (const name of ['expired', 'disallowed'])
    await note(`${name}, wrong password`, obtain(platform, name, { password: 'wrong' }))
  const wide = String((await obtain(platform, 'admin', { scope: 'general' })).json['access_token'])
  await note('wide elsewhere', send(platform, `/clusters/us${companiesPath}?${contextQuery}`, bearer(wide)))
}

async function codes(platform: Platform, note: Say, said: string[]): Promise<void> {
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const login = { username, password }
  const query = `client_id=${client.id}&redirect_uri=${encodeURIComponent(redirect)}`
  const redeem = (code: string, form: Record<string, string> = { redirect_uri: redirect }, by = client) =>
    send(platform, tokenPath, { form: { grant_type: 'authorization_code', code, ...form }, headers: basic(by) })
  const walked = async (as = login) =>
    /[?&]code=([^&#]+)/.exec((await walk(platform, `response_type=code&${query}`, as)).header('Location') ?? '')?.[1] ??
    'none'
  await note('page', walk(platform, `response_type=code&${query}`, login))
  for (const type of ['response_type=codex&', '', 'response_type=token&'])
    await note(`authorize ${type}`, walk(platform, `${type}${query}`, login))
  const code = await walked()
  await note('code, other case', redeem(code.toUpperCase()))
  await note('code, other end', redeem(`${(await walked()).slice(0, -4)}zzzz`))
  await walked()
  await note('code, empty', redeem(''))
  await note('code, no redirect_uri', redeem(await walked(), {}))
  await note('code, wrong secret', redeem(await walked(), undefined, { ...client, secret: 'wrong' }))
  const first = await walked()
  const second = identityOf(platform, 'superuser')
  await walked({ username: second.username ?? '', password: second.password ?? '' })
  await note('code of the first', redeem(first))
  const again = await walked()
  await note('used', redeem(again))
  await note('used again', redeem(again))
  const value = String((await redeem(await walked())).json['access_token'])
  await note(
    'written by code',
    send(platform, data('BusinessPartner'), {
      ...bearer(value, { 'Content-Type': 'application/json' }),
      method: 'POST',
      body: JSON.stringify({ id: 'F'.repeat(32), name: 'by code' }),
    }),
  )
  const barred = identityOf(platform, 'disallowed')
  await note(
    'barred',
    walk(platform, `response_type=code&client_id=${barred.client.id}&redirect_uri=${encodeURIComponent(redirect)}`, {
      username: barred.username ?? '',
      password: barred.password ?? '',
    }),
  )
  const tokens = [await tokenOf(platform, 'admin'), await tokenOf(platform, 'admin'), await tokenOf(platform, 'admin')]
  said.push(`new each time: ${new Set(tokens).size}`)
  said.push(`length of a token: ${tokens[0]?.length} ${tokens[0]?.slice(0, 3) === tokens[1]?.slice(0, 3)}`)
  const services = [await tokenOf(platform, 'service'), await tokenOf(platform, 'service')]
  said.push(`new each time, client: ${new Set(services).size}`)
}

async function contexts(platform: Platform, note: Say): Promise<void> {
  const token = await tokenOf(platform, 'admin')
  const list = (what: string, query: string, headers: Record<string, string>) =>
    note(what, send(platform, `${companiesPath}?${query}`, { headers: { Accept: 'application/json', ...headers } }))
  const right = { Authorization: `Bearer ${token}` }
  await list('bearer alone', contextQuery, { Authorization: 'Bearer' })
  await list('two blanks', contextQuery, { Authorization: `bearer  ${token}` })
  await list('other end', contextQuery, { Authorization: `Bearer ${token.slice(0, -4)}zzzz` })
  await list('empty client id', contextQuery.replace('clientId=kit', 'clientId='), right)
  await list('mixed forms', contextQuery.replace('&clientId=kit', ''), { ...right, 'X-Client-ID': 'kit' })
  await list('encoded names', contextQuery.replace('account=', '%61ccount='), right)
  await list('encoded tilde', `${contextQuery}&requestId=%7E`, right)
  await list('encoded hyphen', contextQuery.replace('user=admin', 'user=a%2Ddmin'), right)
  await list('plain hyphen', contextQuery.replace('account=acme', 'account=a%2Dcme'), right)
  await list('token last', `${contextQuery}&access_token=${encodeURIComponent(token)}`, {})
}

async function passwords(platform: Platform, note: Say): Promise<void> {
  const { client, username = '', password = '' } = identityOf(platform, 'password')
  const change = (what: string, wanted: string, old: string, headers: Record<string, string> = {}, by = client) =>
    note(
      what,
      send(platform, '/api/oauth2/v1/change_password', {
        form: { username, old_password: old, new_password: wanted },
        headers: { ...basic(by), ...headers },
      }),
    )
  const logIn = (what: string, wanted: string) => note(what, obtain(platform, 'password', { password: wanted }))
  await change('several broken', 'a', password)
  await change('in German', '', password, { 'Accept-Language': 'de' })
  await change('with a parameter', 'Ab-cd12', password, { Accept: 'application/json;v=1' })
  await change('bytes', 'Aü-üü12ü', password)
  await change('non-ASCII', 'Fresh-päss 12', password)
  await logIn('after non-ASCII', 'Fresh-päss 12')
  platform.clock.advance(hours)
  const one = 'Fresh-pass+1234567890123456789012345678901234567890123456789012345678901234567890'
  const held =
    (await obtain(platform, 'password', { password: 'Fresh-päss 12' })).status === 200 ? 'Fresh-päss 12' : password
  await change('long', one, held)
  await logIn('after long', one)
  await logIn('after long, other end', `${one.slice(0, -1)}X`)
  await change('too fresh', 'Other-pass 34', one)
  await logIn('after too fresh', 'Other-pass 34')
  platform.clock.advance(hours)
  await change('former', password, one)
  await logIn('after former', password)
  const page = `response_type=code&client_id=${client.id}&redirect_uri=${encodeURIComponent(redirect)}`
  await note('page, former password', walk(platform, page, { username, password }))
  await change('begins alike', 'Fresh-pass+99', one)
  await change('wrong secret', 'Third-pass 56', one, {}, { ...client, secret: 'wrong' })
}

async function later(platform: Platform, note: Say): Promise<void> {
  const token = await tokenOf(platform, 'admin')
  const use = (what: string, headers: Record<string, string> = {}, value = token) =>
    note(what, send(platform, `${companiesPath}?${contextQuery}`, bearer(value, headers)))
  for (let more = 0; more < 12; more += 1) await tokenOf(platform, 'admin')
  await use('after twelve more')
  platform.clock.advance(hours)
  await use('an hour later')
  platform.clock.advance(10 * hours)
  await use('eleven hours later')
  platform.clock.advance(hours + 500)
  await use('twelve hours later')
  await use('with a comma', { Authorization: `Bearer ${token},` })
}

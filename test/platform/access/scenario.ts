import type { Platform } from '../../../src/platform/platform.ts'
import {
  basic,
  bearer,
  companiesPath,
  contextQuery,
  identityOf,
  obtain,
  send,
  tokenOf,
  tokenPath,
  walk,
  submit,
  type Sent,
} from './wire.ts'

const minted = /[0-9a-f]{40}/g
/** The world's records are as old as the platform. */
const born = /"(lastChanged|createDateTime)":(?:\d{13}|"[^"]*Z")/g

const line = (what: string, { status, text, header }: Sent): string =>
  `${what}: ${status} ${header('Content-Type')} ${header('Location') ?? ''} ${text}`
    .replace(minted, '<minted>')
    .replace(born, '"$1":"<time>"')
    .replace(/SAML(Request|Response)=[^&"]*/g, 'SAML')

/** Everything that the access side can be asked, as a transcript: a deviation that changes no line deviates from nothing. */
export async function play(platform: Platform): Promise<string[]> {
  const said: string[] = []
  const note = async (what: string, answer: Promise<Sent>) => {
    const got = await answer
    said.push(line(what, got))
    return got
  }
  await tokens(platform, note, said)
  await signOn(platform, note)
  await validation(platform, note)
  await places(platform, note)
  await passwords(platform, note)
  await time(platform, note)
  return said
}

type Note = (what: string, answer: Promise<Sent>) => Promise<Sent>

async function tokens(platform: Platform, note: Note, said: string[]): Promise<void> {
  for (const name of [
    'admin',
    'user',
    'account',
    'service',
    'general',
    'disallowed',
    'sso',
    'expired',
    'unprivileged',
    'companyless',
  ])
    await note(name, obtain(platform, name))
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const ask = (what: string, form: Record<string, string>, headers: Record<string, string> = basic(client)) =>
    note(what, send(platform, tokenPath, { form, headers }))
  const right = { grant_type: 'password', username, password }
  await ask('wrong secret', right, basic({ id: client.id, secret: 'wrong' }))
  await ask('secret in other case', right, basic({ id: client.id, secret: client.secret.toUpperCase() }))
  await ask('wrong password', { ...right, password: 'wrong' })
  await ask('password in other case', { ...right, password: password.toUpperCase() })
  await ask('no client', right, {})
  await ask('no grant', { username, password })
  await ask('unknown grant', { ...right, grant_type: 'guess' })
  await ask('refresh grant', { grant_type: 'refresh_token', refresh_token: 'x' })
  await ask('no password', { grant_type: 'password', username })
  await ask('scope asked for', { ...right, scope: 'general' })
  await ask(
    'scope asked for by a general client',
    { ...right, scope: 'local' },
    basic(identityOf(platform, 'general').client),
  )
  const [one, two, three] = [
    await tokenOf(platform, 'admin'),
    await tokenOf(platform, 'admin'),
    await tokenOf(platform, 'admin'),
  ]
  said.push(`tokens differ: ${one !== two && two !== three}`)
  for (const token of [one, two, three])
    await note('one of three', send(platform, `${companiesPath}?${contextQuery}`, bearer(token)))
}

async function signOn(platform: Platform, note: Note): Promise<void> {
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const redirect = 'https://connector.example/back?a=b%20c'
  const query = `response_type=code&client_id=${client.id}&state=s1&redirect_uri=${encodeURIComponent(redirect)}`
  await note('authorize', send(platform, `/api/oauth2/v1/authorize?${query}`))
  await note('authorize, other type', send(platform, `/api/oauth2/v1/authorize?${query.replace('=code', '=token')}`))
  await note('page, wrong password', walk(platform, query, { username, password: 'wrong' }))
  await note('page, denied', walk(platform, query, { username, password }, 'deny'))
  const back = await note('page, approved', walk(platform, query, { username, password }))
  const code = /[?&]code=([^&#]+)/.exec(back.header('Location') ?? '')?.[1] ?? 'none'
  const redeem = (value: string, uri = redirect) =>
    send(platform, tokenPath, {
      form: { grant_type: 'authorization_code', code: value, redirect_uri: uri },
      headers: basic(client),
    })
  await note('code', redeem(code))
  await note('code again', redeem(code))
  await note('invented code', redeem('invented'))
  const sso = identityOf(platform, 'sso')
  const address = String((await obtain(platform, 'sso')).json['saml_redirect_url'])
  const page = await note('provider', send(platform, address.replace('http://platform.test', '')))
  const home = await note(
    'provider, logged in',
    submit(platform, page.text, { username: sso.username ?? '', password: sso.password ?? '' }, 'login'),
  )
  await note('signed on', send(platform, (home.header('Location') ?? '/').replace('http://platform.test', '')))
}

async function validation(platform: Platform, note: Note): Promise<void> {
  const token = await tokenOf(platform, 'admin')
  const general = await tokenOf(platform, 'general')
  const list = (what: string, query: string, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) =>
    note(what, send(platform, `${companiesPath}?${query}`, { headers: { Accept: 'application/json', ...headers } }))
  await list('token in the query', `${contextQuery}&access_token=${token}`, {})
  await list('token in both', `${contextQuery}&access_token=${general}`)
  await list('no token', contextQuery, {})
  await list('garbage', contextQuery, { Authorization: 'Bearer garbage' })
  await list('no bearer', contextQuery, { Authorization: 'Basic Z2FyYmFnZQ==' })
  for (const item of ['account', 'user', 'clientId', 'clientVersion'])
    await list(`no ${item}`, contextQuery.replace(new RegExp(`&?${item}=[^&]*`), ''))
  const nameless = 'account=acme&user=admin'
  await list('client in headers', nameless, {
    Authorization: `Bearer ${token}`,
    'X-Client-ID': 'kit',
    'X-Client-Version': '1',
  })
  await list('client in both', contextQuery.replace('clientId=kit', 'clientId='), {
    Authorization: `Bearer ${token}`,
    'X-Client-ID': 'kit',
    'X-Client-Version': '1',
  })
  await list('no name of the client program', contextQuery, { Authorization: `Bearer ${token}`, 'User-Agent': '' })
  await list('request id in the query', `${contextQuery}&requestId=r-1`)
  await list('request id in a header', contextQuery, { Authorization: `Bearer ${token}`, 'X-Request-ID': 'r-1' })
  await list('unreserved encoded', contextQuery.replace('acme', '%61cme'))
  await list('plus in a user name', contextQuery.replace('user=admin', 'user=acme+admin'))
  await note(
    'plus in a company',
    send(
      platform,
      `/api/data/v4/BusinessPartner?dtos=BusinessPartner.25&${contextQuery.replace('%20', '+')}`,
      bearer(token),
    ),
  )
  await note('general elsewhere', send(platform, `/clusters/us${companiesPath}`, bearer(general)))
  await note('local elsewhere', send(platform, `/clusters/us${companiesPath}?${contextQuery}`, bearer(token)))
  const { dtos } = platform.targetFile('http://platform.test') as {
    dtos: Record<string, { version: number; older?: { version: number } }>
  }
  const partner = dtos['BusinessPartner']
  for (const version of [partner?.version, partner?.older?.version])
    await note(
      'records',
      send(platform, `/api/data/v4/BusinessPartner?dtos=BusinessPartner.${version}&${contextQuery}`, bearer(token)),
    )
  await note(
    'records, token in the query',
    send(
      platform,
      `/api/data/v4/BusinessPartner?dtos=BusinessPartner.${partner?.version}&${contextQuery}&access_token=${token}`,
    ),
  )
  await note(
    'records, no company',
    send(
      platform,
      `/api/data/v4/BusinessPartner?dtos=BusinessPartner.${partner?.version}&account=acme&user=admin&clientId=kit&clientVersion=1`,
      bearer(token),
    ),
  )
}

async function places(platform: Platform, note: Note): Promise<void> {
  const token = await tokenOf(platform, 'admin')
  for (const name of ['acme', 'acme', 'globex', 'hollow', 'a-stranger', 'Müller & Söhne/Ost 50%']) {
    await note(
      `directory ${name}`,
      send(platform, `/ds/api/directory/v1/accounts/${encodeURIComponent(name)}?${contextQuery}`, bearer(token)),
    )
  }
  await note('directory, short path', send(platform, `/api/directory/v1/accounts/acme?${contextQuery}`, bearer(token)))
  for (const accept of ['application/json', 'application/text', 'image/png'])
    await note(accept, send(platform, `${companiesPath}?${contextQuery}`, bearer(token, { Accept: accept })))
  await note(
    'no accept',
    send(platform, `${companiesPath}?${contextQuery}`, { headers: { Authorization: `Bearer ${token}` } }),
  )
  const nowhere = await tokenOf(platform, 'companyless')
  for (const accept of ['application/json', 'application/text'])
    await note(
      `empty ${accept}`,
      send(
        platform,
        `${companiesPath}?${contextQuery.replace('user=admin', 'user=nowhere')}`,
        bearer(nowhere, { Accept: accept }),
      ),
    )
}

async function passwords(platform: Platform, note: Note): Promise<void> {
  const { client, username = '', password = '' } = identityOf(platform, 'password')
  const change = (what: string, wanted: string, old = password, headers = basic(client), name = username) =>
    note(
      what,
      send(platform, '/api/oauth2/v1/change_password', {
        form: { username: name, old_password: old, new_password: wanted },
        headers,
      }),
    )
  await change('wrong client', 'Fresh-pass 12', password, basic({ id: client.id, secret: 'wrong' }))
  await change('wrong old', 'Fresh-pass 12', 'wrong')
  const broken = {
    empty: '',
    'own name': 'changer',
    short: 'Ab-cd12',
    digits: 'Abcdefgh-i1',
    letters: 'Abc-1234567',
    lower: 'ABCDEFGH-12',
    special: 'Abcdefgh12',
    upper: 'abcdefgh-12',
    used: password,
    several: 'a',
  }
  for (const [what, wanted] of Object.entries(broken)) await change(what, wanted)
  for (const opens of ['Abcdefgh12', password])
    await note('after a refusal', obtain(platform, 'password', { password: opens }))
  const before = await tokenOf(platform, 'password')
  await change('changed', 'Fresh-pass 12')
  const own = contextQuery.replace('user=admin', 'user=changer')
  await note('a token from before', send(platform, `${companiesPath}?${own}`, bearer(before)))
  for (const opens of [password, 'Fresh-pass 12'])
    await note('after a change', obtain(platform, 'password', { password: opens }))
  await change('too fresh', 'Other-pass 34', 'Fresh-pass 12')
  const account = identityOf(platform, 'account')
  await change('account alone', 'Acc0unt-fresh 1', account.password, basic(account.client), account.username)
}

async function time(platform: Platform, note: Note): Promise<void> {
  const minutes = 60_000
  const spent = await tokenOf(platform, 'admin')
  for (let call = 0; call < 32; call += 1)
    await note('one of many calls', send(platform, `${companiesPath}?${contextQuery}`, bearer(spent)))
  const early = await tokenOf(platform, 'admin')
  for (const wait of [0.1, 1, 10, 0])
    for (let more = 0; more < 11; more += 1) {
      platform.clock.advance((wait * minutes) / 11)
      await note('soon', send(platform, `${companiesPath}?${contextQuery}`, bearer(early)))
      if (wait === 0) await tokenOf(platform, 'admin')
    }
  const [token, general] = [await tokenOf(platform, 'admin'), await tokenOf(platform, 'general')]
  for (const wait of [61, 11 * 60 - 61 + 1, 58, 2, 61]) {
    platform.clock.advance(wait * minutes)
    await note(`${wait} minutes later`, send(platform, `${companiesPath}?${contextQuery}`, bearer(token)))
    for (const place of ['', '/clusters/us'])
      await note(`general at ${place}`, send(platform, `${place}${companiesPath}`, bearer(general)))
  }
}

import { beforeAll, expect, test } from 'vitest'
import { credentialFaults } from '../../../src/platform/faults/credentials.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { basic, identityOf, send, tokenPath, walk } from './wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const redirect_uri = 'https://connector.example/back'

/** Wrong credentials at every place that takes some. */
async function play(platform: Platform): Promise<string[]> {
  const said: string[] = []
  const { client, username = '', password = '' } = identityOf(platform, 'password')
  const other = identityOf(platform, 'general')
  const near = (right: string, another: string) => [right.slice(0, -1), `${right}x`, '', another, right]
  const query = `response_type=code&client_id=${client.id}&redirect_uri=${encodeURIComponent(redirect_uri)}`
  const codeWith = async (secret: string) =>
    /[?&]code=([^&#]+)/.exec(
      (await walk(platform, query, { username, password: secret })).header('Location') ?? '',
    )?.[1] ?? ''
  const ask = async (what: string, path: string, form: Record<string, string>, id: string, secret: string) =>
    said.push(`${what}: ${(await send(platform, path, { form, headers: basic({ id, secret }) })).status}`)
  const clients = [
    ...near(client.secret, other.client.secret).map((secret) => [client.id, secret] as const),
    [client.id.slice(0, -1), client.secret] as const,
  ]
  const changed = { username, old_password: password, new_password: 'Fresh-pass 12' }
  for (const [at, [id, secret]] of clients.entries()) {
    const code = await codeWith(password)
    await ask(`client ${at}`, tokenPath, { grant_type: 'client_credentials' }, id, secret)
    await ask(`password ${at}`, tokenPath, { grant_type: 'password', username, password }, id, secret)
    await ask(`code ${at}`, tokenPath, { grant_type: 'authorization_code', code, redirect_uri }, id, secret)
    await ask(`short ${at}`, '/api/oauth2/v1/change_password', { ...changed, new_password: 'x' }, id, secret)
  }
  const ofAccount = identityOf(platform, 'account').password ?? ''
  for (const [at, secret] of [ofAccount, ...near(password, other.password ?? '')].entries()) {
    const form = { grant_type: 'password', username, password: secret }
    await ask(`wrong password ${at}`, tokenPath, form, client.id, client.secret)
    const code = await codeWith(secret)
    said.push(`login ${at}: ${code === '' ? 'no code' : 'a code'}`)
    for (const [way, sent] of [code.slice(0, -1), `${code}0`].entries())
      await ask(
        `code ${way}`,
        tokenPath,
        { grant_type: 'authorization_code', code: sent, redirect_uri },
        client.id,
        client.secret,
      )
    if (secret !== password)
      await ask(
        `change ${at}`,
        '/api/oauth2/v1/change_password',
        { ...changed, old_password: secret },
        client.id,
        client.secret,
      )
  }
  return said
}

let plain: readonly string[]
beforeAll(async () => {
  plain = await play(createPlatform({ now }))
})

test('the plain platform plays the same scenario twice', async () => {
  expect(await play(createPlatform({ now }))).toEqual(plain)
})

test.each(credentialFaults.map(({ id }) => id))('fault %s changes an answer', async (id) => {
  expect(await play(createPlatform({ now, faults: [id] }))).not.toEqual(plain)
})

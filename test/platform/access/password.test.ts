import { expect, test } from 'vitest'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { basic, identityOf, obtain, send } from './wire.ts'

function change(platform: Platform, wanted: string, more: Record<string, string> = {}) {
  const { client, username = '', password = '' } = identityOf(platform, 'password')
  return send(platform, '/api/oauth2/v1/change_password', {
    form: { username, old_password: password, new_password: wanted, ...more },
    headers: basic(client),
  })
}

test.each([
  ['MC-14', "Passwords don't match", [], 'Fresh-pass 12', { old_password: 'wrong' }],
  ['MC-13', 'Password is not valid', [], '', {}],
  ['MC-13', 'Password is not valid', [], 'Changer', {}],
  ['MC-11', 'Password must contain at least [{0}] upper case letter(s)', [1], 'abcdefgh-12', {}],
  ['MC-10', 'Password must contain at least [{0}] special character(s)', [1], 'Abcdefgh12', {}],
  ['MC-09', 'Password must contain at least [{0}] lower case letter(s)', [2], 'ABCDEFGH-12', {}],
  ['MC-08', 'Password must contain at least [{0}] letter(s)', [4], 'Abc-1234567', {}],
  ['MC-07', 'Password must contain at least [{0}] digit(s)', [2], 'Abcdefgh-i1', {}],
  ['MC-06', 'Password must be at least [{0}] character(s) long', [10], 'Abcde-12', {}],
  ['MC-05', 'Password was already used before', [], 'Ch4nge-me-01 now', {}],
])('%s: %s', async (error, message, values, wanted, more) => {
  const platform = createPlatform()
  const answer = await change(platform, wanted, more)
  expect([answer.status, answer.json]).toEqual([400, { error, message, values }])
  expect((await obtain(platform, 'password')).status).toBe(200)
})

test('a change takes effect, is too fresh to be repeated (MC-12), and former passwords are remembered', async () => {
  const platform = createPlatform()
  const former = identityOf(platform, 'password').password ?? ''
  const done = await change(platform, 'Fresh-pass 12')
  expect([done.status, done.json]).toEqual([200, { expires_in: 7_776_000 }])
  expect((await obtain(platform, 'password')).json['error']).toBe('invalid_grant')
  expect((await obtain(platform, 'password', { password: 'Fresh-pass 12' })).status).toBe(200)
  expect((await change(platform, 'Other-pass 34', { old_password: 'Fresh-pass 12' })).json).toEqual({
    error: 'MC-12',
    message: 'Password is to fresh to change',
    values: [],
  })
  platform.clock.advance(1000)
  expect((await change(platform, former, { old_password: 'Fresh-pass 12' })).json['error']).toBe('MC-05')
  let current = 'Fresh-pass 12'
  for (const next of ['Other-pass 34', 'Third-pass 56', former]) {
    platform.clock.advance(1000)
    expect((await change(platform, next, { old_password: current })).status).toBe(200)
    current = next
  }
  expect((await obtain(platform, 'password')).status).toBe(200)
})

test('an expired password can be changed, and then lets in', async () => {
  const platform = createPlatform()
  const { username = '', password = '' } = identityOf(platform, 'expired')
  expect((await change(platform, 'Fresh-pass 12', { username, old_password: password })).status).toBe(200)
  expect((await obtain(platform, 'expired', { password: 'Fresh-pass 12' })).status).toBe(200)
})

test("the password of an account as such is another one than its users'", async () => {
  const platform = createPlatform()
  const { username = '', password = '' } = identityOf(platform, 'account')
  expect((await change(platform, 'Acc0unt-fresh 1', { username, old_password: password })).status).toBe(200)
  expect((await obtain(platform, 'account', { password: 'Acc0unt-fresh 1' })).status).toBe(200)
  expect((await obtain(platform, 'admin')).status).toBe(200)
})

test('client, fields and user are asked for first', async () => {
  const platform = createPlatform()
  const { username = '', password = '' } = identityOf(platform, 'password')
  const form = { username, old_password: password, new_password: 'Fresh-pass 12' }
  const path = '/api/oauth2/v1/change_password'
  expect((await send(platform, path, { form })).json['error']).toBe('invalid_client')
  expect(
    (
      await send(platform, path, {
        form: { username, old_password: password },
        headers: basic(identityOf(platform, 'password').client),
      })
    ).json['error'],
  ).toBe('invalid_request')
  expect((await change(platform, 'Fresh-pass 12', { username: 'acme/nobody' })).json['error']).toBe('invalid_grant')
  expect((await obtain(platform, 'password')).status).toBe(200)
})

test('the policy can be set', async () => {
  const platform = createPlatform({
    passwordPolicy: { minLength: 3, minUpper: 0, minLower: 0, minLetters: 0, minDigits: 0, minSpecial: 0 },
  })
  expect((await change(platform, 'ab')).json).toMatchObject({ error: 'MC-06', values: [3] })
  expect((await change(platform, 'abc')).status).toBe(200)
  expect(platform.targetFile('http://x')['passwordPolicy']).toMatchObject({ minLength: 3, history: 3 })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judged } from './judged.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const secret = '8f3c2d1e-77aa-4b0c-9d5e-1f2a3b4c5d6e'
const list = 'https://cluster.example/api/data/v4/ServiceCall?dtos=ServiceCall.27&account=a&company=b'

interface Written {
  readonly url?: string
  readonly sent?: string
  readonly asked?: Readonly<Record<string, string>>
  readonly told?: Readonly<Record<string, string>>
  readonly got: string
  readonly status?: number
}

const fields = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([name, value]) => ({ name, value }))

/** An entry as a program writes it that hides nothing. */
const entry = ({ url = list, sent, asked = {}, told = {}, got, status = 200 }: Written) => ({
  startedDateTime: '2026-03-01T10:00:00.000Z',
  time: 12,
  request: {
    method: sent === undefined ? 'GET' : 'POST',
    url,
    headers: fields(asked),
    bodySize: sent?.length ?? 0,
    ...(sent === undefined ? {} : { postData: { mimeType: asked['Content-Type'], text: sent } }),
  },
  response: {
    status,
    headers: fields({ 'Content-Type': 'application/json', ...told }),
    content: { size: got.length, mimeType: 'application/json', text: got },
  },
})

const echo = JSON.stringify({ data: `Invalid access token: ${secret}` })
const bearer = { Authorization: `Bearer ${secret}` }

test.each<[string, readonly Written[]]>([
  ['the token of a call in its refusal', [{ asked: bearer, got: echo, status: 500 }]],
  ['the token of a call in the answer that is judged', [{ asked: bearer, got: echo }]],
  [
    'the token of an earlier call',
    [
      { asked: bearer, got: '{"data":[]}' },
      { asked: { Authorization: 'Bearer other-one' }, got: echo },
    ],
  ],
  [
    'the password of Basic',
    [{ asked: { Authorization: `Basic ${Buffer.from(`me:${secret}`).toString('base64')}` }, got: echo }],
  ],
  [
    'a cookie that is set',
    [{ asked: { Authorization: 'Bearer other-one' }, told: { 'Set-Cookie': `session=${secret}; Path=/` }, got: echo }],
  ],
  [
    'a key in the address',
    [{ url: `${list}&apikey=${secret}`, asked: { Authorization: 'Bearer other-one' }, got: echo }],
  ],
  [
    'an address in a header',
    [
      {
        asked: { Authorization: 'Bearer other-one', Referer: `https://ui.example/?access_token=${secret}` },
        got: echo,
      },
    ],
  ],
  [
    'a password that was sent for a token',
    [
      {
        url: 'https://auth.example/api/oauth2/v1/token',
        asked: { 'Content-Type': 'application/x-www-form-urlencoded' },
        sent: `grant_type=password&username=a/me&password=${secret}`,
        got: '{"error":"invalid_grant"}',
        status: 400,
      },
      { asked: { Authorization: 'Bearer other-one' }, got: echo },
    ],
  ],
  [
    'a token that was granted',
    [
      {
        url: 'https://auth.example/api/oauth2/v1/token',
        asked: { 'Content-Type': 'application/x-www-form-urlencoded' },
        sent: 'grant_type=client_credentials',
        got: JSON.stringify({ access_token: secret }),
      },
      { asked: { Authorization: 'Bearer other-one' }, got: echo },
    ],
  ],
  [
    'what stands in the same body under its name',
    [
      {
        asked: { Authorization: 'Bearer other-one' },
        got: JSON.stringify({ data: `have ${secret}`, webhookSecret: secret }),
      },
    ],
  ],
])('a recording of another program: %s is in no report', async (_, written) => {
  const file = join(folder, 'traffic.har')
  writeFileSync(file, JSON.stringify({ log: { entries: written.map(entry) } }))
  const { records, report } = await judged(file, folder)
  // The exchange is shown, so that there was something to hide.
  expect(records.filter((one) => 'exchange' in one).length).toBeGreaterThan(0)
  expect(/(?:Invalid access token:|have) redacted-/.test(report)).toBe(true)
  expect(report.includes(secret)).toBe(false)
})

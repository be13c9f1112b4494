import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fieldproof, start } from '../support/cli.ts'

let folder: string
let served: ReturnType<typeof start>
let target: {
  addresses: { base: string }
  account: string
  identities: { admin: { client: { id: string; secret: string }; username: string; password: string } }
  tls: { ca: string }
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'serve-tls-'))
  served = start([
    'serve',
    '--tls',
    '--port',
    '0',
    '--ca-dir',
    join(folder, 'ca'),
    '--write-target',
    join(folder, 't.yaml'),
  ])
  await served.said('listens at https://127.0.0.1:')
  target = parse(readFileSync(join(folder, 't.yaml'), 'utf8')) as typeof target
})
afterAll(async () => {
  served.child.kill('SIGINT')
  await served.ended
  rmSync(folder, { recursive: true })
})

const call = (
  host: string,
  path: string,
  ca: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host,
        port: new URL(target.addresses.base).port,
        path,
        ca,
        method: body ? 'POST' : 'GET',
        headers: {
          host: `localhost:${new URL(target.addresses.base).port}`,
          ...headers,
          ...(body ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
        },
      },
      (response) => {
        let text = JSON.stringify(response.headers)
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => resolve(text))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

test('a target file that has no plain address, and the authority', () => {
  expect(readFileSync(join(folder, 't.yaml'), 'utf8')).not.toContain('http://')
  expect(target.tls.ca).toBe(readFileSync(join(folder, 'ca', 'ca.pem'), 'utf8'))
})

test.each(['localhost', '127.0.0.1'])('as %s it is verified by that authority, and by no other', async (host) => {
  await expect(call(host, '/', target.tls.ca)).resolves.toBeDefined()
  await expect(
    new Promise((resolve, reject) =>
      request({ host, port: new URL(target.addresses.base).port, path: '/' }, resolve)
        .on('error', reject)
        .end(),
    ),
  ).rejects.toThrow(/certificate|issuer/i)
})

test('every address that a token is answered with is https, under the name that was asked', async () => {
  const { client, username, password } = target.identities.admin
  const answer = await call(
    'localhost',
    '/api/oauth2/v1/token',
    target.tls.ca,
    new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
  )
  expect(answer).toContain(`https://localhost:${new URL(target.addresses.base).port}`)
  expect(answer).not.toContain('http://')
})

test('a run against its target file conforms, and no exchange was plain', async () => {
  const { code, stdout } = await fieldproof([
    'run',
    '--target',
    join(folder, 't.yaml'),
    '--interface',
    'query',
    '--out',
    join(folder, 'out'),
  ])
  expect(code, stdout).toBe(0)
  const { counts } = JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8')) as {
    counts: { pass: number }
  }
  expect(counts.pass).toBeGreaterThan(0)
  expect(readFileSync(join(folder, 'out', 'report.jsonl'), 'utf8')).not.toContain('http://')
})

test('its clock is moved over the same way', async () => {
  const { code, stdout } = await fieldproof([
    'run',
    '--target',
    join(folder, 't.yaml'),
    '--only',
    'token/twelve-hours/*',
    '--out',
    join(folder, 'clock'),
  ])
  expect(code, stdout).toBe(0)
})

test('without the authority nothing is judged', async () => {
  const text = readFileSync(join(folder, 't.yaml'), 'utf8')
  writeFileSync(join(folder, 'none.yaml'), text.slice(0, text.indexOf('\ntls:') + 1))
  const { code, stderr } = await fieldproof([
    'run',
    '--target',
    join(folder, 'none.yaml'),
    '--interface',
    'query',
    '--out',
    join(folder, 'none'),
  ])
  expect(code).toBe(3)
  expect(stderr).toMatch(
    /^fieldproof: cannot connect to addresses\.\w+ \(https:.*\): its certificate is not trusted \(\w+\); .* into tls\.ca of the target file\n$/,
  )
})

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { asked } from '../../src/cli/init-answers.ts'
import { answersIn } from '../../src/learn/answers-in.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { acmeUsers } from '../../src/platform/world/users.ts'
import { localClient } from '../../src/platform/world/clients.ts'
import { preflight } from '../../src/runner/preflight.ts'
import { loadTarget } from '../../src/target/load.ts'
import { needs } from '../../src/target/needs.ts'
import { recordingOf } from '../replay/recording.ts'
import { script } from '../replay/script.ts'
import { fieldproof } from '../support/cli.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const secrets = { CLIENT_SECRET: localClient.secret, ADMIN_PASSWORD: acmeUsers[0]?.password ?? '' }
const flags = (auth: string) =>
  Object.entries({ auth, account: 'acme', company: 'Acme North', user: 'admin', 'client-id': localClient.id }).flatMap(
    ([name, value]) => [`--${name}`, value],
  )

test('options alone: a file for its user only, without secrets, with which a target lets the kit in', async () => {
  const platform = createPlatform()
  const server = await platform.listen({ port: 0 })
  try {
    const file = join(folder, 'flags.yaml')
    const { code, stdout } = await fieldproof([
      'init',
      file,
      ...flags(server.origin),
      '--client-version',
      localClient.version,
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('CLIENT_SECRET and ADMIN_PASSWORD')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { target } = loadTarget(file, secrets)
    expect(target).toMatchObject({ account: 'acme', addresses: { auth: server.origin, directory: server.origin } })
    expect(target.identities['admin']?.username).toBe('acme/admin')
    await preflight(target, [])
    // What such a file does not supply yet is no more than a question: nothing of it may be declared by a placeholder.
    const { stdout: proposed } = await fieldproof(['doctor', '--target', file, '--propose'], { env: secrets })
    expect(proposed).toMatch(/^ {2}# any-resource: say why there is none # or supply dtos of any resource$/m)
    expect(Object.keys((parse(proposed) as { lacks?: object } | null)?.lacks ?? {})).not.toContain('any-resource')
    expect(proposed).not.toMatch(/^ {2}[\w-]+: say why/m)
  } finally {
    await server.close()
  }
  const again = await fieldproof(['init', join(folder, 'flags.yaml'), ...flags('http://127.0.0.1:1')])
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')])
})

test('what it guesses is said to be a guess, and the command to go on with can be copied', async () => {
  const [recorded, made] = [join(folder, 'few fields.har'), join(folder, 'few fields.yaml')]
  const url = 'https://cluster.example/api/data/v4/Tag?dtos=Tag.9&account=acme&company=north&fields=name'
  const headers = [
    { name: 'X-Client-ID', value: 'kit' },
    { name: 'X-Client-Version', value: '1' },
  ]
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"data":[]}' } }
  writeFileSync(
    recorded,
    JSON.stringify({ log: { version: '1.2', entries: [{ request: { method: 'GET', url, headers }, response }] } }),
  )
  const { code, stdout, stderr } = await fieldproof([
    ...['init', made, '--from', recorded, '--auth', 'https://auth.example.org', '--user', 'acme/admin'],
  ])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`doctor --target '${made}'`)
  const text = readFileSync(made, 'utf8')
  expect(text).toMatch(/^ {2}directory: https:\/\/auth\.example\.org # guessed: nothing names it/m)
  expect(text).toMatch(/^ {2}Tag: \{.*\} # guessed: no record shows its syncBase$/m)
  expect(loadTarget(made, secrets).target.dtos['Tag']).toEqual({ version: 9, syncBase: 9 })
})

test('every key that is a comment becomes a valid key when its # is taken away', async () => {
  const file = join(folder, 'all.yaml')
  await fieldproof(['init', file, ...flags('https://auth.example.org')])
  const text = readFileSync(file, 'utf8')
  const variables = Object.fromEntries(
    [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, '-----BEGIN CERTIFICATE-----']),
  )
  expect(Object.keys((parse(text) as { lacks?: object }).lacks ?? {})).toEqual([])
  const woken = text.replaceAll(/^( *)#(?! \S)/gm, '$1')
  // has: [bulk] is an example, and bulk may be declared under lacks: the file may not say both.
  writeFileSync(file, woken.replace(/^has: .*$/m, ''))
  const { target } = loadTarget(file, variables)
  expect(Object.keys(target.lacks).length).toBeGreaterThan(20)
  expect(Object.keys(target.lacks).every((need) => need in needs)).toBe(true)
  expect(target.limits).toMatchObject({ requestsPerSecond: 5, requests: 3000 })
  expect(target.fixtures.inverse).toBeDefined()
  expect(Object.keys(target.identities).length).toBeGreaterThan(8)
})

test('what a recording shows need not be answered', async () => {
  const { file } = await recordingOf(script, folder)
  const told = await answersIn(file)
  expect(told).toMatchObject({ account: 'acme', company: 'Acme North', user: 'acme/admin' })
  expect(told.dtos['ServiceCall']).toEqual({ version: 27, syncBase: 10 })
  const made = join(folder, 'from.yaml')
  const { code, stderr } = await fieldproof(['init', made, '--from', file])
  expect([code, stderr]).toEqual([0, ''])
  const { target } = loadTarget(made, secrets)
  expect(target.addresses.auth).toBe(told.auth)
  expect(target.dtos['ServiceCall']?.version).toBe(27)
  expect(readFileSync(made, 'utf8')).not.toMatch(/redacted-/)
  expect(readFileSync(made, 'utf8')).toMatch(/^  ServiceCall: \{[^#]*\}$/m)
})

test.each([
  [[], 'no terminal to ask on, and --auth, --directory, --account, --company, --client-id is missing'],
  [flags('nowhere'), '--auth nowhere is no address'],
])('init %j: one sentence, nothing written', async (args, said) => {
  const file = join(folder, 'never.yaml')
  const { code, stderr } = await fieldproof(['init', file, ...args])
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  expect(stderr.trim()).not.toContain('\n')
  expect(() => statSync(file)).toThrow()
})

test('on a terminal it asks for what is not known, again where nothing was answered', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const lines = ['https://auth.example.org', '', '', 'acme', '', 'kit']
  let said = ''
  output.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (chunk.toString().endsWith(': ')) input.write(`${lines.shift() ?? ''}\n`)
  })
  const answers = await asked({ company: 'north' }, input, output)
  expect(answers).toMatchObject({
    auth: 'https://auth.example.org',
    directory: 'https://auth.example.org',
    account: 'acme',
  })
  expect(answers).toMatchObject({ company: 'north', user: undefined })
  expect(said.match(/Account: /g)).toHaveLength(2)
})

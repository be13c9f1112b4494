import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { UserError } from '../../src/errors/user-error.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { loadTarget, parseTarget } from '../../src/target/load.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldproof-target-'))
afterAll(() => rmSync(folder, { recursive: true }))
const example = readFileSync(new URL('../../examples/target.yaml', import.meta.url), 'utf8')
const env = {
  FSM_AUTH_URL: 'http://127.0.0.1:1/',
  FSM_DIRECTORY_URL: 'http://127.0.0.1:1',
  FSM_ACCOUNT: 'acme',
  FSM_COMPANY: 'one',
  FSM_CLIENT_ID: 'id',
  FSM_CLIENT_SECRET: 'a $ecret',
  FSM_USER: 'ann',
  FSM_PASSWORD: '012345',
}
const load = (text: string, variables: Record<string, string> = env) => {
  const file = join(folder, 't.yaml')
  writeFileSync(file, text)
  return loadTarget(file, variables)
}
const complaint = (text: string, variables?: Record<string, string>): string => {
  try {
    load(text, variables)
  } catch (error) {
    return (error as Error).message.replace(folder, '')
  }
  return 'no complaint'
}
const lineOf = (text: string) => example.split('\n').findIndex((line) => line.includes(text)) + 1

describe('a good file', () => {
  test('is completed with defaults, and what the environment gave is secret', () => {
    const { target, secrets } = load(example)
    expect(target.addresses.auth).toBe('http://127.0.0.1:1')
    expect(target.identities['admin']?.username).toBe('acme/ann')
    expect(target.identities['admin']?.password).toBe('012345')
    expect(target.basePaths.data).toBe('/api/data/v4')
    expect(target.limits).toEqual({
      requestsPerSecond: 10,
      concurrency: 4,
      requests: 4000,
      mayCreateUsers: 0,
      racing: 4,
    })
    expect(secrets).toContain('a $ecret')
  })

  test('a default stands in for an unset variable, and $$ is a dollar', () => {
    const { target } = load(example.replace('name: staging-eu', 'name: "${NAME:-here} costs $$5"'))
    expect(target.name).toBe('here costs $5')
  })

  test('a value from the environment cannot become YAML', () => {
    const { target } = load(example, { ...env, FSM_COMPANY: 'x\nlimits: {requests: 1}' })
    expect(target.company).toBe('x\nlimits: {requests: 1}')
    expect(target.limits.requests).toBe(4000)
  })
})

describe('bad input is one error with file, line and column, and what to do', () => {
  test('a missing variable', () => {
    const { FSM_PASSWORD: _, ...rest } = env
    expect(complaint(example, rest)).toBe(
      `/t.yaml:${lineOf('FSM_PASSWORD')}:15: the environment variable FSM_PASSWORD is not set; set it, or give a default as \${FSM_PASSWORD:-...}`,
    )
  })

  test('a wrong key, with the one that was meant', () => {
    expect(complaint(example.replace('addresses:', 'adresses:'))).toBe(
      `/t.yaml:${lineOf('addresses:')}:1: unknown key adresses; did you mean addresses?`,
    )
    expect(complaint(example.replace('  concurrency: 4', '  concurency: 4'))).toBe(
      `/t.yaml:${lineOf('concurrency')}:3: unknown key concurency in limits; did you mean concurrency?`,
    )
  })

  test('a wrong type', () => {
    expect(complaint(example.replace('concurrency: 4', 'concurrency: many'))).toBe(
      `/t.yaml:${lineOf('concurrency')}:16: limits.concurrency must be a whole number from 1 to 1000; it is "many"`,
    )
    expect(complaint(example.replace('writes: true', 'writes: maybe'))).toContain(
      'writes must be true or false; it is "maybe"',
    )
  })

  test.each(['requests: 4000', 'requestsPerSecond: 10', 'concurrency: 4'])('a limit without measure: %s', (limit) => {
    const [key] = limit.split(':') as [string]
    const complained = complaint(example.replace(`  ${limit}`, `  ${key}: 1e23`))
    expect(complained).toMatch(
      new RegExp(`^/t\\.yaml:${lineOf(`  ${limit}`)}:\\d+: limits\\.${key} must be a .*; it is 1e\\+23$`),
    )
    expect(complained.split(`limits.${key}`)).toHaveLength(2)
  })

  test('a missing key', () => {
    expect(complaint(example.replace(/^company:.*$/m, ''))).toContain('missing key company (a non-empty string)')
  })

  test('a capability that does not exist, where it stands and which was meant', () => {
    expect(complaint(example.replace('has: []', 'has: [bulk, clok]'))).toBe(
      `/t.yaml:${lineOf('has: []')}:13: has: there is no capability clok; did you mean clock?`,
    )
    expect(complaint(example.replace('has: []', 'has: [nonsense]'))).toContain(
      'has: there is no capability nonsense; the capabilities are clock, password-change, authorization-code, bulk',
    )
  })

  test('a lack of what no check needs, where it stands and which was meant', () => {
    expect(complaint(example.replace('  second-cluster: ', '  batsh: '))).toBe(
      `/t.yaml:${lineOf('second-cluster')}:3: lacks: no check needs batsh; did you mean batch?`,
    )
    expect(complaint(example.replace('  second-cluster: ', '  xyzzy: '))).toContain(
      'lacks: no check needs xyzzy; what checks may need is clock, ',
    )
  })

  test('a capability both there and lacking', () => {
    expect(complaint(example.replace('has: []', 'has: [clock]'))).toBe(
      `/t.yaml:${lineOf('  clock: the')}:3: has and lacks both name clock; keep one of them`,
    )
  })

  const elsewhere = (more: string) =>
    complaint(
      example.replace(
        'identities:\n',
        `identities:\n  ${more.replace(' {', ' { grant: password, client: { id: c, secret: s, version: "1" }, password: p,')}\n`,
      ),
    )
  test.each([
    [
      'other-account: { username: acme/ann, company: two }',
      'other-account is of acme, the account that is checked; name its account, or leave the identity out',
    ],
    ['other-account: { username: globex/ann }', 'other-account names no company; give it the key company'],
    [
      'other-company: { username: globex/ann, company: two }',
      'other-company is of globex, and the account that is checked is acme; mend account, or name it identities.other-account',
    ],
    [
      'other-company: { username: acme/ann, company: one }',
      'other-company names one, the company that is checked; name another company that its user has',
    ],
  ])('somebody who is at home in the wrong place: %s', (identity, why) => {
    expect(elsewhere(identity)).toBe(`/t.yaml:${lineOf('identities:') + 1}:18: identities.${why}`)
  })

  test('somebody who is at home elsewhere is taken', () => {
    expect(elsewhere('other-account: { username: globex/ann, company: two }')).toBe('no complaint')
    expect(elsewhere('other-company: { username: acme/ann, company: two }')).toBe('no complaint')
  })

  test('no YAML, twice the same key, no map, no file', () => {
    expect(complaint('a: [1')).toMatch(/^\/t\.yaml:1:\d+: this is not YAML: /)
    expect(complaint(`${example}\nname: again\n`)).toMatch(/t\.yaml:\d+:1: this is not YAML: Map keys must be unique/)
    expect(complaint('- a')).toContain('a target file is a mapping')
    expect(() => loadTarget(join(folder, 'none.yaml'), {})).toThrow(
      `${join(folder, 'none.yaml')}: cannot be read: no such file or folder; --target takes a YAML file, or "embedded"`,
    )
    expect(() => loadTarget(folder, {})).toThrow(`${folder}: cannot be read: it is a folder; `)
  })

  test('every message has its place and what to do as fields, too', () => {
    try {
      load(example.replace('has: []', 'has: [clok]'))
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(UserError)
      expect(error).toMatchObject({
        file: join(folder, 't.yaml'),
        line: lineOf('has: []'),
        column: 7,
        todo: 'did you mean clock?',
      })
    }
  })
})

test('a target that is no file is judged alike', () => {
  const value = parse(example.replaceAll(/\$\{\w+\}/g, 'http://127.0.0.1:1')) as object
  expect(parseTarget(value, 'embedded').name).toBe('staging-eu')
  expect(() => parseTarget({ ...value, has: ['clok'] }, 'embedded')).toThrow(
    'embedded: has: there is no capability clok; did you mean clock?',
  )
})

test.each([
  [{}, 8],
  [{ concurrency: 16 }, 8],
  [{ concurrency: 4 }, 4],
  [{ concurrency: 4, requestsPerSecond: 3.5 }, 3],
  [{ concurrency: 1 }, 2],
])('races are as large as limits that the file says allow for: %j', (limits, racing) => {
  const file = createPlatform().targetFile('http://127.0.0.1:1')
  expect(parseTarget({ ...file, limits }, 'embedded').limits.racing).toBe(racing)
})

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import { fieldproof, start } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'
import { login } from './connector.ts'
import { recordingOf } from './recording.ts'
import { script } from './script.ts'

const folder = scratch()
const file = join(folder, 'traffic.har')
beforeAll(async () => {
  await recordingOf(script, folder)
})

test('the same: a line for each exchange, the counts, exit 0, and nothing said beside', async () => {
  const json = join(folder, 'outcomes.json')
  const { code, stdout, stderr } = await fieldproof([
    'replay',
    file,
    '--target',
    'embedded',
    '--json',
    json,
    '--ledger',
    join(folder, 'ledger.jsonl'),
  ])
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trimEnd().split('\n')
  expect(lines.at(-1)).toBe(`${lines.length - 3} same, 0 different, 2 not comparable`)
  expect(lines[3]).toMatch(/^#4 POST \/api\/data\/v4\/BusinessPartner\?.* same$/)
  const told = JSON.parse(readFileSync(json, 'utf8')) as { counts: unknown; exchanges: unknown[] }
  expect([told.counts, told.exchanges.length]).toEqual([
    { same: lines.length - 3, different: 0, notComparable: 2 },
    lines.length - 1,
  ])
  expect(readFileSync(json, 'utf8')).not.toContain('c0nnector-Secret')
})

test('a difference: where, what it was and what it is now, exit 1', async () => {
  const platform = createPlatform({ faults: ['lock-ignored-on-patch'] })
  const server = await platform.listen({ port: 0 })
  const target = join(folder, 'faulty.yaml')
  writeFileSync(target, stringify(platform.targetFile(server.origin)))
  try {
    const { code, stdout } = await fieldproof([
      'replay',
      file,
      '--target',
      target,
      '--ledger',
      join(folder, 'faulty.jsonl'),
    ])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^#\d+ PATCH \/api\/data\/v4\/ServiceCall\/[0-9A-F]{32}\?.* different: status: recorded 409, now 201$/m,
    )
  } finally {
    await server.close()
  }
})

test('Ctrl-C: what was created is removed, exit 130', async () => {
  const platform = createPlatform()
  const server = await platform.listen({ port: 0 })
  const target = join(folder, 'slow.yaml')
  writeFileSync(
    target,
    stringify({
      ...platform.targetFile(server.origin),
      limits: { requestsPerSecond: 8, concurrency: 1, requests: 500, mayCreateUsers: 0 },
    }),
  )
  try {
    const run = start(['replay', file, '--target', target, '--ledger', join(folder, 'slow.jsonl')])
    await run.said(/^#5 /m)
    run.child.kill('SIGINT')
    const { code, stdout } = await run.ended
    expect(code).toBe(130)
    expect(stdout).not.toMatch(/^#20 /m)
    const { call } = await login(server.origin, { sent: 0 })
    expect((await call('GET', '/api/data/v4/ServiceCall')).json).toMatchObject({
      data: [{ serviceCall: { externalId: 'seed-call-1' } }],
    })
    expect(
      (await call('GET', '/api/data/v4/BusinessPartner', undefined, { query: 'name = "Müller & Söhne"' })).json,
    ).toEqual({ data: [] })
  } finally {
    await server.close()
  }
})

test.each<[string, () => readonly string[], 2 | 3, RegExp]>([
  [
    'no such file',
    () => [join(folder, 'none.har'), '--target', 'embedded'],
    2,
    /none\.har: cannot be read: no such file/,
  ],
  ['a folder', () => [folder, '--target', 'embedded'], 2, /cannot be read: it is not a file/],
  [
    'a place that cannot be written',
    () => [file, '--target', 'embedded', '--json', join(folder, 'none', 'o.json')],
    2,
    /--json .*o\.json: cannot be written: no such file or folder/,
  ],
  [
    'no HAR',
    () => {
      writeFileSync(join(folder, 'text.har'), 'hello')
      return [join(folder, 'text.har'), '--target', 'embedded']
    },
    2,
    /it is not JSON, so it is not a HAR file/,
  ],
  [
    'an entry that is none',
    () => {
      writeFileSync(join(folder, 'odd.har'), '{"log":{"entries":[{"request":{}}]}}')
      return [join(folder, 'odd.har'), '--target', 'embedded']
    },
    2,
    /entry 1 is not a HAR entry/,
  ],
  [
    'an entry that is broken',
    () => {
      writeFileSync(join(folder, 'broken.har'), '{"log":{"entries":[{"a":tru}]}}')
      return [join(folder, 'broken.har'), '--target', 'embedded']
    },
    2,
    /entry 1 is not JSON/,
  ],
  ['no target', () => [file], 2, /--target/],
  [
    'a target that is not there',
    () => {
      writeFileSync(join(folder, 'away.yaml'), stringify(createPlatform().targetFile('http://127.0.0.1:1')))
      return [file, '--target', join(folder, 'away.yaml')]
    },
    3,
    /cannot connect to addresses\./,
  ],
  [
    'nothing that could be compared',
    () => {
      writeFileSync(join(folder, 'empty.har'), '{"log":{"entries":[]}}')
      return [join(folder, 'empty.har'), '--target', 'embedded', '--ledger', join(folder, 'empty.jsonl')]
    },
    3,
    /^$/,
  ],
])('%s', async (_what, args, expected, said) => {
  const { code, stderr } = await fieldproof(['replay', ...args()], { cwd: folder })
  expect(code).toBe(expected)
  expect(stderr.trim()).toMatch(said)
  expect(existsSync(join(folder, 'out'))).toBe(false)
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../src/platform/platform.ts'
import { fieldproof, start } from '../support/cli.ts'
import { busy } from '../verify/busy.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Records a connector with --verify, as a user would; answers what the command said and its exit code. */
async function recordedAndVerified(
  name: string,
  faults: readonly string[],
  first: (origin: string) => Promise<unknown> = () => Promise.resolve(),
) {
  const server = await createPlatform({ faults, variants: [] }).listen({ port: 0 })
  const file = join(folder, `${name}.har`)
  const run = start([
    'record',
    '--to',
    server.origin,
    '--port',
    '0',
    '--out',
    file,
    '--verify',
    '--reports',
    join(folder, name),
  ])
  let said = ''
  run.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await run.said(/passes on/)
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? ''
  await first(origin)
  await busy(origin).catch(() => undefined)
  run.child.kill('SIGINT')
  const ended = await run.ended
  await server.close()
  return { ...ended, file }
}

test('record --verify: a lawful cluster ends with 0, and the reports are there', async () => {
  const { code, stdout } = await recordedAndVerified('clean', [])
  expect(stdout).toMatch(/\d+ requests in .*clean\.har/)
  expect(stdout).toMatch(/The server conforms, the client conforms: \d+ passed/)
  expect(code).toBe(0)
  for (const name of ['report.jsonl', 'junit.xml', 'summary.json'])
    expect(existsSync(join(folder, 'clean', name))).toBe(true)
})

test('a client that first asks without its token, or with a word for one, makes no server a liar', async () => {
  const { code, stdout } = await recordedAndVerified('tokenless', [], async (origin) => {
    for (const sent of ['Bearer', 'Bearer undefined', 'Bearer token', 'Basic'])
      await fetch(`${origin}/api/data/v4/ServiceCall?dtos=ServiceCall.27&account=acme&company=Acme%20North`, {
        headers: { Authorization: sent },
      })
  })
  expect(stdout).toMatch(/The server conforms, the client has 1 finding/)
  expect(code).toBe(1)
})

test('record --verify and verify tell the same of a faulty one, by entry number, and the rerun line runs just that', async () => {
  const { code, stdout, file } = await recordedAndVerified('faulty', ['lock-ignored-on-patch'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/FAIL 1\. data\/stale-lock-refused\/traffic/)
  const again = await fieldproof(['verify', file, '--out', join(folder, 'again')])
  expect(again.code).toBe(1)
  expect(again.stdout).toMatch(/trace id #\d+/)
  const rerun = /rerun +npx fieldproof (verify .*stale-lock-refused\/traffic)/.exec(again.stdout)?.[1]?.split(' ') ?? []
  const only = await fieldproof([...rerun, '--out', join(folder, 'only')])
  expect(only.code).toBe(1)
  expect(
    Object.keys(
      (JSON.parse(readFileSync(join(folder, 'only', 'summary.json'), 'utf8')) as { verdicts: object }).verdicts,
    ),
  ).toEqual(['data/stale-lock-refused/traffic'])
  expect((await fieldproof(['verify', file, '--interface', 'token', '--out', join(folder, 'token')])).code).toBe(0)
})

test('a strict verify says so in its report and in its rerun lines, with the side that counted', async () => {
  const { file } = await recordedAndVerified('strict', ['lock-ignored-on-patch'])
  const out = join(folder, 'strict-again')
  const { stdout } = await fieldproof(['verify', file, '--strict', '--side', 'server', '--out', out])
  expect(stdout).toMatch(/rerun +npx fieldproof verify \S+ --only \S+ --side server --strict$/m)
  expect(readFileSync(join(out, 'report.jsonl'), 'utf8').split('\n')[0]).toContain('"strict":true')
})

test('a recording cut short before its first exchange is told so in a few lines, and nothing of requests, seeds and each rule', async () => {
  const file = join(folder, 'cut.har')
  writeFileSync(
    file,
    '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":"2026-',
  )
  const { code, stdout } = await fieldproof(['verify', file, '--out', join(folder, 'cut')])
  expect(code).toBe(3)
  expect(stdout).toContain('none of the 0 exchanges in')
  expect(stdout).toContain('Nothing in this recording could be judged. Exit code 3.')
  expect(stdout).not.toMatch(/seed|request|not exercised/)
  expect(stdout.split('\n').length).toBeLessThan(10)
})

test.each<[string, () => readonly string[], number, RegExp]>([
  ['no such file', () => [join(folder, 'none.har')], 2, /none\.har: cannot be read: no such file/],
  [
    'no HAR',
    () => {
      writeFileSync(join(folder, 'no.har'), 'GET / HTTP/1.1')
      return [join(folder, 'no.har')]
    },
    2,
    /no\.har: it is not JSON, so it is not a HAR file/,
  ],
  [
    'another JSON',
    () => {
      writeFileSync(join(folder, 'other.har'), '{"entries":[]}')
      return [join(folder, 'other.har')]
    },
    2,
    /has no log\.entries/,
  ],
  [
    'a HAR file cut short',
    () => {
      writeFileSync(join(folder, 'short.har'), '{"log":{"version":"1.2","creator":{"name":"a browser')
      return [join(folder, 'short.har')]
    },
    2,
    /short\.har: it ends before its log\.entries begin; it was cut short/,
  ],
  [
    'an empty file',
    () => {
      writeFileSync(join(folder, 'empty.har'), '')
      return [join(folder, 'empty.har')]
    },
    2,
    /empty\.har: it is empty, so it is not a HAR file/,
  ],
  ['a folder', () => [folder], 2, /cannot be read: it is not a file/],
  [
    'an interface that is none',
    () => {
      writeFileSync(join(folder, 'e.har'), '{"log":{"entries":[]}}')
      return [join(folder, 'e.har'), '--interface', 'dta']
    },
    2,
    /there is no such interface/,
  ],
  [
    'a check that is none',
    () => [join(folder, 'e.har'), '--only', 'data/nothing'],
    2,
    /no check that can judge a recording matches/,
  ],
  ['nothing to judge', () => [join(folder, 'e.har')], 3, /none of the 0 exchanges in .* could be judged/],
])('%s', async (name, args, code, said) => {
  const out = join(folder, `out-${name.replaceAll(' ', '-')}`)
  const ended = await fieldproof(['verify', ...args(), '--out', out])
  expect(ended.code).toBe(code)
  expect(ended.stderr + ended.stdout).toMatch(said)
  expect(existsSync(out)).toBe(code === 3)
})

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify as dump } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import type { Listening } from '../../src/platform/http/server.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const file = join(folder, 'target.yaml')
const platform = createPlatform()
let server: Listening
beforeAll(async () => {
  server = await platform.listen({ port: 0 })
  writeFileSync(file, dump(platform.targetFile(server.origin)))
})
afterAll(() => server.close())

const few = ['--only', 'data/create/read-by-id'] as const
const at = () => server.origin
/** A line of a ledger: a record that is about to be created. */
const intent = (externalId: string): string =>
  `${JSON.stringify({ intent: { trace: 't-1', kind: 'create', resource: 'ServiceCall', at: at(), query: { account: 'acme', company: 'Acme North', dtos: 'ServiceCall.27' }, externalId } })}\n`

test('a ledger that lists something is not written over: the command that looks after it is told, and then the run goes', async () => {
  const out = join(folder, 'still open')
  await fieldproof(['run', '--target', file, ...few, '--out', out])
  const ledger = join(out, 'ledger.jsonl')
  writeFileSync(ledger, intent('left-over-1'))
  const refused = await fieldproof(['run', '--target', file, ...few, '--out', out])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(`npx fieldproof clean --ledger '${ledger}' --target ${file}`)
  expect(readFileSync(ledger, 'utf8')).toBe(intent('left-over-1'))
  // What CI would publish is not the report of the run before.
  const junit = readFileSync(join(out, 'junit.xml'), 'utf8')
  expect(junit).toContain('name="run/judged"')
  expect(junit).toContain('it lists 1 object that an earlier run may have left behind')
  expect(junit).not.toContain('data/create/read-by-id')
  const cleaned = await fieldproof(['clean', '--target', file, '--ledger', ledger])
  expect(cleaned.stdout).toBe('0 removed, 1 never created or gone before; each was read back\nobjects left: 0\n')
  expect(cleaned.code).toBe(0)
  const again = await fieldproof(['run', '--target', file, ...few, '--out', out])
  expect(again.code, again.stderr).toBe(0)
})

test('what a clean-up could not remove is told by its number, not by all that the ledger lists', async () => {
  const out = join(folder, 'left')
  mkdirSync(out)
  writeFileSync(
    join(out, 'ledger.jsonl'),
    `${intent('left-over-1')}${intent('left-over-2')}${JSON.stringify({ settled: { left: 1 } })}\n`,
  )
  const refused = await fieldproof(['run', '--target', file, ...few, '--out', out])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('an earlier run could not remove 1 of what it lists (2 objects)')
})

test('clean tells what the run removed itself from what it never made, and an address that the target file does not name', async () => {
  const ledger = join(folder, 'told.jsonl')
  const refused = `${intent('refused-1').replace('t-1', 't-2')}${JSON.stringify({ refused: { trace: 't-2' } })}\n`
  writeFileSync(ledger, `${intent('removed-1')}${refused}${JSON.stringify({ settled: { left: 0 } })}\n`)
  const cleaned = await fieldproof(['clean', '--target', file, '--ledger', ledger])
  expect(cleaned.stdout).toBe(
    '0 removed, 1 removed before, 1 whose creation was refused; each was read back\nobjects left: 0\n',
  )
  writeFileSync(ledger, intent('elsewhere-1').replace(at(), 'https://other.example.org'))
  const elsewhere = await fieldproof(['clean', '--target', file, '--ledger', ledger])
  expect(elsewhere.stdout).toContain(
    'the ledger names address https://other.example.org, and the target file does not: use the target file of that run',
  )
  expect(elsewhere.stdout).toContain('objects left: 1')
  expect(elsewhere.code).toBe(3)
})

test('a planned activity that is gone was not removed once more, and is not said to be read back', async () => {
  const out = join(folder, 'planned')
  const ended = await fieldproof(['run', '--target', file, '--only', 'dispatch/confirm/*', '--out', out])
  expect(ended.code, ended.stderr).toBe(0)
  const cleaned = await fieldproof(['clean', '--target', file, '--ledger', join(out, 'ledger.jsonl')])
  expect(cleaned.stdout).toMatch(
    /^0 removed, [1-9]\d* removed before; .*of [1-9]\d* planned activit(?:y|ies) only controls\.activities was asked\nobjects left: 0\n$/,
  )
})

test('no activity is planned for a check that has no request left to ask about it', async () => {
  const out = join(folder, 'spent')
  const only = ['--only', 'dispatch/*', '--seed', '1']
  const { stdout } = await fieldproof(['run', '--target', file, ...only, '--requests', '10', '--out', out])
  expect(stdout).toContain('the budget of 10 requests is spent')
  const planned = readFileSync(join(out, 'ledger.jsonl'), 'utf8').match(/"intent":\{"trace":"[^"]*-activity-/g) ?? []
  expect(planned.length).toBeLessThan(20)
})

test('a finished run leaves a ledger that the next run may write over', async () => {
  const out = join(folder, 'twice')
  for (const _ of ['first', 'second']) {
    const { code, stderr } = await fieldproof(['run', '--target', file, ...few, '--out', out])
    expect(code, stderr).toBe(0)
  }
})

test('reports of an earlier run are replaced where nothing can be judged: unreachable, a wrong company, a broken file', async () => {
  const out = join(folder, 'replaced')
  await fieldproof(['run', '--target', file, ...few, '--out', out])
  const wrong = join(folder, 'wrong.yaml')
  const cases = [
    [dump({ ...platform.targetFile('http://127.0.0.1:1'), controls: {}, has: [] }), 3, /cannot connect/],
    [dump({ ...platform.targetFile(at()), company: 'Nope' }), 2, /company Nope is refused/],
    ['name: [', 2, /wrong\.yaml/],
  ] as const
  for (const [text, code, why] of cases) {
    writeFileSync(wrong, text)
    const ended = await fieldproof(['run', '--target', wrong, ...few, '--out', out])
    expect(ended.code, ended.stderr).toBe(code)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    const junit = readFileSync(join(out, 'junit.xml'), 'utf8')
    expect(junit).toContain('name="run/judged"')
    expect(junit).toMatch(/errors="[1-9]/)
    expect(junit).toMatch(why)
    expect(junit).not.toContain('data/create/read-by-id')
    const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as { exitCode: number }
    expect(summary.exitCode).toBe(code)
  }
})

test.each([
  ['a baseline that is none', ['--baseline', 'no-such-baseline.yaml'], /no-such-baseline\.yaml/],
  ['a baseline to write in no folder', ['--write-baseline', 'no/such/folder/baseline.yaml'], /--write-baseline/],
  ['a corpus that is not there', ['--corpus', 'no-such-corpus'], /no-such-corpus/],
  ['a set that is none', ['--set', '1999.1'], /1999\.1/],
  ['an interface that is none', ['--interface', 'datta'], /--interface datta: there is no such interface/],
  ['a name that no check has', ['--only', 'data/creeate/*'], /--only 'data\/creeate\/\*': no check matches/],
  ['a heavy check alone', ['--only', 'batch/more-than-a-thousand/status'], /add --heavy/],
])('reports of an earlier run do not outlive a refusal: %s', async (_, options, why) => {
  const out = join(folder, `refused-${options[0]}-${options.join('').length}`)
  mkdirSync(out)
  writeFileSync(join(out, 'junit.xml'), '<testsuites><testcase name="data/create/read-by-id"/></testsuites>')
  const { code, stderr } = await fieldproof(['run', '--target', file, ...options, '--out', out])
  expect(code, stderr).toBe(2)
  expect(stderr).toMatch(why)
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as { exitCode: number }
  expect(summary.exitCode).toBe(2)
  expect(readFileSync(join(out, 'junit.xml'), 'utf8')).not.toContain('data/create/read-by-id')
})

const withoutEntries = join(folder, 'without-entries.har')
writeFileSync(withoutEntries, '{"log":{"version":"1.2"}}')

test.each([
  ['a recording that is not there', ['verify', 'nope.har'], /nope\.har/],
  ['a recording without entries', ['verify', withoutEntries], /without-entries\.har/],
  ['a shard that is not there', ['merge', 'nope'], /nope/],
  ['an option that takes something else', ['run', '--shard', '9'], /It takes i\/n/],
  ['an option that there is not', ['merge', 'nope', '--shard'], /unknown option/],
])('reports of an earlier run do not outlive %s', async (name, words, why) => {
  const out = join(folder, `outlived by ${name}`)
  mkdirSync(out)
  writeFileSync(join(out, 'junit.xml'), '<testsuites><testcase name="data/create/read-by-id"/></testsuites>')
  const { code, stderr } = await fieldproof([...words, '--out', out])
  expect(code, stderr).toBe(2)
  const junit = readFileSync(join(out, 'junit.xml'), 'utf8')
  expect(junit).toMatch(why)
  expect(junit).not.toContain('data/create/read-by-id')
})

test('where there are no reports, none are made of a run that did not begin', async () => {
  const out = join(folder, 'none')
  const { code } = await fieldproof(['run', '--target', join(folder, 'missing.yaml'), '--out', out])
  expect(code).toBe(2)
  expect(existsSync(out)).toBe(false)
})

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readStreamFile } from '../../reports/read-stream.ts'
import { lastFailed, leftRed } from '../../src/cli/last-failed.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { ended, finding, plan, planned, verdict } from '../reports/fixtures/build.ts'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const folder = scratch()
const targetFile = join(folder, 'target.yaml')
const baseline = join(folder, 'baseline.yaml')
const faults = ['expand-count-ignored', 'token-scope-missing', 'query-token-plus', 'query-api-bare-rows']
const selected = ['--interface', 'query,company,directory']
let close: () => Promise<void>

beforeAll(async () => {
  const platform = createPlatform({ faults })
  const server = await platform.listen({ port: 0 })
  close = server.close
  writeFileSync(targetFile, stringify(platform.targetFile(server.origin)))
})
afterAll(() => close())

const countsOf = (out: string) =>
  (JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as { counts: Record<string, number> }).counts

const decode = (html: string): string =>
  html
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

describe('a gate on a platform with several faults', () => {
  const run = (out: string, ...more: string[]) =>
    fieldproof(['run', '--target', targetFile, ...selected, ...more, '--out', join(folder, out)])

  test('is red, then green with a baseline of everything that fails, with whatever seed', async () => {
    const first = await run('first', '--write-baseline', baseline)
    expect(first.code, first.stdout).toBe(1)
    expect(first.stdout).toMatch(/baseline\.yaml: \d+ (entry|entries) added, 0 kept, 0 removed\n$/)
    const again = await run('known', '--seed', '1', '--baseline', baseline)
    expect(again.code, again.stdout).toBe(0)
    expect(countsOf(join(folder, 'known'))['known']).toBeGreaterThan(1)
  })

  test('is green with the entries that its page has to copy: they cover all of each cause', async () => {
    const page = readFileSync(join(folder, 'first', 'index.html'), 'utf8')
    const entries = [...page.matchAll(/- (?:check|cause): (?:(?!<\/).)*? {2}expires: \S{10}/gs)].map(([entry]) =>
      decode(entry),
    )
    expect(entries.some((entry) => entry.startsWith('- cause: '))).toBe(true)
    const copied = join(folder, 'copied.yaml')
    writeFileSync(copied, `${entries.join('\n')}\n`)
    const again = await run('copied', '--seed', '1', '--baseline', copied)
    expect(again.code, again.stdout).toBe(0)
  })

  test('shows again what schemas and monitors found, by few requests, when its rerun line is run', async () => {
    const records = readStreamFile(join(folder, 'first', 'report.jsonl'))
    const rerun = records.flatMap((record) =>
      'verdict' in record && record.verdict.is === 'fail' && record.verdict.check.endsWith('/contract')
        ? record.verdict.findings.map((found) => found.rerun)
        : [],
    )[0]
    expect(rerun).toMatch(/ --only \S+\/contract --only \S+/)
    const out = join(folder, 'rerun')
    const again = await fieldproof([...(rerun ?? '').replace('npx fieldproof ', '').split(' '), '--out', out])
    expect(again.code, again.stdout).toBe(1)
    const end = readStreamFile(join(out, 'report.jsonl')).flatMap((record) => ('end' in record ? [record.end] : []))[0]
    expect(end?.requests).toBeLessThan(60)
  })

  test('is red again where an entry is missing, and where one excuses nothing', async () => {
    const entries = readFileSync(baseline, 'utf8').split(/^(?=- )/m)
    const about = entries.findIndex((entry) => entry.includes('check: query/'))
    const without = join(folder, 'without.yaml')
    const more = '- {check: company/json-form/companies-of-the-user, reason: r, owner: ann, expires: 2999-01-01}\n'
    writeFileSync(without, entries.filter((_, at) => at !== about).join('') + more)
    const { code, stdout } = await run('without', '--baseline', without)
    expect(code, stdout).toBe(1)
    expect(countsOf(join(folder, 'without'))).toMatchObject({ fail: 1, stale: 1 })
    expect(stdout).toContain("no longer fails: remove ann's entry")
  })

  test('--last-failed runs what the last run left red, and --max-findings lets that many pass', async () => {
    const left = join(folder, 'without')
    const { verdicts } = JSON.parse(readFileSync(join(left, 'summary.json'), 'utf8')) as {
      verdicts: Record<string, string>
    }
    const red = Object.keys(verdicts).filter((check) => ['fail', 'stale'].includes(verdicts[check] ?? ''))
    const again = ['run', '--target', targetFile, '--last-failed', '--max-findings', '1', '--out', left]
    const { code, stdout } = await fieldproof(again)
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('Within what --max-findings 1 allows: 1 passed, 1 failed.')
    const now = JSON.parse(readFileSync(join(left, 'summary.json'), 'utf8')) as { verdicts: Record<string, string> }
    expect(Object.keys(now.verdicts).sort()).toEqual(red.sort())
  })
})

test('--last-failed is not made to forget by a run that could judge nothing, and refuses what it does not know', async () => {
  const out = join(folder, 'again')
  const red = { seed: 7, checks: { 'company/form/contract': 'fail', 'query/rows/none': 'warn' }, drivers: [] }
  const nothing = { plan: { kit: '0', target: 'x', seed: 0, started: '2026-01-01T00:00:00Z', checks: [] } }
  mkdirSync(out)
  const write = (again: object) =>
    writeFileSync(join(out, 'report.jsonl'), [nothing, { again }].map((one) => `${JSON.stringify(one)}\n`).join(''))
  write(red)
  expect(lastFailed(out, ['fail'], ['company/form/contract'])).toEqual({
    checks: ['company/form/contract'],
    seed: 7,
    drivers: [],
    divided: false,
  })
  // The baseline is none, so this run judges nothing either.
  await fieldproof(['run', '--target', targetFile, '--baseline', targetFile, '--out', out])
  expect(leftRed(out)).toEqual(red)
  expect(() => lastFailed(out, ['fail', 'warn'], ['company/form/contract', 'query/rows/one'])).toThrow(
    /there is no check query\/rows\/none that the last run left red; did you mean query\/rows\/one\?/,
  )
})

test('--last-failed of a run that was red for no check ends as that did, and says why', async () => {
  const out = join(folder, 'outdated')
  mkdirSync(out)
  const id = 'company/form/contract'
  const text = 'the baseline entry data/* of ann matches no finding any more: remove it'
  const red = [plan([planned(id)]), verdict(id, 'pass'), { notice: { kind: 'baseline', text } } as const]
  const lines = ended(red, 1).map((record) => `${JSON.stringify(record)}\n`)
  writeFileSync(join(out, 'report.jsonl'), lines.join(''))
  const { code, stdout } = await fieldproof(['run', '--target', targetFile, '--last-failed', '--out', out])
  expect(code).toBe(1)
  expect(stdout).toMatch(/no check failed in the last run.*\(exit code 1: The baseline is out of date: 1 stale/)
})

test('--last-failed in a shard repeats what that shard left red, and refuses another', () => {
  const out = join(folder, 'sharded')
  mkdirSync(out)
  const id = 'company/form/contract'
  const records = ended([plan([planned(id)], { shard: '1/2' }), verdict(id, 'fail', { findings: [finding()] })], 1)
  writeFileSync(join(out, 'report.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  expect(lastFailed(out, ['fail'], [id], { index: 1, of: 2 })).toMatchObject({ checks: [id], divided: true })
  expect(lastFailed(out, ['fail'], [id])).toMatchObject({ checks: [id], divided: false })
  expect(() => lastFailed(out, ['fail'], [id], { index: 2, of: 2 })).toThrow(
    /the last run was shard 1\/2, and this is 2\/2/,
  )
})

test('--last-failed without a report of a last run is refused', async () => {
  const { code, stderr } = await fieldproof(['run', '--last-failed', '--out', join(folder, 'none')])
  expect(code).toBe(2)
  expect(stderr).toMatch(/report\.jsonl: there is no such report; --last-failed reads/)
})

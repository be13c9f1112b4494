import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeUnfinished } from '../../src/cli/write-unjudged.ts'
import { readReport } from '../../src/cli/read-report.ts'
import { UserError } from '../../src/errors/user-error.ts'
import { fieldproof } from '../support/cli.ts'
import { ended, exchange, finding, plan, planned, verdict } from '../reports/fixtures/build.ts'

const check = 'data/stale-lock-refused/put-after-patch'
let folder: string
const at = (...names: string[]) => join(folder, ...names)
const written = (name: string, lines: readonly unknown[]) => {
  mkdirSync(at(name))
  writeFileSync(at(name, 'report.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return at(name)
}
const night = (day: number, file = at('t.yaml')) =>
  ended(
    [
      plan([planned(check)], { started: `2026-03-0${day}T03:04:05.000Z`, file }),
      exchange(),
      day === 1 ? verdict(check, 'pass') : verdict(check, 'fail', { findings: [finding()] }),
    ],
    day === 1 ? 0 : 1,
  )

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
  writeFileSync(at('t.yaml'), 'name: x\naddresses:\n  auth: http://127.0.0.1\nbasePaths:\n  query: /q\n  data: /d\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a shard beside a whole run: one line says what was taken for what', async () => {
  const shard = night(2).map((record) => ('plan' in record ? { plan: { ...record.plan, shard: '1/1' } } : record))
  const [whole, part] = [written('whole', night(1)), written('part', shard)]
  const done = await fieldproof(['report', part, whole, '--format', 'markdown', '--out', at('mixed')])
  expect(done).toMatchObject({
    code: 0,
    stderr: `the last night is ${part} (shard 1/1); taken for earlier nights: ${whole}\n`,
  })
})

test('every format, of two nights: the last one with what is new, at its place in the target file', async () => {
  const [one, two] = [written('one', night(1)), written('two', night(2))]
  const formats = 'html,junit,markdown,ctrf,sarif,github,har'
  const done = await fieldproof(['report', one, two, '--format', formats, '--out', at('made')])
  expect(done).toMatchObject({ code: 0, stderr: '' })
  const files = [
    'annotations.txt',
    'ctrf.json',
    'fieldproof.sarif',
    'findings.har',
    'index.html',
    'junit.xml',
    'report.md',
  ]
  expect(readdirSync(at('made')).sort()).toEqual(files)
  expect(done.stdout.trim().split('\n').sort()).toEqual(files.map((file) => at('made', file)))
  for (const file of files) expect(readFileSync(at('made', file), 'utf8'), file).toMatch(/stale-lock-refused/)
  expect(readFileSync(at('made', 'report.md'), 'utf8')).toContain(`- new: \`${check}\``)
  expect(readFileSync(at('made', 'annotations.txt'), 'utf8')).toContain(`t.yaml,line=6,title=${check}::`)
})

const torn = () => {
  const name = written('torn', night(1))
  writeFileSync(join(name, 'report.jsonl'), `${JSON.stringify(night(1)[0])}\n{"verd`)
  return name
}

test('a last line that a kill cut short is left out: the run did not finish', () => {
  expect(readReport(torn())).toEqual([night(1)[0]])
})

test.each<[string, () => string, string]>([
  ['a folder that is not there', () => at('nowhere'), 'there is no such report; name the --out folder'],
  ['a folder without a report', () => folder, 'report.jsonl: there is no such report'],
  ['a file of another program', () => at('t.yaml'), 't.yaml:1: this is no line of a report: it is not JSON'],
  [
    'other JSON',
    () => written('other', [{ plan: 5 }]),
    'report.jsonl:1: this is no line of a report: plan must be an obj',
  ],
  [
    'JSON without a plan',
    () => written('planless', [{ weather: 'fine' }]),
    'it is no report of Fieldproof: it has no p',
  ],
])('%s is refused', (_, name, words) => {
  const named = name()
  expect(() => readReport(named)).toThrow(words)
  expect(() => readReport(named)).toThrow(UserError)
})

test.each<[string, () => string[], string]>([
  ['a stream that is none', () => [at('t.yaml'), '--format', 'html'], 't.yaml:1: this is no line of a report'],
  ['one folder twice', () => [at('one'), at('one'), '--format', 'html'], 'one: it is named twice'],
  ['another format', () => [at('one'), '--format', 'pdf'], '--format pdf: there is no such format; choose of html, j'],
])('%s: one sentence, exit 2, nothing written', async (_, args, words) => {
  const done = await fieldproof(['report', ...args(), '--out', at('not-made')])
  expect(done).toMatchObject({ code: 2, stdout: '' })
  expect(done.stderr).toContain(words)
  expect(done.stderr.trim().split('\n')).toHaveLength(1)
  expect(existsSync(at('not-made'))).toBe(false)
})

test('a run that did not finish is red in what is made of it', async () => {
  const cut = written('cut', night(2).slice(0, 2))
  expect(await fieldproof(['report', cut, '--format', 'ctrf,markdown', '--out', at('cut-made')])).toMatchObject({
    code: 0,
  })
  expect(readFileSync(at('cut-made', 'report.md'), 'utf8')).toContain('The run did not finish.')
  expect(JSON.parse(readFileSync(at('cut-made', 'ctrf.json'), 'utf8')).results.summary.failed).toBeGreaterThan(0)
})

test('a night out of reach is told by the name of the target, as the others are', async () => {
  const name = written('unreached', night(1))
  writeFileSync(at('named.yaml'), 'name: "embedded" # the one at hand\n')
  writeUnfinished(name, at('named.yaml'))
  expect(readReport(name)[0]).toMatchObject({ plan: { target: 'embedded', file: at('named.yaml'), checks: [] } })
})

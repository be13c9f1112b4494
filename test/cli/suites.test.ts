import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { fieldproof } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = scratch()
const example = join(root, 'examples/suites')

test('the example: listed, run, and proven by the fault that it names', async () => {
  const listed = await fieldproof(['list', 'requirements', '--suites', example])
  expect(listed.stdout).toContain('acme/subject-kept  must  A service call keeps the subject that it was created with.')
  const out = join(folder, 'out')
  const ran = await fieldproof(['run', '--suites', example, '--interface', 'acme', '--out', out])
  expect(ran.code, ran.stdout).toBe(0)
  const { verdicts } = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as { verdicts: object }
  expect(verdicts).toEqual({ 'acme/subject-kept/read-by-external-id': 'pass' })
  const [ours, both] = await Promise.all([fieldproof(['doctor']), fieldproof(['doctor', '--suites', example])])
  const running = ({ stdout }: { stdout: string }) => Number(/^checks +(\d+) would run/m.exec(stdout)?.[1])
  expect(running(both)).toBe(running(ours) + 1)
  const proven = await fieldproof(['prove', '--suites', example])
  expect(proven.stdout).toMatch(/^killed +data-create-not-stored +acme\/subject-kept\/read-by-external-id$/m)
  expect(proven.stdout).toMatch(/every check is proven\n$/)
})

const good = 'interface: acme\nrequirements:\n  kept: { level: must, says: It is kept., sources: [ACME-7] }\n'
const refusing = `import { defineCheck, must } from 'fieldproof'
defineCheck('acme/kept', 'always', {}, async ({ api }) => {
  must.hold('a list of 7', (await api.data.list('ServiceCall')).status === 7)
})
`
// Inside the repository: the package resolves to itself there.
mkdirSync(join(root, 'out'), { recursive: true })
const home = mkdtempSync(join(root, 'out', 'suites-'))
afterAll(() => rmSync(home, { recursive: true }))
let made = 0
const suites = (files: Readonly<Record<string, string>>): string => {
  const at = join(home, String((made += 1)))
  mkdirSync(at, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text)
  return at
}

test('what it finds cites the own source, and its rerun line names the folder', async () => {
  const at = suites({ 'requirements.yaml': good, 'kept.check.js': refusing })
  const { code, stdout } = await fieldproof([
    'run',
    '--suites',
    at,
    '--interface',
    'acme',
    '--out',
    join(folder, 'red'),
  ])
  expect(code, stdout).toBe(1)
  expect(stdout).toMatch(/source +ACME-7, level must: It is kept\./)
  expect(stdout.replace(/\s+/g, ' ')).toContain(`--suites ${at} --only acme/kept/always`)
})

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['nothing in it', {}, /there is no requirements\.yaml in it/],
  ['no YAML', { 'requirements.yaml': 'a: [' }, /requirements\.yaml:\d+:\d+: this is not YAML/],
  ['no interface', { 'requirements.yaml': 'requirements: {}' }, /it is a mapping with interface/],
  [
    'an interface of ours',
    { 'requirements.yaml': good.replace('acme', 'data') },
    /:1:\d+: data is an interface of the kit/,
  ],
  [
    'a level that is none',
    { 'requirements.yaml': good.replace('must', 'maybe') },
    /:3:\d+: acme\/kept: level is must or implied/,
  ],
  [
    'an unknown key',
    { 'requirements.yaml': good.replace('sources', 'source') },
    /unknown key source; did you mean sources\?/,
  ],
  ['no check', { 'requirements.yaml': good }, /no check of \S+ is for the requirement acme\/kept/],
  [
    'a check that does not load',
    { 'requirements.yaml': good, 'a.check.js': 'nonsense(' },
    /a\.check\.js: it cannot be loaded: /,
  ],
  [
    'a check for nothing',
    { 'requirements.yaml': good, 'a.check.js': refusing.replace('acme/kept', 'acme/lost') },
    /there is no requirement acme\/lost/,
  ],
  [
    'a check with a word that its head does not have',
    { 'requirements.yaml': good, 'a.check.js': refusing.replace('{}', '{ brokenby: [] }') },
    /acme\/kept\/always has no brokenby: did you mean brokenBy\?/,
  ],
  [
    'a check with a need that there is none of',
    { 'requirements.yaml': good, 'a.check.js': refusing.replace('{}', "{ needs: ['bacth'] }") },
    /there is no need bacth: did you mean batch\?/,
  ],
  ['a file without a check', { 'requirements.yaml': good, 'a.check.js': '1' }, /a\.check\.js: it defines no check/],
])('a bad folder, %s: one sentence, exit 2', async (_what, files, said) => {
  const { code, stderr } = await fieldproof(['run', '--suites', suites(files), '--out', join(folder, 'bad')])
  expect(stderr).toMatch(said)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
})

import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createPlatform } from '../../src/platform/platform.ts'
import { allFiles, read, root } from '../architecture/tree.ts'
import { ended, plan, planned, verdict } from '../reports/fixtures/build.ts'
import { scratch } from '../support/folder.ts'
import { blocksIn, commandsIn, fenced } from './blocks.ts'
import { freePort, listening, shell } from './shell.ts'

/** What is not typed, and why. */
const notTyped: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'it would replace the packages that this test runs with; `run --target embedded` is below',
  'npm ci && npm test': 'this test is part of it',
  'npm pack': 'test/package packs',
  'npm install --save-dev ../fieldproof-0.1.0.tgz': 'test/package installs what it packed',
  'npm run build': 'it would replace the build that this test runs',
  'npm test -- related': 'it is the script that runs this test, with a shorter list',
  'npm run lint': 'test/lint.test.ts runs its tools',
  'npm run bench': 'it measures for minutes, and only on a quiet machine',
  'npm run attack': 'some minutes; test/outside/attack.test.ts runs parts of it',
  'npm run kill-runs': 'some minutes; test/outside/kill.test.ts runs a few',
  'fieldproof completion fish | source': 'there need be no fish; test/cli/completion.test.ts reads its script',
}

const documents = ['README.md', ...allFiles.filter((file) => /^docs\/.*\.md$/.test(file))]
const inPages = new Set(documents.flatMap((file) => fenced(file, 'sh')).map((line) => line.replace(/ &$/, '')))
const all = documents.flatMap((file) => commandsIn(file).map((one) => ({ ...one, file })))
const typedHere = all.filter(
  ({ command }, at) =>
    !(command in notTyped) && !inPages.has(command) && all.findIndex((one) => one.command === command) === at,
)

const folder = scratch()
const at = (...names: string[]) => join(folder, ...names)
const written = (name: string, text: string) => writeFileSync(at(name), text)

/** A short selection, where the document means all checks. */
const shortly = (command: string): string =>
  /fieldproof run /.test(`${command} `) && !/--(?:only|interface) /.test(command)
    ? `${command} --only 'directory/account-found/own-account'`
    : command

/** A recorder has a folder of its own, since none writes into another's recording; the first recording is there for all. */
const recording = (command: string, n: number, port: number, origin: string): string =>
  [
    `mkdir recorder-${n} && cd recorder-${n}`,
    `${command.replace(/https:\/\/\S+/, origin).replace(/ --port \d+/, '')} --port ${port} &`,
    listening(port),
    ...(command.includes('--forward') ? [] : [`"${process.execPath}" ../connector.mjs http://127.0.0.1:${port}`]),
    'kill -INT $!; wait $!; code=$?',
    'cd ..; cp -n recorder-*/traffic.har .; cp -n traffic.har more.har; cp -n traffic.har later.har; (exit $code)',
  ].join('\n')

const connector = `const at = process.argv[2]
const form = new URLSearchParams({ grant_type: 'password', username: 'acme/admin', password: 'Adm1n-of+acme #1' })
const basic = 'Basic ' + btoa('fieldproof-connector:c0nnector-Secret')
const granted = await fetch(at + '/api/oauth2/v1/token', { method: 'POST', headers: { Authorization: basic }, body: form })
const { access_token } = await granted.json()
const headers = { Authorization: 'Bearer ' + access_token, 'X-Client-ID': 'fieldproof-connector', 'X-Client-Version': '1.0' }
for (const query of ['ServiceCall', 'Person'])
  await fetch(at + '/api/data/v4/' + query + '?dtos=ServiceCall.27%3BPerson.25&account=acme&company=Acme%20North&user=admin', { headers })
`

/** How each command ended, and what it said. */
let ends: readonly { readonly code: number; readonly said: string }[]
beforeAll(async () => {
  const platform = createPlatform()
  const server = await platform.listen({ port: 0 })
  for (const name of ['cluster.yaml', 'staging.yaml', 't.yaml'])
    written(name, stringify(platform.targetFile(server.origin)))
  written('connector.mjs', connector)
  cpSync(join(root, 'examples/suites'), at('examples/suites'), { recursive: true })
  const check = 'directory/account-found/own-account'
  for (const name of ['shard-1', 'shard-2', 'shard-3', 'nights/1', 'nights/2']) {
    mkdirSync(at(name), { recursive: true })
    const [part, day] = name.startsWith('shard') ? [{ shard: name.replace('shard-', '') + '/3' }, 1] : [{}, name.at(-1)]
    const checks = name.endsWith('1') ? [planned(check)] : name.startsWith('nights') ? [planned(check)] : []
    const records = ended(
      [
        plan(checks, { ...part, started: `2026-03-0${day}T03:04:05.000Z` }),
        ...checks.map(({ id }) => verdict(id, 'pass')),
      ],
      0,
    )
    written(`${name}/report.jsonl`, records.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  const port = await freePort()
  const lines = typedHere.map(({ command }, n) =>
    [
      / record /.test(command)
        ? recording(command, n, port, server.origin)
        : shortly(command).replace(/\[(.*?)\.\.\.\]/, '$1'),
      `echo; echo "@ ${n} $?"`,
    ].join('\n'),
  )
  const pieces = (await shell(lines.join('\n'), folder)).split(/^@ \d+ (\d+)\n/m)
  ends = typedHere.map((_, n) => ({ said: pieces[2 * n] ?? '', code: Number(pieces[2 * n + 1]) }))
  await server.close()
})

test.each(typedHere.map((one, n) => ({ ...one, n })))('$file: $command', ({ n, code }) => {
  expect(ends[n]?.code, ends[n]?.said).toBe(code)
})

describe('nothing is left out', () => {
  test('every block of a shell is one that the tests read', () => {
    for (const file of documents)
      for (const { kind } of blocksIn(file)) expect(['sh', 'text', 'indented'], file).toContain(kind)
    expect(fenced('README.md', 'sh')).toEqual([])
    expect(typedHere.length).toBeGreaterThan(12)
  })
  test('what is not typed stands in a document, with its reason', () => {
    for (const [command, why] of Object.entries(notTyped)) {
      expect(all.map((one) => one.command)).toContain(command)
      expect(why.length).toBeGreaterThan(15)
    }
  })
  test('scripts of the package are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = all.flatMap(({ command }) => /npm run (\S+)/.exec(command)?.[1] ?? [])
    expect(named.length).toBeGreaterThan(3)
    for (const name of named) expect(Object.keys(scripts)).toContain(name)
  })
})

/** What `docs/replay.md` shows of an exchange. */
const outcome = /^#\d+ [A-Z]+ \/\S* (?:same|different: .*|not comparable: .*)$/

test('the lines that docs/replay.md shows have the form of those that replay prints', () => {
  const shown = blocksIn('docs/replay.md').flatMap(({ lines }) => lines.filter((line) => line.startsWith('#')))
  const printed = ends[typedHere.findIndex(({ command }) => / replay /.test(command))]?.said.split('\n') ?? []
  expect(shown.length).toBeGreaterThan(2)
  for (const line of shown) expect(line).toMatch(outcome)
  expect(printed.filter((line) => outcome.test(line)).length).toBeGreaterThan(2)
})

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Deviation } from '../../../src/platform/deviation.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import type { BenchSubject, Trial } from '../../../src/runner/prove/bench.ts'
import { keptIn, restingOn } from '../../../src/runner/prove/kept-trials.ts'
import { modulesIn } from '../../../src/runner/prove/modules.ts'
import { originsIn } from '../../../src/runner/prove/origins.ts'
import { scratch } from '../../support/folder.ts'

/** A build in small: each module with what it imports. */
const imports: Record<string, readonly string[]> = {
  'src/runner/prove/crew-thread.js': ['src/kit/kit.js', 'src/platform/platform.js', 'suites/all.js'],
  'src/kit/kit.js': [],
  'src/platform/platform.js': [
    'src/platform/interfaces.js',
    'src/platform/deviations.js',
    'src/platform/worlds/named.js',
  ],
  'src/platform/interfaces.js': ['src/platform/data/interface.js', 'src/platform/token/interface.js'],
  'src/platform/data/interface.js': ['src/platform/data/write.js'],
  'src/platform/data/write.js': [],
  'src/platform/token/interface.js': ['src/platform/interfaces.js'],
  'src/platform/deviations.js': ['src/platform/faults/one.js', 'src/platform/variants/two.js'],
  'src/platform/faults/one.js': ['src/platform/faults/words.js'],
  'src/platform/faults/words.js': [],
  'src/platform/variants/two.js': [],
  'src/platform/variants/wired.js': [],
  'src/platform/worlds/named.js': ['src/platform/variants/two.js'],
  'suites/all.js': ['suites/data/a.check.js', 'suites/data/b.check.js'],
  'suites/data/a.check.js': ['suites/data/steps.js', 'src/kit/kit.js'],
  'suites/data/b.check.js': ['src/kit/kit.js'],
  'suites/data/steps.js': [],
}
const deviations = [
  { id: 'one', says: '', rule: { record: { lastChanged: () => 1 } } },
  { id: 'two', says: '', rule: { page: { defaultSize: () => 1 } } },
  { id: 'wired', says: '', wire: {} },
] as unknown as Deviation[]
const origins = {
  checks: new Map([
    ['a', 'suites/data/a.check.js'],
    ['b', 'suites/data/b.check.js'],
  ]),
  deviations: new Map([
    ['one', 'src/platform/faults/one.js'],
    ['two', 'src/platform/variants/two.js'],
    ['wired', 'src/platform/variants/wired.js'],
  ]),
  rooms: new Map([
    ['data', 'src/platform/data/interface.js'],
    ['token', 'src/platform/token/interface.js'],
  ]),
  routes: ['data cluster GET /things'],
}

const trials: Record<string, readonly [check: string, subject: BenchSubject, rules: string[], rooms: string[]]> = {
  'a plainly': ['a', {}, ['record.lastChanged'], ['data', 'token']],
  'b, of the token service': ['b', {}, [], ['token']],
  'a with one': ['a', { faults: ['one'] }, ['record.lastChanged'], ['data', 'token']],
  'a with two, which it does not meet': ['a', { variants: ['two'] }, ['record.lastChanged'], ['data']],
  'b with two': ['b', { variants: ['two'] }, ['page.defaultSize'], ['data']],
  'b on the wire': ['b', { variants: ['two', 'wired'] }, [], ['token']],
}

const write = (folder: string, file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function build(): string {
  const folder = join(scratch(), 'dist')
  write(folder, 'modules.json', JSON.stringify(imports))
  for (const file of Object.keys(imports)) write(folder, file, `// ${file}`)
  return folder
}

/** The trials that rest on something else after a change. */
function redone(change: (folder: string) => void, now = origins, known = deviations): string[] {
  const folder = build()
  const at = (all: typeof origins, which: readonly Deviation[]) => {
    const modules = modulesIn(folder)
    const rests = modules && restingOn(folder, modules, all, which)
    return ([check, subject, rules, rooms]: (typeof trials)[string]) =>
      rests?.(check, subject, { rules: new Set(rules), rooms })
  }
  const before = Object.entries(trials).map(([name, one]) => [name, at(origins, deviations)(one)] as const)
  expect(before.every(([, on]) => on !== undefined)).toBe(true)
  change(folder)
  const after = at(now, known)
  return before.flatMap(([name, on]) => (after(trials[name] as (typeof trials)[string]) === on ? [] : [name]))
}
const all = Object.keys(trials)
const changed = (file: string) => redone((folder) => write(folder, file, 'changed'))

test.each([
  ['nothing', 'README.md', []],
  ['a word of the kit', 'src/kit/kit.js', all],
  ['the way of all requests', 'src/platform/platform.js', all],
  ['which interfaces there are', 'src/platform/interfaces.js', all],
  ['what schemas are compiled to', 'src/contract/compiled.cjs', all],
  ['a schema', '../schemas/data/record.yaml', all],
  ['the lock file', '../package-lock.json', all],
  ['a check', 'suites/data/b.check.js', ['b, of the token service', 'b with two', 'b on the wire']],
  ['steps', 'suites/data/steps.js', ['a plainly', 'a with one', 'a with two, which it does not meet']],
  [
    'an interface, behind its door',
    'src/platform/data/write.js',
    ['a plainly', 'a with one', 'a with two, which it does not meet', 'b with two'],
  ],
  ['a fault', 'src/platform/faults/one.js', ['a with one']],
  ['what a fault imports', 'src/platform/faults/words.js', ['a with one']],
  ['a variant, that one check meets', 'src/platform/variants/two.js', ['b with two']],
  ['a variant on the wire, which each meets', 'src/platform/variants/wired.js', ['b on the wire']],
  ['that there are more deviations', 'src/platform/deviations.js', []],
])('%s changes: what rests on it is tried again, and nothing else', (_what, file, expected) => {
  expect(changed(file)).toEqual(expected)
})

test('a variant that now replaces what a check looks at is met', () => {
  const wider = deviations.map((one) =>
    one.id === 'two'
      ? ({ ...one, seam: { passage: { through: () => 1 } }, rule: deviations[0]?.rule } as unknown as Deviation)
      : one,
  )
  expect(redone(() => undefined, origins, wider)).toEqual(['a with two, which it does not meet', 'b with two'])
})

test('another route may take a request away from any', () => {
  expect(redone(() => undefined, { ...origins, routes: [...origins.routes, 'token origin GET /:any'] })).toEqual(all)
})

test('of what nobody knows where it is written, nothing is reused', () => {
  const unknown = { ...origins, checks: new Map([['b', 'suites/data/b.check.js']]) }
  expect(redone(() => undefined, unknown)).toEqual(all.filter((name) => name.startsWith('a ')))
  const gone = { ...origins, rooms: new Map([['data', 'src/platform/data/interface.js']]) }
  expect(redone(() => undefined, gone)).toContain('b, of the token service')
})

test('of a module that is not there nothing is known, and without the list of modules of none', () => {
  const folder = build()
  const modules = modulesIn(folder)
  expect(modules?.hashOf('src/kit/gone.js', [])).toBeUndefined()
  expect(modulesIn(join(folder, 'elsewhere'))).toBeUndefined()
})

const done = (is: 'held' | 'crashed' | 'blocked' | 'breach', requests = 3): Trial =>
  ({
    attempt: {
      outcome:
        is === 'held' ? { is, saw: ['one', 'two'] } : is === 'breach' ? { is, findings: [] } : { is, because: '' },
      sights: [{ by: 'contract', exchange: 'e', line: 'a long line', asserted: ['A-TOK-01'], findings: [] }],
    },
    rulesRead: new Set(['b.two', 'a.one']),
    rooms: new Set(['token']),
    requests,
  }) as unknown as Trial

test('a trial is recalled as it was, by the next proof, as long as it rests on the same', () => {
  const file = join(scratch(), 'trials.json')
  let on = 'first'
  const open = (fresh = false) => keptIn(file, () => on, fresh)
  const first = open()
  expect(first.recall('a', {})).toBeUndefined()
  first.keep('a', {}, done('held'))
  first.keep('a', { faults: ['one'], unjudged: false }, done('breach', 7))
  first.save(false)
  const recalled = open().recall('a', {})
  expect(recalled?.attempt.outcome).toEqual({ is: 'held', saw: ['one'] })
  expect(recalled?.attempt.sights).toMatchObject([{ by: 'contract', asserted: ['A-TOK-01'] }])
  expect([...(recalled?.rulesRead ?? [])]).toEqual(['a.one', 'b.two'])
  expect(open().recall('a', { faults: ['one'] })?.requests).toBe(7)
  expect(open().recall('a', { faults: ['one'], unjudged: true })).toBeUndefined()
  expect(open().recall('a', { faults: ['two'] })).toBeUndefined()
  expect(open(true).recall('a', {})).toBeUndefined()
  on = 'second'
  expect(open().recall('a', {})).toBeUndefined()
})

test('what the machine may have had a part in is no verdict to keep, and takes an older one away', () => {
  const file = join(scratch(), 'trials.json')
  const kept = keptIn(file, () => 'same')
  kept.keep('a', {}, done('held'))
  kept.keep('a', {}, done('crashed'))
  kept.keep('b', { variants: ['two'] }, done('blocked'))
  kept.keep('b', { impostor: 'nothing' }, done('blocked'))
  kept.save(false)
  const next = keptIn(file, () => 'same')
  expect(next.recall('a', {})).toBeUndefined()
  expect(next.recall('b', { variants: ['two'] })).toBeUndefined()
  expect(next.recall('b', { impostor: 'nothing' })).toBeDefined()
})

test('after a proof of everything, what it did not ask for is let go; a broken file is none', () => {
  const file = join(scratch(), 'trials.json')
  const first = keptIn(file, () => 'same')
  first.keep('a', {}, done('held'))
  first.keep('b', {}, done('held'))
  first.save(false)
  const second = keptIn(file, () => 'same')
  second.recall('a', {})
  second.save(true)
  const third = keptIn(file, () => 'same')
  expect([third.recall('a', {}) !== undefined, third.recall('b', {}) !== undefined]).toEqual([true, false])
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20))
  expect(keptIn(file, () => 'same').recall('a', {})).toBeUndefined()
})

test('the build tells where each check, deviation and interface is written', async () => {
  const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))
  const modules = modulesIn(dist)
  const found = modules && (await originsIn(dist, modules))
  expect(found?.checks.get('company/text-form/one-line-each')).toMatch(/^suites\/company\/.*\.check\.js$/)
  expect([...allFaults, ...allVariants].filter(({ id }) => !found?.deviations.has(id))).toEqual([])
  expect([...(found?.rooms.keys() ?? [])]).toEqual(
    expect.arrayContaining(['token', 'data', 'batch', 'dispatch-control']),
  )
  const rests = found && restingOn(dist, modules, found, [...allFaults, ...allVariants])
  const read = { rules: new Set<string>(), rooms: [...(found?.rooms.keys() ?? [])] }
  const unknown = [...(found?.checks.keys() ?? [])].filter((id) => rests?.(id, {}, read) === undefined)
  expect(unknown).toEqual([])
  expect(found?.checks.size).toBeGreaterThan(2000)
})

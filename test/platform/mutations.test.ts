import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { stale } from '../../scripts/mutants/known.mjs'
import { compiled, instrumented, mutationsOf } from '../../scripts/mutants/mutations.mjs'
import { notMutated } from '../../scripts/mutants/not-mutated.mjs'
import { strictRulebook } from '../../src/platform/rulebook/rulebook.ts'

const source = `import { a } from './a.ts'
type T = 'x' | 'y'
export function f(n: number, rules: { group: { rule(one: number, label: string): number } }): number {
  if (n === 1 && !a) throw new Error('a sentence for people')
  return rules.group.rule(n, 'label') + (n < 3 ? 1 : 0)
}
`
const rules = { group: { rule: (one: number, _label: string) => one } }
const found = mutationsOf('f.ts', source, rules) as Array<{ kind: string; line: number; from: string; to: string }>

test('a source is changed where it decides something', () => {
  const told = found.map(({ kind, line, from }) => `${line} ${kind}: ${from}`)
  expect(told).toEqual([
    '4 condition negated: n === 1 && !a',
    '4 operator swapped: n === 1 && !a',
    '4 operator swapped: n === 1',
    '4 number changed: 1',
    '4 negation removed: !a',
    "4 statement removed: throw new Error('a sentence for people')",
    "5 operator swapped: rules.group.rule(n, 'label') + (n < 3 ? 1 : 0)",
    '5 condition negated: n < 3',
    '5 operator swapped: n < 3',
    '5 number changed: 3',
    '5 number changed: 1',
    '5 number changed: 0',
  ])
})

test('types, imports, sentences, and what no default rule reads stay as they are', () => {
  const unread = mutationsOf('f.ts', source, {}) as typeof found
  expect(unread.some(({ from }) => from === "'label'")).toBe(true)
  expect(found.some(({ from }) => /label'$|sentence|'x'/.test(from) && !from.startsWith('throw'))).toBe(false)
})

test('each mutant is JavaScript, and another than the original', () => {
  const original = compiled(source, { start: 0, end: 0, to: '' }) as string
  expect(original).toContain('./a.js')
  for (const one of found) expect(compiled(source, one as never), one.from).not.toBe(original)
})

test('what the strict rules never run, or never ask for, is left alone', () => {
  const text = `const f = (n, rules) => {
  if (rules.group.never()) return n + 1
  if (n < 2 && !rules.group.always()) throw new Error('x')
  return rules.group.always() ? n - 1 : n + 2
}
`
  const constant = { group: { never: () => false, always: (_n: number) => true } }
  const told = (mutationsOf('f.ts', text, constant) as typeof found).map(({ line, kind }) => `${line} ${kind}`)
  expect(told).toEqual([
    '2 condition negated',
    '3 condition negated',
    '3 operator swapped',
    '3 negation removed',
    '4 condition negated',
    '4 operator swapped',
    '4 number changed',
  ])
})

test('what follows from a constant rule is left alone, too', () => {
  const text = `const f = (n, rules) => {
  const way = rules.group.way()
  if (way === 'other') n += 1
  const lag = rules.group.lag()
  if (lag === 0) return n
  return n + lag
}
`
  const constant = { group: { way: () => 'usual', lag: () => 0 } }
  const told = (mutationsOf('f.ts', text, constant) as typeof found).map(
    ({ line, kind, from }) => `${line} ${kind}: ${from}`,
  )
  expect(told).toEqual([
    "3 condition negated: way === 'other'",
    "3 operator swapped: way === 'other'",
    '5 condition negated: lag === 0',
    '5 operator swapped: lag === 0',
    '5 number changed: 0',
  ])
})

test('of the codes of the Data API the one that is fixed is changed', () => {
  const text = "f('CA-27'); f('CA-400'); new QueryRefused('field', 'x'); g('field')"
  const words = (mutationsOf('f.ts', text, {}) as typeof found).filter(({ kind }) => kind === 'constant changed')
  expect(words.map(({ from }) => from)).toEqual(["'CA-27'", "'field'"])
})

test('all mutants of a source sleep in it until one is woken', () => {
  const text = `export const f = (n) => { if (n > 2) n += 5; else n = -n; return { 'a-b': n < 3 ? 'low' : 'high', n } }\n`
  const mutants = (mutationsOf('f.ts', text, {}) as object[]).map((one, id) => ({ ...one, id }))
  const body = (instrumented(text, mutants as never) as string).replace('export const f =', 'return')
  const outcomes = [-1, ...mutants.keys()].map((awake) => {
    Object.assign(globalThis, { mutantAwake: (id: number) => id === awake })
    const f = new Function(body)() as (n: number) => unknown
    return JSON.stringify([1, 2, 3, 8].map((n) => f(n)))
  })
  expect(outcomes[0]).toBe('[{"a-b":"low","n":-1},{"a-b":"low","n":-2},{"a-b":"high","n":8},{"a-b":"high","n":13}]')
  expect(outcomes.slice(1).filter((one) => one === outcomes[0]).length).toBeLessThan(mutants.length / 2)
})

test('each mutant that is said to be the same platform is one', () => {
  const platform = fileURLToPath(new URL('../../src/platform/', import.meta.url))
  const sources = new Map(
    readdirSync(platform, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !notMutated(name))
      .map((name) => [name, readFileSync(platform + name, 'utf8')]),
  )
  const mutants = [...sources].flatMap(([name, text]) => mutationsOf(name, text, strictRulebook) as object[])
  expect(mutants.length).toBeGreaterThan(1000)
  const lines = new Map([...sources].map(([name, text]) => [name, text.split('\n')]))
  const lineOf = ({ file, line }: { file: string; line: number }) => lines.get(file)?.[line - 1]?.trim()
  expect(stale(mutants as never, lineOf as never)).toEqual([])
})

test('a few mutants of the Reporting API meet the checks that reach them', { timeout: 60_000 }, async () => {
  const script = fileURLToPath(new URL('../../scripts/mutate-platform.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    ...['--sample', '3', '--seed', '2', '--only', 'reporting/', '--checks', 'reporting/'],
  ])
  const [, told, drawn] = /(\d+) of (\d+) \([\d.]+ %\) mutants told/.exec(stdout) ?? []
  expect(Number(drawn), stdout).toBe(3)
  expect(Number(told), stdout).toBeGreaterThan(0)
})

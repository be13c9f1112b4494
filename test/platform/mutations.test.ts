import { expect, test } from 'vitest'
import { compiled, mutationsOf } from '../../scripts/mutants/mutations.mjs'

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

import { expect, test } from 'vitest'
import { compose } from '../../src/platform/compose.ts'
import { strictRulebook } from '../../src/platform/rulebook/rulebook.ts'
import { strictSeams } from '../../src/platform/seams/seams.ts'

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>
const pairs = (groups: Groups) =>
  Object.entries(groups).flatMap(([group, members]) => Object.keys(members).map((name) => [group, name] as const))

test.each<[string, Groups, (composed: ReturnType<typeof compose>) => Groups]>([
  ['rules', strictRulebook as unknown as Groups, ({ rules }) => rules as unknown as Groups],
  ['seams', strictSeams as unknown as Groups, ({ seams }) => seams as unknown as Groups],
])('without a deviation all %s are the strict ones, and each look at one is told', (_kind, strict, of) => {
  const heard: string[] = []
  const composed = of(compose([], (name) => heard.push(name)))
  expect(pairs(strict).filter(([group, name]) => composed[group]?.[name] !== strict[group]?.[name])).toEqual([])
  expect(heard).toEqual(pairs(strict).map(([group, name]) => `${group}.${name}`))
})

test('rules and seams have groups of one name', () => {
  const both = Object.keys(strictSeams).filter((group) => group in strictRulebook)
  expect(both).toContain('lock')
})

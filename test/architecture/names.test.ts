import { expect, test } from 'vitest'
import { ambiguousNames, exportedNames, sources } from './names.ts'

test('an exported name stands for one thing', () => {
  const files = sources()
  expect(files.length).toBeGreaterThan(300)
  expect([...ambiguousNames(files)].map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([])
})

test('every form of export is seen, and what is passed on is no second thing', () => {
  const text = `
    import { passed } from "./other.ts"
    export { passed }
    export { also } from "./other.ts"
    export { before as after } from "./other.ts"
    export const one = 1, { two, three: [four] } = five
    export function six() {}
    export type Seven = 7
    export interface Eight {}
    export class Nine {}
    const ten = 10
    export { ten }
    const eleven = 11`
  expect(exportedNames('x.ts', text)).toEqual(['after', 'one', 'two', 'four', 'six', 'Seven', 'Eight', 'Nine', 'ten'])
  const twice = ['src/kit/a.ts', 'suites/b.ts', 'src/platform/c.ts'].map((file) => ({
    file,
    text: 'export const shared = 1',
  }))
  expect([...ambiguousNames(twice)]).toEqual([['kit shared', ['src/kit/a.ts', 'suites/b.ts']]])
})

import { expect, test } from 'vitest'
import { ambiguousNames, exportedNames, sources } from './names.ts'

/** Names that still stand for two things. A list that only shrinks: give the newcomer a name that says what it is. */
const known = {
  kit: 'Answer Caller Counts Deed Form Irregular Judged Known Match Outcome Place Plan Reading Recorded Route Row Seen State Subject Terms Trial Version Write Written callsOf check collect contentOf dtosOf exitCodeOf idsOf inWords judge learn linesOf lockRefusal named observe pairs plainId put read recordOf refOf resource rowsOf show succeeded',
  platform: 'Asking Entry Page grammar parse text',
}

test('an exported name stands for one thing', () => {
  const files = sources()
  expect(files.length).toBeGreaterThan(300)
  const ambiguous = ambiguousNames(files)
  const allowed = Object.entries(known).flatMap(([side, names]) => names.split(' ').map((name) => `${side} ${name}`))
  const unknown = [...ambiguous].filter(([name]) => !allowed.includes(name))
  expect(unknown.map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([])
  expect(
    allowed.filter((name) => !ambiguous.has(name)),
    'mended: take it off the list',
  ).toEqual([])
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

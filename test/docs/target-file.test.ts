import { expect, test } from 'vitest'
import { documented } from '../../scripts/document-target.mjs'
import { targetKeys } from '../../src/contract/index.ts'
import { needs } from '../../src/target/needs.ts'
import { read } from '../architecture/tree.ts'

const keys = targetKeys()

test('every key of a target file says what it is for (its title in schemas/kit/target.schema.json)', () => {
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter(({ title, path }) => title === undefined && !isShownAbove(path)).map(({ path }) => path)).toEqual(
    [],
  )
})

/** Below a key with an example, that example shows it. */
const isShownAbove = (path: string): boolean =>
  keys.some((key) => path.startsWith(`${key.path}.`) && key.example !== undefined)

test('docs/target-file.md is what scripts/document-target.mjs writes: run it after a change to the schema or the needs', () => {
  expect(read('docs/target-file.md')).toBe(documented({ keys, needs }))
})

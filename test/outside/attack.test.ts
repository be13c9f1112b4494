import { expect, test } from 'vitest'
import { attack } from '../../scripts/attack.mjs'
import { rows } from '../../scripts/attack/rows.mjs'

interface Row {
  readonly name: string
  readonly sample?: true
}
interface Result extends Row {
  readonly held: boolean
  readonly saw: string
}

const names = (rows as Row[]).map(({ name }) => name)
const sample = (rows as Row[]).filter((row) => row.sample).map(({ name }) => name)

test('each attack has a name of its own, and the sample is of every kind', () => {
  expect(new Set(names).size).toBe(names.length)
  expect([...new Set(sample.map((name) => name.split(':')[0]))].sort()).toEqual([
    'YAML',
    'credentials',
    'files',
    'record',
    'reports',
    'run',
    'verify',
  ])
})

test.each(sample)('%s', async (wanted) => {
  const [{ held, saw } = { held: false, saw: 'not tried' }] = (await attack({
    only: ({ name }: Row) => name === wanted,
  })) as Result[]
  expect(held, saw).toBe(true)
})

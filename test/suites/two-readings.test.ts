import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allFaults, allVariants } from '../../src/platform/deviations.ts'
import { statementOf } from '../../src/verdict/statements.ts'

const folder = join(import.meta.dirname, '../../suites/two-readings')
const tables = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const rows = tables.flatMap((name) => parse(readFileSync(join(folder, name), 'utf8')) as Array<Record<string, string>>)

const fates = ['as', 'same-as', 'unreachable', 'struck', 'elsewhere']
const firsts = { breach: ['told', 'missed'], lawful: ['silent', 'accused'] } as const
const known = {
  breach: new Set(allFaults.map(({ id }) => id)),
  lawful: new Set(['plain', ...allVariants.map(({ id }) => id)]),
}

test('each server stands there once, for a statement, with one fate and what was said of it', () => {
  expect(rows.length).toBeGreaterThan(0)
  const entries = rows.map(({ entry }) => entry)
  const wrong = rows.filter((row, at) => {
    const kind = row['kind'] as keyof typeof firsts
    const fate = fates.filter((name) => name in row)
    const measured = fate[0] === 'as' || fate[0] === 'same-as' || fate[0] === 'elsewhere'
    return !(
      entries.indexOf(row['entry']) === at &&
      statementOf(row['statement'] ?? '') &&
      kind in firsts &&
      fate.length === 1 &&
      Object.keys(row).every((name) => ['entry', 'statement', 'kind', 'first', ...fates].includes(name)) &&
      (row['first'] === undefined ? !measured : (firsts[kind] as readonly string[]).includes(row['first']))
    )
  })
  expect(wrong).toEqual([])
})

test('faults and variants that it names are there', () => {
  const gone = rows.filter((row) => {
    const id = row['as'] ?? row['same-as']
    return id !== undefined && !known[row['kind'] as keyof typeof known].has(id)
  })
  expect(gone).toEqual([])
})

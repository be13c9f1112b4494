import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allFaults, allVariants } from '../../src/platform/deviations.ts'
import { statementOf, statements } from '../../src/verdict/statements.ts'

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

/** Reports, of whose answers no sentence shows a status: there is hardly another way to obey. */
const hardlyAnotherWay = ['B-RPT-02', 'B-RPT-05', 'B-RPT-06', 'B-RPT-08', 'B-RPT-11', 'B-RPT-13']

test('a reader thought up at least two lawful servers and two breaches of each statement that binds servers', () => {
  const binding = statements.filter(
    ({ id, side, level }) => !id.startsWith('K-') && side !== 'client' && (level === 'must' || level === 'implied'),
  )
  expect(binding.length).toBeGreaterThan(250)
  const count = (id: string, kind: string) =>
    rows.filter((row) => row['statement'] === id && row['kind'] === kind).length
  expect(binding.filter(({ id }) => count(id, 'breach') < 2).map(({ id }) => id)).toEqual(['B-RPT-08'])
  expect(binding.filter(({ id }) => count(id, 'lawful') < 2).map(({ id }) => id)).toEqual(hardlyAnotherWay)
})

test('the README shows the shares that the tables have', () => {
  const page = join(folder, 'README.md')
  const shown = readFileSync(page, 'utf8')
  const { stdout } = spawnSync(process.execPath, [join(folder, '../../scripts/two-readings.mjs')], { encoding: 'utf8' })
  const lines = stdout.split('\n').filter((text) => /^(?:part [AB]|all) /.test(text))
  expect(lines).toHaveLength(3)
  for (const text of lines) expect(shown).toContain(text.trimEnd())
})

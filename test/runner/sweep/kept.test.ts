import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache, toldMutants } from '../../../src/runner/sweep/kept.ts'
import { scratch } from '../../support/folder.ts'

const folder = scratch()
const told = { check: 'company/listed/all', by: 'check', statement: 'A-COM-01', expected: 'a', actual: 'b' } as const

test('mutants told under a statement are those of the last sweep that nothing which bears on them has changed since', () => {
  expect(toldMutants(folder)).toBeUndefined()
  mkdirSync(join(folder, 'suites/company'), { recursive: true })
  writeFileSync(join(folder, 'suites/company/listed.ts'), 'one')
  const cache = openCache(folder)
  const rest = { checks: 1, kitErrors: [] }
  cache.keep({ id: 'GET list dropped', told, ...rest }, ['company'])
  cache.keep({ id: 'GET list silent', ...rest }, ['company'])
  cache.save()
  expect([...(toldMutants(folder) ?? [])]).toEqual([['A-COM-01', ['GET list dropped']]])
  writeFileSync(join(folder, 'suites/company/listed.ts'), 'two')
  expect(toldMutants(folder)).toBeUndefined()
})

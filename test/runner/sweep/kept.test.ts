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
  writeFileSync(join(folder, 'suites/company/listed.check.js'), 'one')
  const cache = openCache(folder)
  const rest = { checks: 1, likeliest: [], kitErrors: [] }
  cache.keep({ id: 'GET list dropped', told, ...rest }, ['company'])
  cache.keep({ id: 'GET list silent', ...rest }, ['company'])
  cache.save()
  expect([...(toldMutants(folder) ?? [])]).toEqual([['A-COM-01', ['GET list dropped']]])
  writeFileSync(join(folder, 'suites/company/listed.check.js'), 'two')
  expect(toldMutants(folder)).toBeUndefined()
})

test('a verdict rests on the steps of all suites, and on the checks of those that meet the mutant', () => {
  const empty = scratch()
  for (const suite of ['company', 'token']) mkdirSync(join(empty, 'suites', suite), { recursive: true })
  const silent = { id: 'GET list silent', checks: 3, likeliest: [], kitErrors: [] }
  const isValidAfter = (file: string): boolean => {
    const cache = openCache(empty)
    cache.keep(silent, ['company'])
    cache.save()
    writeFileSync(join(empty, file), 'changed')
    return openCache(empty).recall(silent.id, ['company'], 3)?.valid ?? false
  }
  expect(isValidAfter('suites/token/login.check.js')).toBe(true)
  expect(isValidAfter('suites/token/steps.js')).toBe(false)
  expect(isValidAfter('suites/company/listed.check.js')).toBe(false)
})

test('what few checks were silent about is tried again where more would be', () => {
  const cache = openCache(scratch())
  cache.keep({ id: 'GET list silent', checks: 200, likeliest: [], kitErrors: [] }, ['company'])
  expect(cache.recall('GET list silent', ['company'], 200)?.valid).toBe(true)
  expect(cache.recall('GET list silent', ['company'], 201)?.valid).toBe(false)
})

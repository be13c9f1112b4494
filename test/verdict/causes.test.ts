import { expect, test } from 'vitest'
import { causesOf } from '../../src/verdict/causes.ts'
import type { Finding } from '../../src/verdict/finding.ts'
import type { PlannedCheck, Verdict } from '../../src/verdict/stream.ts'

const planned = (id: string, needs?: readonly string[]): PlannedCheck => ({
  id,
  interface: id.split('/')[0] ?? '',
  requirement: id.split('/').slice(0, 2).join('/'),
  level: 'must',
  says: 'A rule.',
  sources: ['A-DAT-20'],
  ...(needs ? { needs } : {}),
})

const found = (requirement: string, symptom: string): Finding => ({
  statement: 'A-DAT-20',
  sentence: 'A sentence.',
  level: 'must',
  requirement,
  rule: 'A rule.',
  expected: 'x',
  actual: 'y',
  symptom,
  operation: symptom.split(':')[0] ?? '',
  exchanges: ['a-1'],
  rerun: 'npx fieldproof run',
  fingerprint: '0123456789ab',
})

const verdict = (check: string, is: Verdict['is'], ...findings: readonly Finding[]): Verdict => ({
  check,
  requirement: check.split('/').slice(0, 2).join('/'),
  is,
  findings,
  ms: 1,
})
const blocked = (check: string, because: string): Verdict => ({ ...verdict(check, 'blocked'), because })

const causes = (...verdicts: readonly Verdict[]) =>
  causesOf(
    verdicts.map(({ check }) => planned(check)),
    verdicts,
  )

test('a rule broken in set-up steps is one cause with its own checks, shown by one of them', () => {
  const told = found('data/create', 'data/create: status 201 -> 200')
  expect(
    causes(
      verdict('data/lock/a', 'blocked', told),
      verdict('data/lock/b', 'blocked', told),
      verdict('data/create/plain', 'fail', told),
    ),
  ).toEqual([
    {
      id: 'data/create: status 201 -> 200',
      check: 'data/create/plain',
      finding: '0123456789ab',
      symptoms: ['data/create: status 201 -> 200'],
      failed: ['data/create/plain'],
      blocked: ['data/lock/a', 'data/lock/b'],
      warned: [],
    },
  ])
})

test('one rule in answers of one operation is one cause, however it shows', () => {
  const all = causes(
    verdict('data/page/a', 'fail', found('data/page', 'data/list: number of records number -> another number')),
    verdict('data/page/b', 'fail', found('data/page', 'data/list: order text -> another text')),
  )
  expect(all.map(({ failed }) => failed)).toEqual([['data/page/a', 'data/page/b']])
})

test('what has nothing in common stays apart, the cause of most first, warnings last', () => {
  const all = causes(
    verdict('data/a/1', 'warn', found('data/a', 'data/list: a text -> another text')),
    verdict('data/b/1', 'fail', found('data/b', 'data/get: b number -> text')),
    verdict('batch/c/1', 'fail', found('batch/c', 'batch/send: # parts -> # parts')),
    verdict('batch/d/1', 'fail', found('batch/d', 'batch/send: # parts -> # parts')),
  )
  expect(all.map(({ failed, warned }) => [...failed, ...warned])).toEqual([
    ['batch/c/1', 'batch/d/1'],
    ['data/b/1'],
    ['data/a/1'],
  ])
})

test('checks blocked for one reason are one cause, whatever their numbers', () => {
  const all = causes(blocked('data/a/1', 'trouble after 1500 ms'), blocked('data/b/1', 'trouble after 2750 ms'))
  expect(all.map((cause) => [cause.id, cause.blocked])).toEqual([
    ['blocked: trouble after # ms', ['data/a/1', 'data/b/1']],
  ])
})

test('an interface at whose address nothing is found is proposed under lacks, but not where most of it works', () => {
  const missing = found('query/served', 'query: status 404 not_found')
  const plan = ['query/served/a', 'query/served/b', 'query/served/c'].map((id) => planned(id, ['query-api']))
  const lost = [verdict('query/served/a', 'fail', missing), verdict('query/served/b', 'fail', missing)]
  expect(causesOf(plan, [...lost, verdict('query/served/c', 'pass')])[0]?.lacks).toEqual({
    need: 'query-api',
    because: 'its address is answered with status 404 not_found',
  })
  expect(causesOf(plan, [...lost.slice(1), verdict('query/served/c', 'pass')])[0]?.lacks).toBeUndefined()
})

test('what passed, is known or was left out is no cause', () => {
  expect(
    causes(
      verdict('data/a/1', 'pass'),
      verdict('data/b/1', 'known', found('data/b', 'data/get: b number -> text')),
      verdict('data/c/1', 'not-applicable'),
    ),
  ).toEqual([])
})

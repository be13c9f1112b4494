import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judged } from './judged.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Headers = ReadonlyArray<readonly [string, string]>

const entry = (path: string, headers: Headers, answer: unknown, status = 200) => ({
  startedDateTime: '2026-03-01T10:00:00.000Z',
  time: 12,
  request: {
    method: 'GET',
    url: `https://cluster.example${path}`,
    headers: headers.map(([name, value]) => ({ name, value })),
    bodySize: 0,
  },
  response: {
    status,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { size: -1, text: JSON.stringify(answer) },
  },
})

async function told(...entries: readonly unknown[]) {
  const file = join(folder, 'traffic.har')
  writeFileSync(file, JSON.stringify({ log: { entries } }))
  const { findings, notices } = await judged(file, folder)
  return { findings: findings.map(({ statement, exchanges }) => [statement, ...exchanges]), notices }
}

const list = '/api/data/v4/ServiceCall?dtos=ServiceCall.27&account=a&company=b'
const [rows, bearer] = [{ data: [] }, ['Authorization', 'Bearer some-token-of-a-caller'] as const]
const companies = '/masterCloudInterface/informationService/companies'
const [asJson, asText] = [
  ['Accept', 'application/json'],
  ['accept', 'application/text'],
] as const
const named = { companies: [{ name: 'main', description: 'Main' }] }

test('a browser leaves Authorization out of all that it exports', async () => {
  const { findings, notices } = await told(entry(list, [], rows), entry(companies, [asJson], named))
  expect(findings).toEqual([])
  expect(notices).toEqual([expect.stringContaining('no entry has an Authorization header')])
})

test('... a call without one beside others that have it', async () => {
  const [without, having] = [entry(list, [], rows), entry(companies, [bearer, asJson], named)]
  expect((await told(without, having)).findings).toEqual([['A-AUT-12', '#1']])
  expect((await told(having, without)).findings).toEqual([['A-AUT-12', '#2']])
})

test('... a call that is refused for having none', async () => {
  const refused = entry(list, [], { error: 'invalid_token', error_description: 'none' }, 401)
  expect((await told(refused)).findings).toEqual([['A-AUT-12', '#1']])
})

test.each(['[REDACTED]', '***', 'xxxxxx', '(removed)'])('a tool that covers a header whole: %s', async (value) => {
  expect((await told(entry(list, [['Authorization', value]], rows))).findings).toEqual([])
})

test('the token in the query of document B is served or refused', async () => {
  const users = { content: [], firstPage: true, lastPage: true, number: 0, numberOfElements: 0, size: 20, sort: {} }
  const asked: Headers = [
    ['X-Request-ID', 'r'],
    ['X-Client-Version', '1'],
  ]
  const answer = { ...users, totalElements: 0, totalPages: 0 }
  const call = entry('/api/user/v1/users?account=a&access_token=some-token', asked, answer)
  expect((await told(call)).findings).toEqual([])
})

test('Accept in two lines means both', async () => {
  expect((await told(entry(companies, [bearer, asText, asJson], named))).findings).toEqual([])
  expect((await told(entry(companies, [bearer, asText], named))).findings).toEqual([['A-COM-02', '#1']])
})

test('media types have no letter case', async () => {
  const scim = (accept: string) =>
    entry('/api/scim/v2/Users', [bearer, ['Accept', accept], ['CONTENT-TYPE', 'Application/SCIM+JSON']], {})
  expect((await told(scim('APPLICATION/scim+json;q=1'))).findings).toEqual([])
  expect((await told(scim('application/scim'))).findings).toEqual([['B-SCM-01', '#1']])
})

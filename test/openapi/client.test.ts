import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openApiDocument } from '../../src/openapi/document.ts'
import { start } from '../support/cli.ts'
import { scratch } from '../support/folder.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const folder = scratch()
const file = join(folder, 'target.yaml')
let served: ReturnType<typeof start>

beforeAll(async () => {
  served = start(['serve', '--port', '0', '--write-target', file])
  await served.said('listens at http://127.0.0.1:')
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const types = await openapiTypeScript(JSON.stringify(openApiDocument('0.0.0')), { emptyObjectsUnknown: true })
  writeFileSync(join(folder, 'types.ts'), astToString(types))
}, 60_000)
afterAll(async () => {
  served.child.kill('SIGINT')
  await served.ended
})

/** A connector as its author writes it: the types of the document say what each call needs, and what comes back. */
const program = `import createClient from 'openapi-fetch'
import type { paths } from './types.ts'

const [origin = '', account = '', company = '', id = '', secret = '', login = '', password = ''] = process.argv.slice(2)
const open = createClient<paths>({ baseUrl: origin })
const grant = { grant_type: 'password', username: login, password } as const
const username = login.replace(account + '/', '')
const basic = 'Basic ' + Buffer.from(id + ':' + secret).toString('base64')
const token = await open.POST('/api/oauth2/v1/token', {
  body: grant,
  headers: { Authorization: basic, 'Content-Type': 'application/x-www-form-urlencoded' },
})
const bearer = { Authorization: 'Bearer ' + token.data?.access_token }
const api = createClient<paths>({ baseUrl: origin, headers: bearer })
const who = { 'X-Client-ID': id, 'X-Client-Version': '1' }
const names = { 'X-Account-Name': account, 'X-Company-Name': company }

const found = await open.GET('/ds/api/directory/v1/accounts/{accountName}', {
  params: { path: { accountName: account }, query: { account, user: username }, header: who },
  headers: bearer,
})
const resourceName = 'BusinessPartner'
const query = { dtos: resourceName + '.25', account, company, user: username }
const record = await api.POST('/api/data/v4/{resourceName}', {
  params: { query, header: who, path: { resourceName } },
  body: { name: 'Quay', externalId: 'client-1' },
})
const read = await api.GET('/api/data/v4/{resourceName}/externalId/{externalId}', {
  params: { query, header: who, path: { resourceName, externalId: 'client-1' } },
})
const rows = await api.POST('/api/query/v1', {
  params: { query: { dtos: query.dtos, account, company, clientIdentifier: id, user: username }, header: who },
  body: { query: "SELECT bp.name FROM BusinessPartner bp WHERE bp.externalId = 'client-1'" },
})
const base = '/api/service-management/v2/composite-tree/service-calls'
const made = await api.POST(base, {
  params: { header: { ...names, ...who } },
  body: { businessPartner: { externalId: 'client-1' }, subject: 'made', priority: 'LOW', status: '-2' },
})
const serviceCall = made.data?.id.uuid ?? ''
const tree = await api.GET(base + '/{serviceCall}' as '/api/service-management/v2/composite-tree/service-calls/{serviceCall}', {
  params: { header: { ...names, ...who }, path: { serviceCall } },
})
const people = await api.GET('/api/user/v1/users', {
  params: { query: { account, name: username }, header: { 'X-Request-ID': 'r', 'X-Client-Version': '1' } },
})
const scim = { 'Content-Type': 'application/scim+json', Accept: 'application/scim+json' } as const
const group = await api.POST('/api/scim/v2/Groups', {
  headers: scim,
  body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'crew' },
})
const report = await api.POST('/api/reporting/v1/build', { body: { reportLanguage: 'de', reportTimeZone: 'Europe/Berlin' } })
const refused = await api.GET('/api/user/v1/users', {
  params: { query: { account: 'nobody' }, header: { 'X-Request-ID': 'r', 'X-Client-Version': '1' } },
})

const told = { token, found, record, read, rows, made, tree, people, group, report, refused }
const statuses = Object.fromEntries(Object.entries(told).map(([name, { response }]) => [name, response.status]))
const user: string | undefined = people.data?.content?.[0]?.name ?? undefined
console.log(JSON.stringify({ statuses, subject: tree.data?.subject, user, rows: rows.data, report: report.data }))
`

test('a client from npm, with the types of the document, works against the served platform', () => {
  writeFileSync(join(folder, 'client.ts'), program)
  writeFileSync(join(folder, 'wrong.ts'), program.replace("priority: 'LOW', ", ''))
  const options = ['--strict', '--rewriteRelativeImportExtensions', '--target', 'es2022', '--module', 'nodenext']
  const compiled = spawnSync(
    process.execPath,
    [join(modules, 'tsc7/bin/tsc'), ...options, '--types', 'node', '--skipLibCheck', 'client.ts', 'wrong.ts'],
    { cwd: folder, encoding: 'utf8' },
  )
  const wrong = [...compiled.stdout.matchAll(/^(\S+)\(\d+,.*/gm)]
  expect(new Set(wrong.map(([, name]) => name)), compiled.stdout).toEqual(new Set(['wrong.ts']))
  const { addresses, account, company, identities } = parse(readFileSync(file, 'utf8')) as {
    addresses: { auth: string }
    account: string
    company: string
    identities: { admin: { client: { id: string; secret: string }; username: string; password: string } }
  }
  const { client, username, password } = identities.admin
  const { origin } = new URL(addresses.auth)
  const run = spawnSync(
    process.execPath,
    ['client.js', origin, account, company, client.id, client.secret, username, password],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(run.stderr).toBe('')
  const told = JSON.parse(run.stdout) as Record<string, unknown>
  expect(told['statuses']).toEqual({
    token: 200,
    found: 200,
    record: 201,
    read: 200,
    rows: 200,
    made: 200,
    tree: 200,
    people: 200,
    group: 201,
    report: 200,
    refused: 400,
  })
  expect(told).toMatchObject({
    subject: 'made',
    user: 'admin',
    rows: { data: [{ bp: { name: 'Quay' } }] },
    report: { reportLanguage: 'de', reportTimeZone: 'Europe/Berlin' },
  })
}, 60_000)

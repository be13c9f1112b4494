import { beforeAll, expect, test } from 'vitest'
import { byOperationFaults } from '../../../src/platform/faults/by-operation.ts'
import { seeded } from '../../../src/platform/data/seed.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { basic, companiesPath, contextQuery, identityOf, send, tokenOf, tokenPath, walk } from './wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const id = 'A'.repeat(32)
const partner = '/api/data/v4/BusinessPartner'
const dtos = 'dtos=BusinessPartner.25'
const body = JSON.stringify({ name: 'written' })
const byId = `${partner}/${id}?${dtos}&forceUpdate=true&forceDelete=true`
const byExternalId = `${partner}/externalId/e-1?${dtos}&forceUpdate=true&forceDelete=true`
const file = `/api/data/v4/Attachment/${id}/content?dtos=Attachment.19`
const object = { objectId: seeded.ServiceCall, objectType: 'SERVICECALL' }
const attachment = JSON.stringify({ id: 'B'.repeat(32), fileName: 'a.txt', fileContent: 'YQ==', object })

/** How each operation is asked on this platform. */
const asked: Readonly<Record<string, readonly [method: string, target: string, body?: string]>> = {
  'company-list': ['GET', `${companiesPath}?x=1`],
  'data-get': ['GET', byId],
  'data-get-by-external-id': ['GET', byExternalId],
  'data-list': ['GET', `${partner}?${dtos}`],
  'data-post': ['POST', `${partner}?${dtos}`, body],
  'data-put': ['PUT', byId, body],
  'data-put-by-external-id': ['PUT', byExternalId, body],
  'data-patch': ['PATCH', byId, body],
  'data-patch-by-external-id': ['PATCH', byExternalId, body],
  'data-delete': ['DELETE', byId],
  'data-delete-by-external-id': ['DELETE', byExternalId],
  'deleted-listing': ['GET', `${partner}/deleted?dtos=DeletedObjects.2&from=0&to=1`],
  'attachment-post': ['POST', '/api/data/v4/Attachment?dtos=Attachment.19', attachment],
  'attachment-content': ['GET', file],
  'attachment-content-older-form': ['GET', `/dataCloudInterface/attachmentService?guid=${id}&operation=download`],
  query: ['POST', `/api/query/v1?${dtos}`, JSON.stringify({ query: 'select b.id from BusinessPartner b' })],
  batch: [
    'POST',
    '/api/data/batch/v1/?transactional=true',
    `--x\r\nContent-Type: application/http\r\n\r\nGET ${partner}?${dtos} HTTP/1.1\r\n\r\n\r\n--x--\r\n`,
  ],
}

const bearerOf = (token: string) => ({ Authorization: `Bearer ${token}` })

async function codeTokenOf(platform: Platform): Promise<string> {
  const { client, username = '', password = '' } = identityOf(platform, 'admin')
  const redirect_uri = 'https://connector.example/back'
  const query = `response_type=code&client_id=${client.id}&redirect_uri=${encodeURIComponent(redirect_uri)}`
  const back = await walk(platform, query, { username, password })
  const code = /[?&]code=([^&#]+)/.exec(back.header('Location') ?? '')?.[1] ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri }
  return String((await send(platform, tokenPath, { form, headers: basic(client) })).json['access_token'])
}

const stable = (text: string) =>
  text
    .replace(/[0-9A-F]{32}|[0-9a-f]{16,}|--[-\w]{20,}|boundary=\S+/g, '')
    .replace(/\b\d{13}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')

/** What one operation answers to everything that the table of the suites sends, and what stands afterwards. */
async function play(platform: Platform, operation: string): Promise<string[]> {
  const [method, target, sent] = asked[operation] ?? ['GET', '/']
  const token = await tokenOf(platform, 'admin')
  const old = await tokenOf(platform, 'admin')
  const said: string[] = []
  const made = JSON.stringify({ name: 'made', externalId: 'e-1' })
  const context = contextQuery.replace(/&clientId.*?(?=&user)/, '')
  const usual = {
    Authorization: `Bearer ${token}`,
    'X-Client-ID': 'kit',
    'X-Client-Version': '1',
    Accept: 'application/json',
    'Content-Type': operation === 'batch' ? 'multipart/mixed; boundary=x' : 'application/json',
  }
  await send(platform, `${byId}&${context}`, { method: 'PUT', headers: usual, body: made })
  const ask = async (query: string, headers: Record<string, string | undefined> = {}, of: string = target) => {
    const all = Object.entries({ ...usual, ...headers }).filter((field): field is [string, string] => Boolean(field[1]))
    const answer = await send(platform, `${of}&${query}`, {
      method,
      headers: Object.fromEntries(all),
      ...(sent === undefined ? {} : { body: sent }),
    })
    const left = await Promise.all(
      [`${partner}?${dtos}`, '/api/data/v4/Attachment?dtos=Attachment.19'].map((list) =>
        send(platform, `${list}&${context}`, { headers: { ...usual, 'X-Request-ID': 'r' } }),
      ),
    )
    const names = left.flatMap(({ text }) => text.match(/"(?:name|fileName)":"[^"]*"|B{32}/g) ?? [])
    said.push(stable(`${query} ${JSON.stringify(headers)} ${answer.status} ${answer.text} ${names.join()}`))
  }
  for (const value of ['Bearer never', 'Basic eDp5', undefined, `Bearer ${token.slice(0, -4)}`, `Bearer ${token}0a`])
    await ask(context, { Authorization: value })
  await ask(context, { Authorization: `Bearer ${token.slice(0, 20)}x${token.slice(21)}` })
  for (const value of [token, '']) await ask(`${context}&access_token=${value}`, { Authorization: undefined })
  for (const item of ['account', 'company', 'user']) await ask(context.replace(new RegExp(`&?${item}=[^&]*`), ''))
  await ask(context, { 'X-Client-ID': undefined })
  await ask(`${context}&clientId=kit`, { 'X-Client-ID': undefined })
  await ask(context, { 'X-Client-Version': undefined })
  await ask(`${context}&clientVersion=1`, { 'X-Client-Version': undefined })
  await ask(context.replace('acme', '%61%63%6D%65'))
  await ask(context.replace('acme', '%61%63%6d%65'))
  await ask(`${context}&clientIdentifier=kit`)
  await ask(context, { 'X-Request-ID': 'r' })
  await ask(`${context}&requestId=r`)
  await ask(context, {}, target.replace(/dtos=/, 'x='))
  const nobody = context.replace('&user=admin', '')
  for (const name of ['account', 'service']) await ask(nobody, bearerOf(await tokenOf(platform, name)))
  await ask(context, bearerOf(await tokenOf(platform, 'general')))
  await ask(context.replace('user=admin', 'user=nowhere'), bearerOf(await tokenOf(platform, 'companyless')))
  await ask(context, bearerOf(await codeTokenOf(platform)))
  platform.clock.advance(12 * 3_600_000 + 1)
  usual.Authorization = `Bearer ${await tokenOf(platform, 'admin')}`
  await ask(context, { Authorization: `Bearer ${old}` })
  return said
}

const operationOf = (fault: string): string => /-on-(.+)$/.exec(fault)?.[1] ?? 'data-get'
const started = (faults: readonly string[] = []) => createPlatform({ now, faults: [...faults] })

const plain = new Map<string, readonly string[]>()
beforeAll(async () => {
  for (const operation of Object.keys(asked)) plain.set(operation, await play(started(), operation))
})

test('the plain platform plays the same scenario twice', async () => {
  for (const operation of Object.keys(asked))
    expect(await play(started(), operation), operation).toEqual(plain.get(operation))
  expect([...plain.values()].flat().filter((line) => line.includes('internal_error'))).toEqual([])
})

test.each(byOperationFaults.map((fault) => fault.id))('fault %s changes an answer of its operation', async (fault) => {
  const operation = operationOf(fault)
  expect(await play(started([fault]), operation)).not.toEqual(plain.get(operation))
})

test.each(['invalid-token-taken', 'account-optional', 'query-token-ignored'])(
  'fault %s of one operation leaves another as it is',
  async (stem) => {
    expect(await play(started([`${stem}-on-data-put`]), 'data-patch')).toEqual(plain.get('data-patch'))
  },
)

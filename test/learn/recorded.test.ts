import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '../../recorder/record.ts'
import { readHar } from '../../src/har/read.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import type { Identity } from '../../src/target/target.ts'
import { drift } from '../../src/learn/drift.ts'
import { learn } from '../../src/learn/learn.ts'
import { newLearned, type Learned } from '../../src/learn/learned.ts'
import { overlayOf, overlayText } from '../../src/learn/overlay.ts'
import { readOverlay } from '../../src/learn/read-overlay.ts'
import { recordsIn } from '../../src/learn/records-in.ts'
import { facts, validatorOf } from './subject.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'learn-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a client does with the embedded platform, as the recorder wrote it. */
async function recording(name: string, faults: readonly string[] = []): Promise<{ file: string; secrets: string[] }> {
  const platform = createPlatform({ faults })
  const server = await platform.listen({ port: 0 })
  const target = platform.targetFile(server.origin)
  const file = join(folder, name)
  const recorder = await record({ to: [server.origin], port: 0, out: file, append: false, version: '1' })
  try {
    const origin = `http://127.0.0.1:${recorder.ports[0]}`
    const {
      client,
      username = '',
      password = '',
    } = (target['identities'] as Record<string, Identity>)['admin'] as Identity
    const granted = await fetch(`${origin}/api/oauth2/v1/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'password', username, password }),
    })
    const token = ((await granted.json()) as { access_token: string }).access_token
    const context = `account=${target['account']}&company=${encodeURIComponent(String(target['company']))}&user=${username.split('/')[1]}`
    const headers = {
      Authorization: `Bearer ${token}`,
      'X-Client-ID': client.id,
      'X-Client-Version': client.version,
      Accept: 'application/json',
    }
    const call = async (method: string, path: string, body?: unknown, type = 'application/json') =>
      (
        await fetch(`${origin}${path}${path.includes('?') ? '&' : '?'}${context}&clientIdentifier=${client.id}`, {
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': type }) },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
      ).text()
    const dtos = 'dtos=ServiceCall.27'
    const id = randomUUID().replaceAll('-', '').toUpperCase()
    for (let at = 0; at < 3; at += 1)
      await call('POST', `/api/data/v4/ServiceCall?${dtos}`, { subject: `call ${at}`, ...(at === 0 ? { id } : {}) })
    await call('GET', `/api/data/v4/ServiceCall?${dtos}`)
    await call('PATCH', `/api/data/v4/ServiceCall/${id}?${dtos}`, { lastChanged: 1, subject: 'stale' })
    await call('GET', `/api/data/v4/ServiceCall/${'0'.repeat(32)}?${dtos}`)
    const part = `--cut\r\nContent-Type: application/http\r\n\r\nGET /api/data/v4/ServiceCall/${id}?${dtos}&${context}&clientIdentifier=${client.id} HTTP/1.1\r\nAccept: application/json\r\n\r\n\r\n`
    await call('POST', '/api/data/batch/v1/?transactional=false', `${part}--cut--\r\n`, 'multipart/mixed; boundary=cut')
    return { file, secrets: [token, password, client.secret] }
  } finally {
    await recorder.close()
    await server.close()
  }
}

async function learnt(file: string): Promise<Learned> {
  const learned = newLearned()
  await learn(learned, file, facts)
  return learned
}

test('a recording of the platform: every record is valid, no secret is told, and it is no drift of itself', async () => {
  const { file, secrets } = await recording('plain.har')
  const overlay = overlayOf(await learnt(file), 5)
  const text = overlayText(overlay)
  expect(Object.keys(overlay['x-operations'])).toEqual([
    'batch/send',
    'data/create',
    'data/get',
    'data/list',
    'data/update',
    'token/request',
  ])
  expect(overlay['x-operations']['data/update']).toMatchObject({
    refusals: [{ status: 409, error: 'CA-27', documented: true }],
  })
  expect(overlay['x-operations']['data/get']).toMatchObject({
    count: 2,
    statuses: { 200: { documented: true }, 404: { documented: false } },
  })
  for (const secret of [...secrets, 'redacted-']) expect(text).not.toContain(secret)

  const isValid = validatorOf(overlay)
  const records: unknown[] = []
  for await (const entry of readHar(file)) {
    const body = (entry as { response: { content: { text?: string } } }).response.content.text ?? ''
    if (body.startsWith('{"data"')) records.push(...recordsIn(JSON.parse(body), 'ServiceCall').records)
  }
  expect(records.length).toBeGreaterThanOrEqual(6)
  expect(records.filter((one) => !isValid(one))).toEqual([])
  expect(drift(readOverlay(text, 'overlay.json').learned, await learnt(file), 5)).toEqual([])
  expect(readFileSync(file, 'utf8')).toMatch(/redacted-[0-9a-f]{8}/)
})

test('a platform that changed is seen: the recordings differ by the fault alone', async () => {
  const known = readOverlay(
    overlayText(overlayOf(await learnt((await recording('before.har')).file), 5)),
    'overlay.json',
  ).learned
  expect(drift(known, await learnt((await recording('again.har')).file), 5)).toEqual([])
  const found = drift(known, await learnt((await recording('after.har', ['lock-other-status'])).file), 5)
  expect(found.map(({ kind, in: where, says }) => [kind, where, says])).toEqual([
    ['new status', 'data/update', '412'],
    ['new error', 'data/update', '412 CA-27'],
  ])
})

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPlatform } from '../../src/platform/platform.ts'
import { replay } from '../../src/replay/replay.ts'
import { parseTarget } from '../../src/target/load.ts'
import type { Target } from '../../src/target/target.ts'
import { scratch } from '../support/folder.ts'
import { platformWith, recordingOf } from './recording.ts'

const folder = scratch()
const technicians = '/api/crowd/v2/technicians'

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Recorded {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly status?: number
}

const sentBy = async (requests: readonly Recorded[]): Promise<readonly Sent[]> => (await playedWith(requests))[0]

/**
 * What reaches a target, but for logins, when these recorded requests are repeated there as a user of the company Test; and why an
 * exchange was not comparable.
 */
async function playedWith(
  requests: readonly Recorded[],
): Promise<readonly [readonly Sent[], ReadonlyArray<string | undefined>]> {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    const isLogin = request.url?.startsWith('/api/oauth2/') === true
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      if (!isLogin) sent.push({ method, url, headers, body })
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(
        isLogin
          ? JSON.stringify({
              access_token: 'of-the-target',
              account_id: 77,
              user_id: 88,
              companies: [
                { id: 98, name: 'Other' },
                { id: 99, name: 'Test' },
              ],
            })
          : '{}',
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target = parseTarget({ ...createPlatform({}).targetFile(origin), company: 'Test' }, 'test')
  const file = join(folder, 'headers.har')
  const pairs = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }))
  const entries = requests.map(({ method = 'GET', path, headers = {}, body, status = 200 }, at) => ({
    startedDateTime: new Date(1_780_000_000_000 + at * 1000).toISOString(),
    time: 5,
    request: {
      method,
      url: `https://production.example${path}`,
      headers: pairs({ Authorization: 'Bearer redacted-0123abcd', ...headers }),
      ...(body === undefined ? { bodySize: 0 } : { postData: { mimeType: 'application/json', text: body } }),
    },
    response: {
      status,
      headers: pairs({ 'Content-Type': 'application/json' }),
      content: { size: 2, mimeType: 'application/json', text: '{}' },
    },
  }))
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }))
  try {
    const { outcomes } = await replay({ file, secrets: [], target })
    return [sent, outcomes.map(({ reason }) => reason)]
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

const production = {
  'X-Account-ID': '11',
  'X-Account-Name': 'works',
  'X-Company-Id': '112233',
  'X-Company-Name': 'Main',
  'X-User-ID': '5',
  'X-User-Name': 'admin',
}
const contextOf = ({ headers }: Sent) =>
  ['account', 'company', 'user'].map((word) => `${headers[`x-${word}-id`]} ${headers[`x-${word}-name`]}`)

test('account, company and user in headers become those of the target file, in names and ids', async () => {
  const sent = await sentBy([{ path: technicians, headers: production }])
  expect(sent.map(contextOf)).toEqual([['77 acme', '99 Test', '88 admin']])
})

test('the id of another company than the usual stays with its name, whichever came first', async () => {
  const other = { ...production, 'X-Company-Id': '445566', 'X-Company-Name': 'Second' }
  const data = `/api/data/v4/ServiceCall?dtos=ServiceCall.27&account=works&company=Main&user=admin`
  const sent = await sentBy([
    { path: data },
    { path: technicians, headers: other },
    { path: technicians, headers: production },
  ])
  expect(sent.slice(1).map((one) => contextOf(one)[1])).toEqual(['445566 Second', '99 Test'])
})

test('credentials of the recorded server, and what a browser says of itself, go to no other server', async () => {
  const data = '/api/data/v4/ServiceCall?dtos=ServiceCall.27&account=works&company=Main&user=admin'
  const kept = { Accept: 'application/json', 'X-Client-ID': 'ours', 'Accept-Language': 'de' }
  const own = {
    'X-API-Key': 'live-1',
    'X-Auth-Token': 'live-2',
    'X-CSRF-Token': 'live-3',
    'Ocp-Proxy-Authorization': 'live-4',
    Cookie: 'JSESSIONID=live-5',
    Referer: 'https://production.example/?access_token=live-6',
    Origin: 'https://production.example',
    'If-None-Match': '"live-7"',
    'Sec-Fetch-Site': 'same-origin',
    traceparent: '00-live-8',
  }
  const part = `--edge\r\nContent-Type: application/http\r\n\r\nGET ${data}&apikey=live-9&access_token=live-10 HTTP/1.1\r\nAccept: application/json\r\nCookie: a=live-11\r\nX-API-Key: live-12\r\n\r\n\r\n--edge--\r\n`
  const sent = await sentBy([
    { path: `${data}&apikey=live-13&sig=live-14`, headers: { ...kept, ...own } },
    {
      method: 'POST',
      path: '/api/data/batch/v1?account=works&company=Main&user=admin',
      headers: { ...kept, 'Content-Type': 'multipart/mixed; boundary=edge' },
      body: part,
    },
  ])
  expect(JSON.stringify(sent)).not.toMatch(/live-|production/)
  const [{ headers, url } = { headers: {}, url: '' }, batch] = sent
  expect([headers.accept, headers['accept-language'], headers.authorization]).toEqual([
    'application/json',
    'de',
    'Bearer of-the-target',
  ])
  expect(
    Object.keys(headers).filter((name) => /^(?:cookie|referer|origin|if-|sec-|x-api|x-auth|x-csrf|trace)/.test(name)),
  ).toEqual([])
  expect(url).toBe('/api/data/v4/ServiceCall?dtos=ServiceCall.27&account=acme&company=Test&user=admin')
  expect(batch?.body).toContain(
    'GET /api/data/v4/ServiceCall?dtos=ServiceCall.27&account=acme&company=Test&user=admin&access_token=of-the-target HTTP/1.1\r\nAccept: application/json\r\n\r\n',
  )
})

test.each([304, 412])(
  'an answer %i to a condition on the ETag of the recorded server is not compared',
  async (status) => {
    const [sent, told] = await playedWith([
      { path: '/api/data/v4/ServiceCall?account=works', headers: { 'If-Match': '"1"' }, status },
      { path: '/api/data/v4/ServiceCall?account=works', status: 200 },
    ])
    expect([sent.length, told]).toEqual([
      1,
      [`its answer (${status}) was decided by a condition that holds for the recorded server only`, undefined],
    ])
  },
)

test('a recording of one company is the same in another, where a call names its company in headers', async () => {
  const { file } = await recordingOf(
    async (origin) => {
      const granted = await fetch(`${origin}/api/oauth2/v1/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from('fieldproof-connector:c0nnector-Secret').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'password', username: 'acme/crowd', password: 'Cr0wd-owner 1' }),
      })
      const { access_token: token } = (await granted.json()) as { access_token: string }
      const { status } = await fetch(`${origin}${technicians}`, {
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Client-ID': 'fieldproof-connector',
          'X-Client-Version': '1.4.2',
          'X-Account-ID': '1001',
          'X-Account-Name': 'acme',
          'X-Company-Id': '5001',
          'X-Company-Name': 'Acme North',
          Accept: 'application/json;charset=UTF-8',
          'Content-Type': 'application/json',
        },
      })
      expect(status).toBe(200)
    },
    folder,
    'north.har',
  )
  const { target, close } = await platformWith()
  try {
    const south = target.identities['other-company'] as Target['identities'][string]
    const result = await replay({
      file,
      secrets: [],
      target: { ...target, company: 'Acme South & Sons', identities: { admin: south } },
    })
    expect(result.outcomes.map(({ is }) => is)).toEqual(['not comparable', 'same'])
  } finally {
    await close()
  }
})

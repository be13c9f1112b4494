import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/redactor.ts'
import { reportExchange } from '../../src/redact/report-exchange.ts'
import type { HeaderList } from '../../src/exchange/exchange.ts'

interface Seen {
  method: string
  url: string
  headers: string[]
  body: string
}
let seen: Seen | undefined
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    seen = { method: request.method ?? '', url: request.url ?? '', headers: pairsOf(request.rawHeaders), body }
    response.end()
  })
})
const pairsOf = (raw: readonly string[]) => raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []))
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Runs the curl line of an exchange by a shell, and tells what the server then got. */
async function repeated(request: {
  method?: string
  path: string
  headers?: HeaderList
  body?: string
}): Promise<Seen> {
  const redactor = createRedactor({ secrets: ['the-token-1', 'client:the-secret'] })
  const { curl } = reportExchange(
    {
      id: 'x-1',
      startedAt: 0,
      ms: 1,
      request: {
        method: request.method ?? 'GET',
        url: origin + request.path,
        headers: request.headers ?? [],
        ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
      },
    },
    'c',
    redactor,
  )
  expect(curl).not.toMatch(/the-token-1|the-secret/)
  seen = undefined
  const child = spawn('bash', ['-c', curl], {
    env: { PATH: process.env['PATH'] ?? '', FIELDPROOF_TOKEN: 'the-token-1', FIELDPROOF_CLIENT: 'client:the-secret' },
    stdio: 'ignore',
  })
  await new Promise((resolve) => child.once('close', resolve))
  return seen ?? { method: 'nothing came', url: '', headers: [], body: '' }
}
const own = ({ headers }: Seen) => headers.filter((field) => !/^(?:host|user-agent|content-length):/i.test(field))

describe('a curl line repeats the very request', () => {
  test("with the token from its variable, and no field of curl's own", async () => {
    const got = await repeated({
      path: '/a%2Fb?q=it%27s%20%22x%22',
      headers: [
        ['Authorization', 'Bearer the-token-1'],
        ['X-Odd', `it's $HOME \`x\` "y" !z`],
      ],
    })
    expect(got.url).toBe('/a%2Fb?q=it%27s%20%22x%22')
    expect(own(got)).toEqual(['Authorization: Bearer the-token-1', `X-Odd: it's $HOME \`x\` "y" !z`])
  })

  test('a token in the query too', async () => {
    expect((await repeated({ path: '/a?x=1&access_token=the-token-1&y=2' })).url).toBe(
      '/a?x=1&access_token=the-token-1&y=2',
    )
  })

  test('client credentials and a form', async () => {
    const got = await repeated({
      method: 'POST',
      path: '/token',
      headers: [
        ['Authorization', `Basic ${Buffer.from('client:the-secret').toString('base64')}`],
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
      ],
      body: 'grant_type=client_credentials',
    })
    expect(got.body).toBe('grant_type=client_credentials')
    expect(own(got)).toContain(`Authorization: Basic ${Buffer.from('client:the-secret').toString('base64')}`)
  })

  test.each([
    ['a body that begins with @', '@/etc/hostname'],
    ['quotes and new lines', `{"a":"it's\n$(true) \\"b\\""}`],
    ['not ASCII', 'Söhne'],
  ])('%s', async (_, body) => {
    const got = await repeated({ method: 'PUT', path: '/x', body })
    expect(Buffer.from(got.body, 'utf8').toString()).toBe(body)
    expect(own(got)).toEqual([])
  })

  test('an address with brackets and dots, and a field without a value', async () => {
    const got = await repeated({ path: '/a/../b/[1-3]/{x,y}?z=[]', headers: [['X-Empty', '']] })
    expect(got.url).toBe('/a/../b/[1-3]/{x,y}?z=[]')
    expect(own(got)).toEqual(['X-Empty: '])
  })

  test('HEAD and DELETE', async () => {
    expect((await repeated({ method: 'HEAD', path: '/h' })).method).toBe('HEAD')
    expect((await repeated({ method: 'DELETE', path: '/d' })).method).toBe('DELETE')
  })
})

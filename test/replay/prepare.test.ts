import { expect, test } from 'vitest'
import { recordedFacts } from '../../src/contract/recorded-facts.ts'
import { createMapping } from '../../src/replay/mapping.ts'
import { prepare } from '../../src/replay/prepare.ts'
import type { ReplayEntry } from '../../src/replay/recorded.ts'
import { routeOf } from '../../src/replay/route.ts'

/** A request of another program's recording, in which nothing is hidden, as it goes to the target. */
function sent(path: string, headers: ReadonlyArray<readonly [string, string]>, body?: string) {
  const url = `https://prod.example${path}`
  const method = body === undefined ? 'GET' : 'POST'
  const route = routeOf(method, url, recordedFacts)
  expect(route).toBeDefined()
  const entry: ReplayEntry = {
    number: 1,
    startedAt: 1,
    endedAt: 2,
    request: { method, url, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) },
    response: { status: 200, statusText: 'OK', headers: [], body: new Uint8Array() },
    received: { kept: 'whole' },
  }
  const now = { recorded: {}, now: {}, token: 'token-of-now', recordedNow: 1, address: 'https://staging.example' }
  return prepare(entry, route!, recordedFacts, { mapping: createMapping('ftag000000'), ...now }, () => 'A'.repeat(32))
}

const list = '/api/data/v4/ServiceCall?dtos=ServiceCall.27'
/** What belongs to the recorded client and its session, and what every client may send. */
const mine: ReadonlyArray<readonly [string, string]> = [
  ['X-API-Key', 'recorded-s3cret'],
  ['X-Auth-Token', 'recorded-s3cret'],
  ['X-CSRF-Token', 'recorded-s3cret'],
  ['X-Forwarded-Access-Token', 'recorded-s3cret'],
  ['Ocp-Apim-Subscription-Key', 'recorded-s3cret'],
  ['Cookie', 'session=recorded-s3cret'],
  ['Referer', 'https://prod.example/ui?access_token=recorded-s3cret'],
  ['Origin', 'https://prod.example'],
  ['Sec-Fetch-Site', 'same-origin'],
]
const anybodys: ReadonlyArray<readonly [string, string]> = [
  ['Accept', 'application/json'],
  ['X-Custom', 'kept'],
]

test('no credential of the recording and nothing of its browser goes to the target', () => {
  const { headers, path } = sent(`${list}&apikey=recorded-s3cret&access_token=recorded-s3cret&pageSize=5`, [
    ...mine,
    ['Authorization', 'Bearer recorded-s3cret'],
    ...anybodys,
  ])
  expect(headers).toEqual([['Authorization', 'Bearer token-of-now'], ...anybodys])
  expect(path).toBe(`${list}&access_token=token-of-now&pageSize=5`)
})

test('... nor in the parts of a batch', () => {
  const head = (fields: typeof mine) => fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const part = (fields: typeof mine) =>
    `--b\r\nContent-Type: application/http\r\n\r\nGET ${list} HTTP/1.1\r\n${head(fields)}\r\n\r\n--b--\r\n`
  const { body } = sent(
    '/api/data/batch/v1?transactional=false',
    [['Content-Type', 'multipart/mixed; boundary=b']],
    part([...mine, ...anybodys]),
  )
  expect(body?.toString('utf8')).toBe(part(anybodys))
})

import { expect, test } from 'vitest'
import { openBatch } from '../../src/batch/open-batch.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'

const part = (head: string, id = ''): string =>
  `--b\r\nContent-Type: application/http\r\n${id === '' ? '' : `Content-ID: ${id}\r\n`}\r\n${head}\r\n\r\n`
const message = (...parts: readonly string[]): Buffer => Buffer.from(`${parts.join('')}--b--\r\n`)
const get = (path: string): string => `GET ${path} HTTP/1.1`
const told = (status: number): string => `HTTP/1.1 ${status} X`

const headers = [['Content-Type', 'multipart/mixed; boundary=b']] as const
const batch = (
  requests: readonly string[],
  answers: readonly string[],
  type: typeof headers | [] = headers,
): Exchange => ({
  id: '#7',
  startedAt: 5,
  ms: 2,
  request: { method: 'POST', url: 'https://a.example/eu/api/data/batch/v1/?x=1', headers, body: message(...requests) },
  response: { status: 200, statusText: 'OK', headers: type, body: message(...answers) },
})
const shown = ({ exchanges }: ReturnType<typeof openBatch>) =>
  exchanges.map((one) => one && [one.request.url, one.response?.status])

test('each part is an exchange of its own, at the cluster of the batch, with the id and times of the batch', () => {
  const opened = openBatch(batch([part(get('/api/data/v4/X')), part(get('api/y'))], [part(told(200)), part(told(404))]))
  expect(shown(opened)).toEqual([
    ['https://a.example/eu/api/data/v4/X', 200],
    ['https://a.example/eu/api/y', 404],
  ])
  expect(opened.exchanges[0]).toMatchObject({ id: '#7', startedAt: 5, ms: 2, request: { method: 'GET' } })
  expect(opened.requestIrregular).toBe(false)
})

test('a Content-ID of one request alone wins over the position; one that several have does not', () => {
  const [one, two] = [part(get('/1'), 'a'), part(get('/2'), 'b')]
  expect(openBatch(batch([one, two], [part(told(201), 'b'), part(told(202), 'a')])).answers).toEqual([1, 0])
  expect(openBatch(batch([one, one, two], [part(told(201), 'b'), part(told(202), 'a')])).answers).toEqual([2, 1])
  expect(openBatch(batch([one, two], [part(told(201), 'c')])).answers).toEqual([undefined])
})

test('a full address stands as it is, what is no request is told, and where no answer can be told none is', () => {
  const odd = [part(get('https://b.example/api/z')), part('{"a":1}')]
  const opened = openBatch(batch(odd, [part(told(400))]))
  expect(shown(opened)).toEqual([['https://b.example/api/z', 400], undefined])
  expect(opened.requests[1]).toMatch(/instead of a request line/)
  const refused = openBatch(batch(odd, [], []))
  expect([refused.responses, shown(refused)[0]]).toEqual([undefined, ['https://b.example/api/z', undefined]])
})

import { expect, test } from 'vitest'
import { exchangesIn } from '../../src/learn/exchanges-in.ts'
import { facts, overlayFrom } from './subject.ts'

const crlf = (lines: readonly string[]): string => lines.join('\r\n')
const asked = (method: string, path: string, body = '', id?: string) =>
  crlf([
    '--cut',
    'Content-Type: application/http',
    ...(id ? [`Content-ID: ${id}`] : []),
    '',
    `${method} ${path} HTTP/1.1`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
    '',
  ])
const told = (status: number, body: string, id?: string) =>
  crlf([
    '--cut',
    'Content-Type: application/http',
    ...(id ? [`Content-ID: ${id}`] : []),
    '',
    `HTTP/1.1 ${status} X`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
    '',
  ])
const batch = (requests: readonly string[], answers: readonly string[], encoded = false) => {
  const headers = [{ name: 'content-type', value: 'multipart/mixed; boundary=cut' }]
  const body = (parts: readonly string[]) =>
    encoded
      ? {
          mimeType: 'multipart/mixed',
          encoding: 'base64',
          text: Buffer.from(`${parts.join('')}--cut--\r\n`).toString('base64'),
        }
      : { mimeType: 'multipart/mixed', text: `${parts.join('')}--cut--\r\n` }
  return {
    request: {
      method: 'POST',
      url: 'https://cluster.example/api/data/batch/v1/?transactional=false',
      headers,
      postData: body(requests),
    },
    response: { status: 200, headers, content: body(answers) },
  }
}
const create = '/api/data/v4/ServiceCall?dtos=ServiceCall.27'

test.each([false, true])('parts of a batch are exchanges of their own (base64: %s)', (encoded) => {
  const overlay = overlayFrom([
    batch(
      [asked('POST', create, '{"subject":"x"}'), asked('GET', '/api/data/v4/Person/1?dtos=Person.25')],
      [told(201, '{"data":[{"serviceCall":{"a":1}}]}'), told(404, '{"error":"CA-404"}')],
      encoded,
    ),
  ])
  expect(Object.keys(overlay['x-operations'])).toEqual(['batch/send', 'data/create', 'data/get'])
  expect(overlay['x-operations']['data/get']).toMatchObject({
    statuses: { 404: { count: 1, first: 1 } },
    refusals: [{ status: 404, error: 'CA-404' }],
  })
  expect(Object.keys(overlay.$defs)).toEqual([
    'ServiceCall.27',
    'ServiceCall.27.sent',
    'data.create.answer',
    'data.get.refusal',
  ])
})

const statuses = (entry: unknown): Array<number | undefined> =>
  exchangesIn(entry, '1', facts)
    .slice(1)
    .map(({ response }) => response?.status)

test("answers in another order are told by their Content-ID; where nothing tells, they are nobody's", () => {
  const requests = [asked('GET', create, '', 'one'), asked('GET', create, '', 'two')]
  expect(statuses(batch(requests, [told(404, '', 'two'), told(200, '', 'one')]))).toEqual([200, 404])
  expect(statuses(batch(requests, [told(404, ''), told(200, '')]))).toEqual([404, 200])
  expect(statuses(batch(requests, [told(404, '')]))).toEqual([undefined, undefined])
  expect(statuses(batch(requests, []))).toEqual([undefined, undefined])
})

import { describe, expect, test } from 'vitest'
import { contractFacts } from '../../../src/contract/index.ts'
import type { PlatformRequest, PlatformResponse } from '../../../src/platform/http/message.ts'
import { edgeOf } from '../../../src/runner/sweep/edge.ts'
import type { Behind, Mutant } from '../../../src/runner/sweep/mutant.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { parseTarget } from '../../../src/target/load.ts'

const origin = 'http://127.0.0.1'
const facts = contractFacts(parseTarget(createPlatform().targetFile(origin), 'embedded'))
const fields = ['id', 'subject', 'lastChanged']

const mutant = (operation: string, place: string, operator: string): Mutant => ({
  id: `${operation}: ${place}: ${operator}`,
  operation,
  place,
  operator,
  fields,
})
const request = (method: string, target: string, body = '', headers: PlatformRequest['headers'] = []) => ({
  method,
  target,
  origin,
  headers,
  body: Buffer.from(body),
})
const list = '/api/data/v4/ServiceCall'
const json = (value: unknown, status = 200): PlatformResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify(value)),
})
const calls = (...records: object[]) => json({ data: records.map((serviceCall) => ({ serviceCall })) })

/** A server that keeps what it is asked and answers what it is told to. */
function behind(...responses: PlatformResponse[]): Behind & { readonly asked: PlatformRequest[]; time: number } {
  const asked: PlatformRequest[] = []
  const self = {
    asked,
    time: 0,
    now: () => self.time,
    async forward(sent: PlatformRequest) {
      asked.push(sent)
      return responses[Math.min(asked.length, responses.length) - 1] ?? json({})
    },
  }
  return self
}
const shown = (response: PlatformResponse): unknown => JSON.parse(response.body.toString())

describe('a change on the wire', () => {
  test('a parameter is overlooked on its operation alone', async () => {
    const { edge, changed } = edgeOf(mutant('data/list', 'request query company', 'overlooked'), facts)
    const server = behind(calls())
    await edge(request('GET', `${list}/ABC?company=a&dtos=ServiceCall.27`), server)
    expect(changed()).toBe(false)
    await edge(request('GET', `${list}?company=a&dtos=ServiceCall.27`), server)
    expect(server.asked.map(({ target }) => target)).toEqual([
      `${list}/ABC?company=a&dtos=ServiceCall.27`,
      `${list}?dtos=ServiceCall.27`,
    ])
    expect(changed()).toBe(true)
  })

  test('a header that is missing is made up from one that was taken elsewhere', async () => {
    const { edge } = edgeOf(mutant('data/list', 'request header authorization', 'made-up-where-absent'), facts)
    const server = behind(calls())
    await edge(request('GET', `${list}/ABC`, '', [['Authorization', 'Bearer t']]), server)
    await edge(request('GET', list), server)
    expect(server.asked[1]?.headers).toEqual([['authorization', 'Bearer t']])
  })

  test('a field of every record is dropped, and others share a place', async () => {
    const dropped = edgeOf(mutant('data/list', 'response 200 body data[].<record>.subject', 'dropped'), facts)
    const answer = calls({ id: '1', subject: 'a', remarks: 'x' }, { id: '2', subject: 'b', code: 'y' })
    expect(shown(await dropped.edge(request('GET', list), behind(answer)))).toEqual({
      data: [{ serviceCall: { id: '1', remarks: 'x' } }, { serviceCall: { id: '2', code: 'y' } }],
    })
    const others = edgeOf(mutant('data/list', 'response 200 body data[].<record>.<other>', 'null'), facts)
    expect(shown(await others.edge(request('GET', list), behind(answer)))).toEqual({
      data: [
        { serviceCall: { id: '1', subject: 'a', remarks: null } },
        { serviceCall: { id: '2', subject: 'b', code: null } },
      ],
    })
  })

  test('a stale value is that of the same record, another one that of another record', async () => {
    const stale = edgeOf(mutant('data/get', 'response 200 body data[].<record>.subject', 'stale'), facts)
    const server = behind(calls({ id: '1', subject: 'old' }), calls({ id: '1', subject: 'new' }))
    await stale.edge(request('GET', `${list}/1`), server)
    expect(shown(await stale.edge(request('GET', `${list}/1`), server))).toEqual(
      shown(calls({ id: '1', subject: 'old' })),
    )
    const another = edgeOf(mutant('data/list', 'response 200 body data[].<record>.subject', 'of-another'), facts)
    const both = calls({ id: '1', subject: 'a' }, { id: '2', subject: 'b' })
    expect(shown(await another.edge(request('GET', list), behind(both)))).toEqual(
      shown(calls({ id: '1', subject: 'a' }, { id: '2', subject: 'a' })),
    )
  })

  test('the response is only changed where its status and structure are those of the place', async () => {
    const { edge, changed } = edgeOf(mutant('data/list', 'response 400-oauth body error', 'dropped'), facts)
    const data = json({ error: 'CA-10', message: 'm', values: [] }, 400)
    expect(shown(await edge(request('GET', list), behind(data)))).toEqual(shown(data))
    expect(changed()).toBe(false)
    const oauth = json({ error: 'invalid_request', error_description: 'd' }, 400)
    expect(shown(await edge(request('GET', list), behind(oauth)))).toEqual({ error_description: 'd' })
  })

  test('an answer of two seconds ago comes again, and not after them', async () => {
    const { edge } = edgeOf(mutant('data/list', 'order', 'answer-of-2-s-ago'), facts)
    const server = behind(calls({ id: '1' }), calls({ id: '2' }), calls({ id: '3' }))
    const ask = async () => JSON.stringify(shown(await edge(request('GET', list), server)))
    const first = await ask()
    server.time = 1999
    expect(await ask()).toBe(first)
    server.time = 2000
    expect(await ask()).toContain('"2"')
  })

  test('within a batch, requests and responses of the operation alone', async () => {
    const message = (...parts: string[]) =>
      [...parts.map((part) => `--b\r\nContent-Type: application/http\r\n\r\n${part}\r\n`), '--b--\r\n'].join('')
    const type: PlatformRequest['headers'] = [['Content-Type', 'multipart/mixed; boundary=b']]
    const record = JSON.stringify({ data: [{ serviceCall: { id: '1', subject: 'a' } }] })
    const answer = {
      status: 200,
      headers: type,
      body: Buffer.from(
        message(
          `HTTP/1.1 200 OK\r\nContent-Length: ${record.length}\r\n\r\n${record}`,
          `HTTP/1.1 201 Created\r\nContent-Length: ${record.length}\r\n\r\n${record}`,
        ),
      ),
    }
    const { edge } = edgeOf(mutant('part data/get', 'response 200 body data[].<record>.subject', 'null'), facts)
    const sent = message(`GET ${list}/1 HTTP/1.1\r\n\r\n`, `POST ${list} HTTP/1.1\r\n\r\n{}`)
    const response = await edge(request('POST', '/api/data/batch/v1/', sent, type), behind(answer))
    const text = response.body.toString()
    expect(text).toContain('{"serviceCall":{"id":"1","subject":null}}')
    expect(text.match(/"subject":"a"/g)).toHaveLength(1)
    expect(text).toContain(`Content-Length: ${record.length + 1}\r\n`)
  })

  test('an effect: told, and not done', async () => {
    const { edge, changed } = edgeOf(mutant('data/create', 'effect', 'told-not-done'), facts)
    let undone = 0
    const server: Behind = {
      ...behind(),
      undoably: async () => ({ response: json({}, 201), undo: () => void (undone += 1) }),
    }
    expect((await edge(request('POST', list, '{}'), server)).status).toBe(201)
    expect({ undone, changed: changed() }).toEqual({ undone: 1, changed: true })
  })

  test('a mutant of another version of the kit is an error', () => {
    expect(() => edgeOf(mutant('data/list', 'request query company', 'eaten'), facts)).toThrow('eaten')
  })
})

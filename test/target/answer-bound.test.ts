import { expect, test } from 'vitest'
import { answerAtMost } from '../../src/target/answer-bound.ts'
import { against } from './server.ts'

const piece = Buffer.alloc(1024 * 1024, 'x')

/** How an endless answer ends, and how many bytes of it were sent. */
async function endless(how: { readonly many?: true; readonly raw?: Uint8Array; readonly racing?: true }) {
  let sent = 0
  const made = await against((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => {
      if (response.destroyed) return
      sent += piece.length
      if (response.write(piece)) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  })
  const { transport, scope, origin, close } = made
  const url = `${origin}/api/data/v4/ServiceCall?dtos=ServiceCall.27`
  if (how.racing) Object.assign(scope, { racing: true, barrier: { reached: async () => undefined } })
  const because = await transport.send({ method: 'GET', url, headers: [], ...how }, scope).then(
    () => 'an answer',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  close()
  return { because, sent }
}

test.each([
  ['sent alone', {}],
  ['one of many', { many: true }],
  ['raw bytes', { raw: Buffer.from('GET /api/data/v4/ServiceCall HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n') }],
  ['in a race', { racing: true }],
] as const)('an endless answer is read to its bound, and the reason says so: %s', async (_, how) => {
  const { because, sent } = await endless(how)
  expect(because).toMatch(/^Blocked: GET .*its answer has more than 32 MB/)
  expect(sent).toBeLessThan(answerAtMost * 2)
})

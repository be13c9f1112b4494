import { afterEach, expect, test } from 'vitest'
import { Inconclusive } from '../../src/target/inconclusive.ts'
import { clientsFacing } from './caller.ts'

let close: (() => void) | undefined
afterEach(() => close?.())

const answering = async (status: number) => {
  const made = await clientsFacing((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'multipart/mixed; boundary=b' })
    response.end(
      ['--b', 'Content-Type: application/http', '', `HTTP/1.1 ${status} Some`, '', '', '--b--', ''].join('\r\n'),
    )
  })
  close = made.close
  return made.api.batch.send([made.api.batch.part.list('ServiceCall')])
}

test('a batch of which a part is answered with 429 proves nothing: a check begins anew', async () => {
  await expect(answering(429)).rejects.toBeInstanceOf(Inconclusive)
})

test('any other refusal of a part is an answer', async () => {
  expect((await answering(404)).parts.map(({ status }) => status)).toEqual([404])
})

test('parts at the end of a batch without a transaction that are answered with 429 are sent again, alone', async () => {
  const answers = [
    [200, 429, 429],
    [201, 404],
  ]
  const made = await clientsFacing((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'multipart/mixed; boundary=b' })
    const parts = (answers.shift() ?? []).map(
      (status) => `--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 ${status} Some\r\nRetry-After: 0\r\n\r\n\r\n`,
    )
    response.end(`${parts.join('')}--b--\r\n`)
  })
  close = made.close
  const { send, part } = made.api.batch
  const { parts } = await send([part.list('ServiceCall'), part.list('ServiceCall'), part.list('ServiceCall')], {
    transactional: false,
  })
  expect(parts.map(({ status }) => status)).toEqual([200, 201, 404])
})

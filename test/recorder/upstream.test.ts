import { readFileSync } from 'node:fs'
import type { Agent } from 'node:https'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { record, type Recorder } from '../../recorder/record.ts'
import { upstreamAt } from '../../recorder/upstream.ts'
import type { HarEntry } from '../../src/har/har.ts'
import { forwarding, type Forwarding } from '../support/forwarding.ts'
import { get } from './raw.ts'

/** As long as a busy machine may need. */
const patient = { timeout: 20_000 }

let place: Forwarding
const closing: Array<() => unknown> = []
beforeEach(async () => {
  place = await forwarding()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0).reverse()) await close()
  await place.close()
})

async function recording(
  to: string,
  ca?: string,
): Promise<{ recorder: Recorder; port: number; entries(): HarEntry[] }> {
  const out = join(place.folder, 'traffic.har')
  const recorder = await record({ to: [to], port: 0, out, append: false, version: '1', ...(ca ? { ca } : {}) })
  closing.push(() => recorder.close())
  return {
    recorder,
    port: recorder.ports[0] ?? 0,
    entries: () => (JSON.parse(readFileSync(out, 'utf8')) as { log: { entries: HarEntry[] } }).log.entries,
  }
}

/** An upstream that is nothing but sockets. */
async function sockets(connected: (socket: Socket) => void): Promise<string> {
  const server = createServer(connected)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an authority that is named is trusted beside the public ones and those of NODE_EXTRA_CA_CERTS', async () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', join(place.folder, 'theirs', 'ca.pem'))
  const { secure } = await place.upstream((_incoming, response) => response.end('trusted'))
  const { port } = await recording(`https://localhost:${secure}`, place.ca)
  expect(await get(port)).toMatch(/trusted$/)
  expect((upstreamAt('https://a.example', place.ca).agent as Agent).options.ca).toEqual(
    expect.arrayContaining([rootCertificates[0], place.ca]),
  )
})

test.each(['missing.pem', 'traffic.har'])(
  'a file of NODE_EXTRA_CA_CERTS that holds none is passed over: %s',
  async (file) => {
    vi.stubEnv('NODE_EXTRA_CA_CERTS', join(place.folder, file))
    const { secure } = await place.upstream((_incoming, response) => response.end('trusted'))
    const { port } = await recording(
      `https://localhost:${secure}`,
      readFileSync(join(place.folder, 'theirs', 'ca.pem'), 'utf8'),
    )
    expect(await get(port)).toMatch(/trusted$/)
  },
)

test('why nothing answered is counted and recorded, and the client is told no more than that', async () => {
  const { secure } = await place.upstream((_incoming, response) => response.end('never'))
  const { port, recorder, entries } = await recording(`https://localhost:${secure}`)
  expect(await get(port)).toMatch(/^HTTP\/1\.1 502 [^]*\n\{"error":"recorder_upstream_unreachable"\}\r\n0\r\n\r\n$/)
  await expect
    .poll(() => entries()[0]?._recorder, patient)
    .toEqual({
      outcome: 'upstream-unreachable',
      truncated: true,
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    })
  expect([...recorder.unanswered()]).toEqual([['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 1]])
})

test('nobody listens', async () => {
  const address = await sockets(() => undefined)
  await closing.pop()?.()
  const { port, recorder } = await recording(`http://${address}`)
  expect(await get(port)).toMatch(/"recorder_upstream_unreachable"/)
  expect([...recorder.unanswered()]).toEqual([['ECONNREFUSED', 1]])
})

test('an upstream that had the request and broke off was reached: it may have acted', async () => {
  const address = await sockets((socket) =>
    socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy()),
  )
  const { port, recorder, entries } = await recording(`http://${address}`)
  expect(await get(port)).toMatch(/^HTTP\/1\.1 502 [^]*"recorder_upstream_reset"/)
  await expect
    .poll(() => entries()[0], patient)
    .toMatchObject({
      response: { _error: 'upstream-reset' },
      _recorder: { code: 'ECONNRESET' },
    })
  expect([...recorder.unanswered()]).toEqual([['ECONNRESET', 1]])
})

test('a connection that many requests use is watched once', async () => {
  const warned = vi.spyOn(process, 'emitWarning')
  const { plain, connections } = await place.upstream((_incoming, response) => response.end('ok'))
  const { port } = await recording(`http://localhost:${plain}`)
  for (let at = 0; at < 12; at += 1) await get(port)
  expect([connections(), warned.mock.calls]).toEqual([1, []])
  warned.mockRestore()
})

test('a client that leaves before the answer is no failure of the upstream', async () => {
  const address = await sockets((socket) => socket.on('error', () => undefined))
  const { port, recorder } = await recording(`http://${address}`)
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  setTimeout(() => socket.destroy(), 50)
  await expect.poll(() => recorder.totals().broken, patient).toBe(1)
  expect(recorder.unanswered().size).toBe(0)
})

import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keep } from '../../recorder/keep.ts'
import { record } from '../../recorder/record.ts'
import { reverse } from '../../recorder/reverse.ts'
import { createTaps } from '../../recorder/tap.ts'
import { upstreamAt } from '../../recorder/upstream.ts'
import type { HarEntry } from '../../src/har/har.ts'
import type { HarWriter } from '../../src/har/writer.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { noise } from '../support/noise.ts'

/** As long as a busy machine may need. */
const patient = { timeout: 20_000 }

let folder: string
const closing: Array<() => unknown> = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bodies-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true })
})

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function upstream(
  handle: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => handle(request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function recording(
  to: string,
  bodyAtMost?: number,
): Promise<{ address: string; entries: () => Promise<HarEntry[]> }> {
  const out = join(folder, 'traffic.har')
  const recorder = await record({
    to: [to],
    port: 0,
    out,
    append: false,
    version: '1',
    ...(bodyAtMost ? { bodyAtMost } : {}),
  })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) {
      isOpen = false
      await recorder.close()
    }
  }
  closing.push(close)
  return {
    address: `http://127.0.0.1:${recorder.ports[0]}`,
    entries: async () => {
      await close()
      return (JSON.parse(readFileSync(out, 'utf8')) as { log: { entries: HarEntry[] } }).log.entries
    },
  }
}

const send = async (address: string, body: Buffer, type: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(address, { method: 'POST', body, headers: { 'Content-Type': type } })).arrayBuffer())

test('a batch of 5,000 parts, its boundary inside a part, passes byte for byte and without its secrets', async () => {
  const type = 'multipart/mixed; boundary=b'
  const part = (at: number): string =>
    `--b\r\nContent-Type: application/http\r\nContent-ID: ${at}\r\n\r\nPOST /api/data/v4/X HTTP/1.1\r\nAuthorization: Bearer secret-of-part-${at}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ at, text: 'not --b here', password: `hidden-${at}` })}\r\n`
  const sent = Buffer.from(`${Array.from({ length: 5000 }, (_, at) => part(at)).join('')}--b--\r\n`)
  let got = ''
  const { address, entries } = await recording(
    await upstream((_request, response, body) => {
      got = sha256(body)
      response.writeHead(200, { 'Content-Type': type }).end(body)
    }),
  )
  expect(sha256(await send(address, sent, type))).toBe(sha256(sent))
  expect(got).toBe(sha256(sent))
  const [entry] = await entries()
  for (const text of [entry?.request.postData?.text, entry?.response.content.text]) {
    expect(text).not.toMatch(/secret-of|hidden-/)
    expect(text?.match(/Bearer redacted-[0-9a-f]{8}/g)).toHaveLength(5000)
    expect(text).toContain('not --b here')
  }
})

describe.each([
  ['in memory', 1000],
  ['in a spool', 700_000],
  ['too large for an entry', 1_500_000],
])('bodies %s', (_where, size) => {
  test('pass byte for byte both ways, and stand byte for byte in the recording or beside it', async () => {
    const [up, down] = [noise(size, 1), noise(size, 2)]
    let got = ''
    const { address, entries } = await recording(
      await upstream((_request, response, body) => {
        got = sha256(body)
        response.end(down)
      }),
      1_000_000,
    )
    expect(sha256(await send(address, up, 'application/zip'))).toBe(sha256(down))
    expect(got).toBe(sha256(up))
    const [entry] = await entries()
    for (const [content, bytes] of [
      [entry?.request.postData, up],
      [entry?.response.content, down],
    ] as const) {
      const kept =
        content?._file === undefined
          ? Buffer.from(content?.text ?? '', 'base64')
          : readFileSync(join(folder, content._file))
      expect(sha256(kept)).toBe(sha256(bytes))
      if (content?._file !== undefined)
        expect([content._sha256, statSync(join(folder, content._file)).mode & 0o777]).toEqual([sha256(bytes), 0o600])
    }
    expect(readdirSync(folder).filter((name) => !name.startsWith('traffic.har'))).toEqual([])
  })
})

test('a text too large for an entry is cut, and stands decoded beside the recording', async () => {
  const text = JSON.stringify({ rows: Array.from({ length: 60_000 }, (_, at) => ({ at, name: `row ${at}` })) })
  const { address, entries } = await recording(
    await upstream((_request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .end(gzipSync(text, { level: 0 }))
    }),
    1_000_000,
  )
  expect(await (await fetch(address)).text()).toBe(text)
  const { content } = (await entries())[0]?.response ?? {}
  expect(content?.comment).toMatch(/^truncated after \d+ characters; the whole body is in traffic\.har\.d\//)
  expect(text.startsWith(content?.text as string)).toBe(true)
  expect(readFileSync(join(folder, content?._file as string), 'utf8')).toBe(text)
})

test('the memory of all taps together has a bound: what is beyond it goes to the disk', () => {
  const tap = createTaps(folder)
  const all = Array.from({ length: 200 }, () => tap())
  for (const one of all) one.see(Buffer.alloc(250_000))
  const passed = all.map((one) => one.passed())
  expect(passed.reduce((sum, { chunks }) => sum + Buffer.concat(chunks).length, 0)).toBeLessThanOrEqual(
    32 * 1024 * 1024,
  )
  expect(passed.filter(({ spool }) => spool)).not.toEqual([])
  expect(passed.every(({ lost }) => lost === undefined)).toBe(true)
  for (const one of passed) one.release()
  // What was let go of is room again.
  const next = tap()
  next.see(Buffer.alloc(1000))
  expect(next.passed().spool).toBeUndefined()
})

test('where no spool can be made the traffic passes, and the entry says that its body is missing', async () => {
  const tap = createTaps(join(folder, 'not-there'))()
  tap.see(Buffer.alloc(300_000))
  tap.see(Buffer.alloc(300_000))
  expect(tap.passed()).toMatchObject({ size: 600_000, lost: 'ENOENT', chunks: [] })
})

test('a disk that is too slow holds back what comes, and lets it go on', async () => {
  let isFull = true
  let release: () => void = () => undefined
  const entries: HarEntry[] = []
  const writer: HarWriter = {
    cut: 0,
    add: (entry) => void entries.push(entry),
    full: () => isFull,
    room: () =>
      new Promise((resolve) => {
        release = () => {
          isFull = false
          resolve()
        }
      }),
    backlog: () => 0,
    drained: async () => undefined,
    totals: () => ({ entries: 0, bytes: 0, lost: 0 }),
    failure: () => undefined,
    close: async () => undefined,
  }
  const sink = keep({
    out: join(folder, 'x.har'),
    writer,
    redactor: createRedactor(),
    tap: createTaps(folder),
    bodyAtMost: 1e9,
    unread: () => undefined,
    kept: () => undefined,
  })
  let pushed = 0
  const to = await upstream((_request, response) => {
    const push = (): void => {
      while (pushed < 60e6) {
        pushed += 65_536
        if (!response.write(Buffer.alloc(65_536))) {
          response.once('drain', push)
          return
        }
      }
      response.end()
    }
    push()
  })
  const server = await reverse(upstreamAt(to), 0, sink)
  closing.push(() => server.close())
  let got = 0
  const done = new Promise<void>((resolve) =>
    http.get(`http://127.0.0.1:${server.port}/`, { agent: false }, (response) =>
      response
        .on('data', (chunk: Buffer) => {
          got += chunk.length
        })
        .on('end', resolve),
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(pushed).toBeLessThan(30e6)
  release()
  await done
  expect(got).toBe(pushed)
  await expect.poll(() => entries.length, patient).toBe(1)
})

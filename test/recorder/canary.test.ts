import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keep, type PassedExchange } from '../../recorder/keep.ts'
import { createTaps, type Passed } from '../../recorder/tap.ts'
import type { HarEntry } from '../../src/har/har.ts'
import type { HarWriter } from '../../src/har/writer.ts'
import { createRedactor, type Redactor } from '../../src/redact/redactor.ts'
import { echoed, secrets, shown, type Case } from './canaries.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'canary-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The control: what is written where nothing is hidden. */
const blind: Redactor = {
  learn: () => undefined,
  learnNamed: () => undefined,
  learnHeaders: () => undefined,
  text: (text) => text,
  headers: (headers) => headers,
  url: (url) => url,
  body: (body) => body,
  cutBody: (body) => body,
  forgotten: () => 0,
}

const sink = (redactor: Redactor, bodyAtMost = 8 * 1024 * 1024) => {
  const lines: string[] = []
  const writer: HarWriter = {
    cut: 0,
    add: (entry) => void lines.push(JSON.stringify(entry)),
    full: () => false,
    room: async () => undefined,
    backlog: () => 0,
    drained: async () => undefined,
    totals: () => ({ entries: 0, bytes: 0, lost: 0 }),
    failure: () => undefined,
    close: async () => undefined,
  }
  let written = 0
  const tap = createTaps(folder)
  const keeper = keep({
    out: join(folder, 'traffic.har'),
    writer,
    redactor,
    tap,
    bodyAtMost,
    unread: () => undefined,
    kept: (isWritten) => {
      if (isWritten) written += 1
    },
  })
  /** A body as it passes: in chunks that cut everything. */
  const passed = (body: string | Buffer = '', chunk = 5): Passed => {
    const one = tap()
    const bytes = Buffer.from(body)
    for (let at = 0; at < bytes.length; at += chunk) one.see(bytes.subarray(at, at + chunk))
    return one.passed()
  }
  const tell = ({ sent, got, ...more }: Case, chunk?: number): void => {
    const exchange: PassedExchange = {
      startedAt: 0,
      waitMs: 1,
      receiveMs: 1,
      method: 'POST',
      url: 'https://cluster.example/x',
      httpVersion: 'HTTP/1.1',
      requestHeaders: [],
      sentWhole: true,
      status: 200,
      statusText: 'OK',
      responseHeaders: [],
      ...more,
      requestBody: passed(sent, chunk),
      responseBody: passed(got, chunk),
    }
    keeper.told(exchange)
  }
  return { tell, keeper, lines, written: () => written }
}

/** All that a reader of the files could look at: the lines, the strings in them, and what these hold as base64, escapes and gzip. */
function visible(lines: readonly string[]): string {
  const strings: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value === 'string') strings.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  for (const line of lines) {
    const entry = JSON.parse(line) as HarEntry
    walk(entry)
    for (const content of [entry.request.postData, entry.response.content]) {
      if (content?.encoding !== 'base64') continue
      const bytes = Buffer.from(content.text ?? '', 'base64')
      strings.push(bytes.toString('utf8'), bytes.toString('utf16le'), bytes.toString('latin1').replaceAll('\0', ''))
      const gzip = bytes.indexOf(Buffer.from([0x1f, 0x8b]))
      const end = bytes.indexOf('\r\n--b', gzip)
      if (gzip >= 0)
        try {
          strings.push(gunzipSync(bytes.subarray(gzip, end < 0 ? bytes.length : end)).toString('utf8'))
        } catch {
          /* None. */
        }
    }
  }
  const readings = [
    (one: string) => one.replace(/(?:\\u00[0-9a-f]{2})+/gi, (escapes) => JSON.parse(`"${escapes}"`) as string),
    (one: string) => one.replace(/\\(.)/g, '$1'),
    (one: string) =>
      one.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8')),
    (one: string) => one.replaceAll('+', ' '),
    (one: string) => one.replaceAll('\r\n', ''),
    (one: string) =>
      one.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  ]
  const inBase64 = strings
    .flatMap((one) => one.match(/[A-Za-z0-9+/]{24,}/g) ?? [])
    .map((one) => Buffer.from(one, 'base64').toString('utf8'))
  const all = [...strings, ...inBase64]
  return [...lines, ...all, ...all.flatMap((one) => readings.map((read) => read(one)))].join('\n')
}

/** The ways in which a search would look for it, written down apart from those that the product knows. */
function spelled(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inBase64 = (before: number): string => {
    const bits = (before + bytes.length) * 8
    return Buffer.concat([Buffer.alloc(before, 'x'), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1, Math.floor(bits / 6))
  }
  const base64 = [inBase64(0), inBase64(1), inBase64(2)]
  return [
    secret,
    ...(secret.length > 7 ? [secret.slice(0, -1)] : []),
    bytes.toString('latin1'),
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    ...base64,
    ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}
const found = (secret: string, text: string): string[] => spelled(secret).filter((one) => text.includes(one))

const teaching = (secret: string): Case => ({
  requestHeaders: [['Authorization', `Basic ${Buffer.from(`me:${secret}`).toString('base64')}`]],
})

describe.each([
  ['shown by name or place', shown, false],
  ['known from before', echoed, true],
] as const)('%s', (_, cases, isTaught) => {
  test.each(Object.entries(cases))('%s', (_name, make) => {
    for (const secret of secrets) {
      const [real, control] = [sink(createRedactor()), sink(blind)]
      if (isTaught) real.tell(teaching(secret))
      real.tell(make(secret))
      control.tell(make(secret))
      expect(real.written(), secret).toBe(isTaught ? 2 : 1)
      expect(found(secret, visible(real.lines)), secret).toEqual([])
      if (!/gzip that is cut off|unknown/.test(_name))
        expect(found(secret, visible(control.lines)), `control of ${secret}`).not.toEqual([])
    }
  })
})

test('learnt from the response alone, it is hidden in the request of the same exchange', () => {
  const { tell, lines } = sink(createRedactor())
  tell({
    url: `https://cluster.example/${secrets[0]}`,
    requestHeaders: [['X-Was', secrets[0] as string]],
    responseHeaders: [['Content-Type', 'application/json']],
    got: JSON.stringify({ access_token: secrets[0] }),
  })
  expect(found(secrets[0] as string, visible(lines))).toEqual([])
})

describe('in bodies too large for an entry', () => {
  const files = (): string => {
    try {
      return readdirSync(join(folder, 'traffic.har.d'))
        .map((name) => readFileSync(join(folder, 'traffic.har.d', name), 'latin1'))
        .join('\n')
    } catch {
      return ''
    }
  }
  const filler = Buffer.from(`${JSON.stringify({ name: 'x'.repeat(80) })}\n`.repeat(30_000))
  const secret = secrets[0] as string

  test.each([
    [
      'binary, across two pieces',
      [['Content-Type', 'application/octet-stream']],
      Buffer.concat([filler.subarray(0, 768 * 1024 - 9), Buffer.from(secret), filler]),
    ],
    [
      'text, at the cut',
      [['Content-Type', 'text/plain']],
      Buffer.concat([filler.subarray(0, 1024 * 1024 - 9), Buffer.from(secret), filler]),
    ],
    [
      'JSON, at the end, by name',
      [['Content-Type', 'application/json']],
      Buffer.concat([filler, Buffer.from(JSON.stringify({ access_token: secret }))]),
    ],
  ] as const)('%s', async (_name, responseHeaders, got) => {
    const [real, control] = [sink(createRedactor(), 1024 * 1024), sink(blind, 1024 * 1024)]
    if (!_name.includes('by name')) real.tell(teaching(secret))
    const said: Case = { responseHeaders, got }
    real.tell(said, 65_536)
    await real.keeper.settled()
    expect(found(secret, visible(real.lines) + files())).toEqual([])
    expect(real.lines.at(-1)).toMatch(/it contains a secret/)
    control.tell(said, 65_536)
    await control.keeper.settled()
    expect(found(secret, visible(control.lines) + files())).not.toEqual([])
    rmSync(join(folder, 'traffic.har.d'), { recursive: true })
  })

  test('and what is clear is kept beside the recording', async () => {
    const real = sink(createRedactor(), 1024 * 1024)
    real.tell({ responseHeaders: [['Content-Type', 'application/octet-stream']], got: filler }, 65_536)
    await real.keeper.settled()
    expect(
      readFileSync(
        join(folder, (JSON.parse(real.lines[0] as string) as HarEntry).response.content._file as string),
      ).equals(filler),
    ).toBe(true)
    expect(readdirSync(folder).filter((name) => name.startsWith('.fieldproof'))).toEqual([])
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { verify } from '../../src/verify/verify.ts'
import { statementOf } from '../../src/verdict/statements.ts'

/** An exchange as the tables write it: what is not said is as usual. */
interface Written {
  readonly at: number
  readonly ms?: number
  readonly token?: 'usual'
  readonly request?: string
  readonly headers?: ReadonlyArray<readonly [string, string]>
  readonly sent?: object
  /** Of what was sent, where the recording has nothing of it. */
  readonly bodySize?: number
  readonly status?: number
  readonly answer?: unknown
  readonly answered?: ReadonlyArray<readonly [string, string]>
  readonly content?: object
}

interface Row {
  readonly entry: string
  readonly side: 'client' | 'server'
  readonly kind: 'lawful' | 'breach'
  readonly statement: string
  readonly says: string
  readonly first?: string
  readonly struck?: string
  readonly unreachable?: string
  readonly elsewhere?: string
  /** Of a breach that real systems are known for: words of what is told of it, and nothing else fails. */
  readonly known?: string
  readonly exchanges?: readonly Written[]
}

const tables = join(import.meta.dirname, 'recordings')
const rows = readdirSync(tables)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parse(readFileSync(join(tables, name), 'utf8')) as readonly Row[])

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const began = Date.parse('2026-03-01T10:00:00Z')
const token = 'tok1-7f3a99c1d04e4b55a1c2'
const usual = [
  ['Authorization', `Bearer ${token}`],
  ['X-Client-ID', 'conn'],
  ['X-Client-Version', '1.0'],
] as const
const json = [['Content-Type', 'application/json']] as const
/** A user asks for a token of general scope. */
const tokenRequest: Omit<Written, 'at'> = {
  request: 'POST https://auth.fsm.example/api/oauth2/v1/token',
  headers: [
    ['Authorization', 'Basic Y2xpZW50OnNlY3JldA=='],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ],
  sent: {
    mimeType: 'application/x-www-form-urlencoded',
    text: 'grant_type=password&username=acme%2Fjoe&password=S3cr%26t',
  },
  status: 200,
  answer: {
    access_token: token,
    token_type: 'bearer',
    expires_in: 43200,
    scope: 'general',
    cluster_url: 'https://eu.fsm.example',
    account: 'acme',
    account_id: 12,
    user: 'joe',
    user_email: 'joe@acme.example',
    user_id: 77,
    companies: [{ id: 5, name: 'main', description: 'Main' }],
  },
}

const named = (list: ReadonlyArray<readonly [string, string]>) => list.map(([name, value]) => ({ name, value }))

function entryOf(written: Written) {
  const {
    at,
    ms,
    request = '',
    headers,
    sent,
    bodySize,
    status,
    answer,
    answered,
    content,
  } = written.token === undefined ? written : { ...tokenRequest, at: written.at, ms: written.ms }
  const blank = request.indexOf(' ')
  const text = answer === undefined ? undefined : JSON.stringify(answer)
  return {
    startedDateTime: new Date(began + at * 1000).toISOString(),
    time: ms === undefined ? 20 : ms,
    request: {
      method: request.slice(0, blank),
      url: request.slice(blank + 1),
      headers: named(headers ?? usual),
      ...(sent === undefined ? {} : { postData: sent }),
      ...(bodySize === undefined ? {} : { bodySize }),
    },
    response: {
      status,
      statusText: '',
      headers: named(answered ?? json),
      content: content ?? { size: Buffer.byteLength(text ?? ''), mimeType: 'application/json', text },
    },
  }
}

function recordingOf({ entry, exchanges = [] }: Row): string {
  const file = join(folder, `${entry}.har`)
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: exchanges.map(entryOf) } }))
  return file
}

async function foundIn(row: Row, words: readonly string[]): Promise<string[]> {
  const { records } = await verify({ file: recordingOf(row), out: join(folder, 'reports'), strict: true, baseline: [] })
  return records.flatMap((one) =>
    'verdict' in one && words.includes(one.verdict.is)
      ? one.verdict.findings.map(({ side, statement }) => `${side ?? 'server'} ${statement}`)
      : [],
  )
}

test('each recording stands there once, for a statement, with what was said of it at first', () => {
  const firsts = { lawful: ['silent', 'accused'], breach: ['told', 'missed'] }
  const entries = rows.map(({ entry }) => entry)
  expect(
    rows.filter(
      (row, at) =>
        entries.indexOf(row.entry) !== at ||
        !statementOf(row.statement) ||
        (row.struck === undefined ? !firsts[row.kind].includes(row.first ?? '') : row.first !== undefined) ||
        (row.exchanges === undefined) !== (row.elsewhere !== undefined),
    ),
  ).toEqual([])
})

/** Advice is recorded: it fails nobody. */
const told = ['fail', 'warn']
const advised = [...told, 'observed']

const played = rows.filter(({ struck, exchanges }) => struck === undefined && exchanges !== undefined)

test.each(played.filter(({ kind }) => kind === 'lawful'))('lawful, $entry: $says', async (row) => {
  expect(await foundIn(row, told)).toEqual([])
})

test.each(played.filter(({ kind, unreachable }) => kind === 'breach' && unreachable === undefined))(
  'a breach, $entry: $says',
  async (row) => {
    expect((await foundIn(row, advised)).filter((one) => one.startsWith(row.side))).not.toEqual([])
  },
)

test.each(played.filter(({ known }) => known !== undefined))('a known difference, $entry: $says', async (row) => {
  const { records } = await verify({ file: recordingOf(row), out: join(folder, 'reports'), strict: true, baseline: [] })
  const verdicts = records.flatMap((one) => ('verdict' in one ? [one.verdict] : []))
  expect(verdicts.filter(({ is }) => is === 'fail')).toEqual([])
  const texts = verdicts.flatMap(({ findings }) => findings.map(({ seenInTheWild }) => seenInTheWild ?? ''))
  expect(texts.join('\n')).toContain(row.known)
})

test.each(played.filter(({ unreachable }) => unreachable !== undefined))(
  'a breach that traffic cannot show, $entry: $unreachable',
  async (row) => {
    expect((await foundIn(row, advised)).filter((one) => one.startsWith(row.side))).toEqual([])
  },
)

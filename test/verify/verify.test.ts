import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { busy } from './busy.ts'
import { judged, recordedAndJudged, type Judged } from './judged.ts'
import { renderTerminal } from '../../reports/terminal.ts'
import { verify } from '../../src/verify/verify.ts'
import { script } from '../replay/script.ts'
import { story, type Step } from '../monitors/traffic.ts'

let folder: string
let clean: Judged
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldproof-test-'))
  clean = await recordedAndJudged(busy, folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('another lawful connector: nothing is found', async () => {
  expect(
    (
      await recordedAndJudged(
        async (origin) => {
          await script(origin)
        },
        mkdtempSync(join(folder, 'other-')),
      )
    ).findings.filter(({ side }) => side !== 'client'),
  ).toEqual([])
})

test('a lawful connector against a lawful cluster: nothing is found, much is judged', () => {
  expect(clean.findings).toEqual([])
  // Locks that were tried in vain, and looks at what is gone: lawful, and told in one line.
  expect(clean.notices).toEqual([
    expect.stringMatching(/^\d+ calls were refused \(4xx\) without a finding, lawful or not: #/),
  ])
  expect(clean.exitCode).toBe(0)
  const passed = clean.records.filter((one) => 'verdict' in one && one.verdict.is === 'pass')
  expect(passed.length).toBeGreaterThan(50)
  expect(clean.records.at(-1)).toMatchObject({ end: { exitCode: 0 } })
})

/** Faults of every kind that this traffic shows, and the statement that must be named. */
test.each([
  ['lock-ignored-on-patch', 'A-DAT-20'],
  ['lock-ignored-on-delete', 'A-DAT-20'],
  ['lock-other-status', 'A-DAT-20'],
  ['lock-force-update-ignored-on-patch', 'A-DAT-22'],
  ['lock-refused-patch-stored', 'A-DAT-21'],
  ['data-delete-not-stored', 'A-DAT-10'],
  ['data-post-overwrites', 'A-DAT-12'],
  ['data-patch-null-ignored', 'A-DAT-09'],
  ['data-put-merges', 'A-DAT-05'],
  ['data-patch-not-stored', 'A-DAT-07'],
  ['record-supplied-id-ignored', 'A-REC-02'],
  ['record-last-changed-kept-on-patch', 'A-REC-15'],
  ['record-last-changed-text', 'A-REC-03'],
  ['batch-no-rollback', 'A-BAT-08'],
  ['batch-goes-on', 'A-BAT-08'],
  ['batch-parts-reversed', 'A-BAT-10'],
  ['batch-content-id-missing', 'A-BAT-11'],
  ['batch-last-answer-missing', 'A-BAT-10'],
  ['batch-time-per-part', 'A-BAT-16'],
  ['token-reissued', 'A-TOK-20'],
  ['page-size-ignored', 'A-PAR-05'],
  ['order-desc-ignored', 'A-PAR-08'],
  ['fields-ignored', 'A-PAR-11'],
  ['cql-filter-ignored', 'A-CQL-01'],
  ['deleted-external-id-missing', 'A-DEL-02'],
  // Between two calls that a busy machine holds apart somebody else may have written: then nothing is told.
])('%s is found in a recording', { retry: 2 }, async (fault, statement) => {
  const { findings, exitCode } = await recordedAndJudged(busy, folder, { faults: [fault] })
  expect(findings.map((finding) => finding.statement)).toContain(statement)
  expect(findings.filter(({ side }) => side === 'client')).toEqual([])
  const found = findings.find((finding) => finding.statement === statement)
  expect(found?.exchanges.every((ref) => /^#\d+(?: part \d+)?$/.test(ref))).toBe(true)
  expect(found?.rerun).toMatch(/^npx fieldproof verify .*\.har --only [\w/-]+\/(?:contract|traffic)$/)
  expect(exitCode).toBe(findings.some(({ is }) => is === 'fail') ? 1 : 0)
})

test.each([
  'record-ids-dashed',
  'record-unset-omitted',
  'cql-equality-any-case',
  'batch-status-of-failure',
  'batch-taken-back-told',
  'batch-content-id-among-response-headers',
  'data-missing-empty',
  'data-post-no-content',
  'page-from-zero',
  'page-envelope',
  'lock-values-text',
  'list-newest-first',
  'query-api-envelope-more',
  'deleted-newest-first',
])('the lawful variant %s is not flagged', async (variant) => {
  expect((await recordedAndJudged(busy, folder, { variants: [variant] })).findings).toEqual([])
})

test('a recording that a browser wrote: pretty-printed, with what it calls a body, and pseudo fields', async () => {
  const entry = (more: object) => ({
    startedDateTime: '2026-03-01T10:00:00.000Z',
    time: 12.5,
    request: {
      method: 'GET',
      url: 'https://cluster.example/api/data/v4/ServiceCall?dtos=ServiceCall.27&account=a&company=b',
      httpVersion: 'h2',
      headers: [
        { name: ':method', value: 'GET' },
        { name: 'authorization', value: 'Bearer s3cret-of-a-browser' },
      ],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: '',
      httpVersion: 'h2',
      headers: [{ name: 'content-type', value: 'application/json' }],
      cookies: [],
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      content: { size: 11, mimeType: 'application/json', text: '{"data":{}}' },
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0.5 },
    ...more,
  })
  const file = join(folder, 'browser.har')
  const unkept = entry({})
  unkept.response.content = { size: 900, mimeType: 'application/json' } as never
  const foreign = entry({})
  foreign.request.url = 'https://cluster.example/api/unknown/v1/things/17?access_token=another-s3cret'
  writeFileSync(
    file,
    JSON.stringify(
      {
        log: {
          version: '1.2',
          creator: { name: 'WebInspector', version: '537' },
          pages: [],
          entries: [entry({}), unkept, foreign],
        },
      },
      null,
      2,
    ),
  )
  const { findings, notices, report, exitCode } = await judged(file, folder)
  expect(findings.map(({ statement, exchanges }) => [statement, ...exchanges])).toEqual([['A-REC-08', '#1']])
  expect(exitCode).toBe(1)
  expect(notices).toEqual([
    '2 exchanges were not judged:',
    '  1 x body not recorded (first: entry 2)',
    '  1 x no known interface at GET /api/unknown/v1/things/* (first: entry 3)',
  ])
  expect(report).not.toMatch(/s3cret/)
})

test('a recording that was cut off: what is whole is judged, what is not is told', async () => {
  const whole = readFileSync(join(folder, 'traffic.har'))
  const file = join(folder, 'cut.har')
  writeFileSync(file, whole.subarray(0, Math.floor(whole.length * 0.6)))
  const { notices, findings } = await judged(file, folder)
  expect(findings).toEqual([])
  expect(notices).toEqual([
    expect.stringMatching(/ends in the middle of an entry: \d+ bytes after entry \d+ were ignored$/),
    expect.stringContaining('without a finding'),
  ])
})

test('a recording in which nothing can be judged is no pass', async () => {
  const file = join(folder, 'nothing.har')
  writeFileSync(file, JSON.stringify({ log: { entries: [] } }))
  expect((await judged(file, folder)).exitCode).toBe(3)
})

/** A recording as a story of the monitors tells it. */
const harOf = (...steps: readonly Step[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: story(...steps).map(({ startedAt, ms, request, response }) => ({
        startedDateTime: new Date(startedAt).toISOString(),
        time: ms,
        request: {
          method: request.method,
          url: request.url,
          headers: request.headers.map(([name, value]) => ({ name, value })),
          ...(request.body?.length
            ? { postData: { mimeType: 'application/json', text: Buffer.from(request.body).toString() } }
            : {}),
        },
        response: {
          status: response?.status,
          headers: response?.headers.map(([name, value]) => ({ name, value })),
          content: { size: response?.body.length, text: Buffer.from(response?.body ?? []).toString() },
        },
      })),
    },
  })

test.each<[string, Step, string[]]>([
  ['a deletion without lastChanged', { method: 'DELETE', path: '/ServiceCall/1' }, ['A-DAT-11']],
  ['no dtos', { path: '/api/data/v4/ServiceCall?' }, []],
  [
    'no from and to',
    { path: '/ServiceCall/deleted?dtos=DeletedObjects.2', answer: { deletedIds: [] } },
    ['A-DEL-01', 'A-DEL-01'],
  ],
  ['a pageSize that is none', { path: '/ServiceCall?pageSize=ten', answer: { data: [] } }, ['A-PAR-05']],
  [
    'a grant that is none',
    {
      method: 'POST',
      path: '/api/oauth2/v1/token?',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      sent: 'grant_type=magic',
      status: 400,
      answer: { error: 'x', error_description: 'y' },
    },
    ['A-TOK-11', 'A-TOK-12'],
  ],
])('what a caller owes: %s', async (_, step, statements) => {
  const file = join(folder, 'caller.har')
  writeFileSync(file, harOf(step))
  const { findings } = await judged(file, folder)
  expect(
    findings
      .filter(({ side }) => side === 'client')
      .map(({ statement }) => statement)
      .sort(),
  ).toEqual(statements)
})

test('a token is one and the same in the answer that issued it and in the calls that carry it (A-AUT-06)', async () => {
  const { findings } = await recordedAndJudged(
    async (origin) => {
      const granted = await fetch(`${origin}/api/oauth2/v1/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from('fieldproof-connector:c0nnector-Secret').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'password', username: 'acme/admin', password: 'Adm1n-of+acme #1' }),
      })
      const { access_token: token } = (await granted.json()) as { access_token: string }
      const context = 'dtos=ServiceCall.27&account=acme&company=Acme%20North&user=admin&clientId=fieldproof-connector'
      const path = `${origin}/api/data/v4/ServiceCall?${context}`
      await fetch(`${path}&clientVersion=1`, { headers: { Authorization: `Bearer ${token}` } })
      await fetch(path, { headers: { Authorization: `bearer  ${token}` } })
      await fetch(`${path}&access_token=${encodeURIComponent(token)}`)
    },
    mkdtempSync(join(folder, 'context-')),
  )
  expect(
    findings
      .filter(({ statement }) => statement === 'A-AUT-06')
      .map(({ side, actual, exchanges }) => [side, actual, ...exchanges]),
  ).toEqual([['client', 'without the client version', '#3', '#4']])
})

test('whose findings count: a client that errs before a server that conforms', async () => {
  const own = mkdtempSync(join(folder, 'sides-'))
  await recordedAndJudged(async (origin) => {
    await script(origin)
    const body = new URLSearchParams({ grant_type: 'magic' })
    await fetch(`${origin}/api/oauth2/v1/token`, { method: 'POST', body })
  }, own)
  const file = join(own, 'traffic.har')
  const of = async (side?: 'client' | 'server') => {
    const { records, exitCode } = await verify({
      file,
      out: join(own, 'reports'),
      strict: false,
      baseline: [],
      ...(side ? { side } : {}),
    })
    return {
      exitCode,
      last: renderTerminal(records, { color: false, width: 200, reports: [] }).trim().split('\n').at(-1),
    }
  }
  const [both, server, client] = [await of(), await of('server'), await of('client')]
  expect(both).toEqual({
    exitCode: 1,
    last: expect.stringMatching(
      /^The server conforms.*, the client has \d+ findings?: \d+ passed, .*\. Exit code 1\.$/,
    ),
  })
  expect(server).toEqual({
    exitCode: 0,
    last: expect.stringContaining('Only what the server did counts (--side server). Exit code 0.'),
  })
  expect(client.exitCode).toBe(1)
})

test('an entry for many checks that is over, or that excuses nothing of what recordings show, makes it red', async () => {
  const entry = { reason: 'r', owner: 'ann', expires: '2999-01-01' }
  const of = async (more: object) => {
    const baseline = [{ ...entry, check: '*', ...more }]
    const { exitCode, records } = await verify({
      file: join(folder, 'traffic.har'),
      out: join(folder, 'with-baseline'),
      strict: false,
      baseline,
    })
    return [
      exitCode,
      records.flatMap((one) => ('notice' in one && one.notice.kind === 'baseline' ? [one.notice.text] : [])),
    ]
  }
  expect(await of({ check: 'batch/*', expires: '2020-01-01' })).toEqual([
    1,
    ['the baseline entry batch/* of ann expired on 2020-01-01, and none of its checks fails'],
  ])
  expect(await of({ check: 'data/*/traffic', cause: 'no such *' })).toEqual([
    1,
    [expect.stringMatching(/matches no finding any more/)],
  ])
  // A run may show what it excuses.
  expect(await of({ check: 'data/*', cause: 'no such *' })).toEqual([0, []])
})

test.each([
  ['only answers of a gateway that is down', 502],
  ['only answers of a cache', 304],
])('%s: nothing is judged, which is no pass', async (_, status) => {
  const file = join(folder, `only-${status}.har`)
  writeFileSync(
    file,
    JSON.stringify({
      log: {
        entries: [1, 2, 3].map((n) => ({
          startedDateTime: `2026-03-01T10:00:0${n}.000Z`,
          time: 5,
          request: { method: 'GET', url: `https://cluster.example/health/${n}`, headers: [], bodySize: 0 },
          response: { status, statusText: '', headers: [], content: { size: 0, text: '' } },
        })),
      },
    }),
  )
  expect((await judged(file, folder)).exitCode).toBe(3)
})

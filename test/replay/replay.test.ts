import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { exchangeLinesOf } from '../../src/replay/lines.ts'
import { replay, type Replayed, type ReplayOptions } from '../../src/replay/replay.ts'
import type { HarEntry } from '../../src/har/har.ts'
import type { Target } from '../../src/target/target.ts'
import { scratch } from '../support/folder.ts'
import { login } from './connector.ts'
import { platformWith, recordingOf } from './recording.ts'
import { script } from './script.ts'

const folder = scratch()
let file: string
let steps: Readonly<Record<string, number>>
beforeAll(async () => {
  ;({ file, told: steps } = await recordingOf(script, folder))
})

async function replayed(
  options: Partial<ReplayOptions> = {},
  deviations: Parameters<typeof platformWith>[0] = {},
  change: (target: Target) => Target = (target) => target,
): Promise<Replayed> {
  const { target, close } = await platformWith(deviations)
  try {
    return await replay({ file, secrets: [], target: change(target), ...options })
  } finally {
    await close()
  }
}

const lines = ({ outcomes, redactor }: Replayed): string =>
  outcomes.map((outcome) => exchangeLinesOf(outcome, redactor.text)).join('')
const stepsThat = (result: Replayed, is: string): string[] =>
  Object.entries(steps)
    .filter(([, number]) => result.outcomes[number - 1]?.is === is)
    .map(([name]) => name)
const pathsAt = (result: Replayed, step: string): string[] =>
  result.outcomes[(steps[step] ?? 0) - 1]?.differences?.map(({ path }) => path) ?? []

test('the recording holds what it is meant to: successes, refusals of each kind, and no secret', () => {
  const { entries } = (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: HarEntry[] } }).log
  const status = (step: string) => entries[(steps[step] ?? 0) - 1]?.response.status
  expect(
    [
      'create first',
      'stale patch',
      'same external id',
      'sorted list',
      'malformed query',
      'batch',
      'content',
      'get deleted',
      'deleted listing',
    ].map(status),
  ).toEqual([201, 409, 409, 200, 400, 200, 200, 404, 200])
  expect(readFileSync(file, 'utf8')).not.toContain('Adm1n-of')
})

test('at another platform everything is the same, and nothing is left behind', async () => {
  const { target, close } = await platformWith()
  try {
    const result = await replay({ file, secrets: [], target })
    expect(lines(result)).not.toMatch(/ different/)
    expect(stepsThat(result, 'same')).toEqual(Object.keys(steps))
    expect(result.outcomes.filter(({ is }) => is === 'not comparable').map(({ url }) => new URL(url).pathname)).toEqual(
      ['/api/oauth2/v1/token', '/api/oauth2/v1/token'],
    )
    expect([result.left, result.told]).toEqual([[], []])
    const { call } = await login(target.addresses.auth, { sent: 0 })
    const left = await call('GET', '/api/data/v4/ServiceCall')
    expect(
      (left.json as { data: Array<{ serviceCall: { externalId: string } }> }).data.map(
        ({ serviceCall }) => serviceCall.externalId,
      ),
    ).toEqual(['seed-call-1'])
  } finally {
    await close()
  }
})

test('the same target may be asked twice: no name is taken', async () => {
  const { target, close } = await platformWith()
  try {
    await replay({ file, secrets: [], target })
    // What the first one cleaned up falls into the listing of deletions, which begins a moment before the second.
    expect(lines(await replay({ file, secrets: [], target }))).not.toMatch(/ different/)
  } finally {
    await close()
  }
})

// Fault, the first step at which a client would notice it, and what is different there.
describe.each<[fault: string, step: string, path: RegExp]>([
  ['lock-ignored-on-patch', 'stale patch', /^status$/],
  ['lock-ignored-on-put', 'stale put', /^status$/],
  ['lock-ignored-on-delete', 'stale delete', /^status$/],
  ['record-last-changed-kept-on-patch', 'patch first', /lastChanged$/],
  ['record-last-changed-seconds', 'create partner', /lastChanged$/],
  ['record-last-changed-by-number', 'create partner', /lastChangedBy$/],
  ['record-external-id-hidden', 'create partner', /externalId$/],
  ['data-put-create-status-200', 'create by put', /^status$/],
  ['order-desc-ignored', 'sorted list', /the order by subject$/],
  ['cql-filter-ignored', 'sorted list', /^data\[\d+\]$/],
  ['fields-only-first', 'references', /serviceCall/],
  ['page-size-ignored', 'one page', /how many/],
  ['general-json-as-text', 'directory', /^header Content-Type$/],
  ['attachment-cut-at-nul', 'content', /^body$/],
  ['deleted-live-listed', 'deleted listing', /^deletedIds\[\d+\]$/],
  ['deleted-external-id-missing', 'deleted listing', /externalId$/],
  ['batch-parts-reversed', 'batch', /^part 1 /],
  ['batch-content-id-missing', 'batch', /^part 1 Content-ID$/],
  ['batch-time-per-part', 'batch', /lastChanged$/],
  ['batch-inner-body-latin1', 'batch', /^part 1 .*externalId$/],
  ['batch-last-answer-missing', 'batch', /^parts: how many$/],
  ['batch-no-rollback', 'after the failure', /lastChanged$/],
])('%s', (fault, step, path) => {
  test(`is first seen at "${step}"`, async () => {
    const result = await replayed({}, { faults: [fault] })
    expect(stepsThat(result, 'different')[0], lines(result)).toBe(step)
    expect(
      pathsAt(result, step).some((one) => path.test(one)),
      pathsAt(result, step).join('\n'),
    ).toBe(true)
    expect(result.left).toEqual([])
  })
})

// A lawful other reading differs only where it answers otherwise; where it does not, nothing does.
test.each<[variant: string, steps: readonly string[]]>([
  ['record-ids-dashed', []],
  ['record-ids-lower-case', []],
  ['list-newest-first', []],
  ['lock-children', []],
  ['batch-answer-preamble', []],
  ['batch-answer-msgtype', []],
  ['deleted-newest-first', []],
  ['lock-values-text', ['stale patch', 'stale put', 'failing batch', 'stale delete']],
  ['data-missing-bad-request', ['get deleted']],
  ['company-status-203', ['companies']],
  ['query-api-status-201', ['select']],
  ['batch-status-207', ['batch', 'failing batch']],
  ['data-post-status-200', ['create partner', 'create first', 'create second', 'batch', 'attach']],
])('the variant %s differs at %j and nowhere else', async (variant, expected) => {
  const result = await replayed({}, { variants: [variant] })
  expect(stepsThat(result, 'different'), lines(result)).toEqual(expected)
})

test('what fails to be created is not missed again and again', async () => {
  const result = await replayed({}, { faults: ['data-client-identifier-required'] })
  expect(
    result.outcomes.filter(({ reason }) => /^it needs what #\d+ created/.test(reason ?? '')).length,
  ).toBeGreaterThan(5)
  expect(result.left).toEqual([])
})

describe('an object that is not ours', () => {
  const seeded = 'F1E1D0000000000000000000000000F1'
  let foreign: string
  beforeAll(async () => {
    ;({ file: foreign } = await recordingOf(
      async (origin) => {
        const { call, record } = await login(origin, { sent: 0 })
        const seed = record(await call('GET', `/api/data/v4/ServiceCall/${seeded}`))
        await call('PATCH', `/api/data/v4/ServiceCall/${seeded}`, { lastChanged: seed.lastChanged, remarks: 'touched' })
        await call(
          'POST',
          '/api/data/batch/v1/',
          `--edge\r\nContent-Type: application/http\r\n\r\nDELETE /api/data/v4/ServiceCall/${seeded}?dtos=ServiceCall.27&forceDelete=true&account=acme&company=Acme%20North HTTP/1.1\r\n\r\n\r\n--edge--`,
          {},
          { 'Content-Type': 'multipart/mixed; boundary=edge' },
        )
        const own = record(await call('POST', '/api/data/v4/ServiceCall', { subject: 'mine' }))
        await call('GET', `/api/data/v4/ServiceCall/${own.id}`)
      },
      folder,
      'foreign.har',
    ))
  })

  test('is never written to: nothing is sent, and the rest goes on', async () => {
    const { target, close } = await platformWith()
    try {
      const result = await replay({ file: foreign, secrets: [], target })
      expect(result.outcomes.map(({ is }) => is)).toEqual([
        'not comparable',
        'same',
        'not comparable',
        'not comparable',
        'same',
        'same',
      ])
      expect(
        result.outcomes
          .slice(2, 4)
          .map(({ reason, trace }) => [/^it would touch an object that is not ours/.test(reason ?? ''), trace]),
      ).toEqual([
        [true, undefined],
        [true, undefined],
      ])
      // One for the token, three that are repeated, one that removes, one that reads back.
      expect(result.requests).toBe(6)
      const { call, record } = await login(target.addresses.auth, { sent: 0 })
      expect(record(await call('GET', `/api/data/v4/ServiceCall/${seeded}`))['remarks']).toBeNull()
    } finally {
      await close()
    }
  })

  test('where the target lacks it, a read of it is no difference', async () => {
    const text = readFileSync(foreign, 'utf8').replaceAll(seeded, 'ABCDEF00000000000000000000000001')
    writeFileSync(join(folder, 'elsewhere.har'), text)
    const result = await replayed({ file: join(folder, 'elsewhere.har') })
    expect(lines(result)).toMatch(
      /#2 GET .* not comparable: the target has no ServiceCall ABCDEF0+1, which existed before the recording began/,
    )
    expect(lines(result)).not.toMatch(/ different/)
  })

  test('with writes: false only reads are sent', async () => {
    const result = await replayed({ file: foreign }, {}, (target) => ({ ...target, writes: false }))
    expect(result.outcomes.map(({ is }) => is)).toEqual([
      'not comparable',
      'same',
      ...Array<string>(4).fill('not comparable'),
    ])
  })
})

test('a spent budget and a stop are told, and what was created is removed all the same', async () => {
  const spent = await replayed({ requests: 8 })
  expect(spent.outcomes.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/the budget of 8 requests is spent/),
  )
  expect(spent.left).toEqual([])
  const stop = new AbortController()
  const stopped = await replayed({
    signal: stop.signal,
    onOutcome: ({ number }) => {
      if (number === steps['patch first']) stop.abort()
    },
  })
  expect([stopped.isInterrupted, stopped.outcomes.length, stopped.left]).toEqual([true, steps['patch first'], []])
})

test('two callers are two identities, or it is told that they are one', async () => {
  const other = (target: Target, names: readonly string[]): Target => ({
    ...target,
    identities: Object.fromEntries(Object.entries(target.identities).filter(([name]) => names.includes(name))),
  })
  expect((await replayed({}, {}, (target) => other(target, ['admin', 'superuser']))).told).toEqual([])
  expect((await replayed({}, {}, (target) => other(target, ['admin', 'partner']))).told).toEqual([
    'user super is replayed as identities.admin, which also stands for another caller: differences in what the two may see and do are lost',
  ])
})

test('what cannot be sent is told with its reason', async () => {
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: HarEntry[] } }
  const entry = (step: string, change: (entry: HarEntry) => void): HarEntry => {
    const copy = structuredClone(log.entries[(steps[step] ?? 0) - 1]) as HarEntry
    change(copy)
    return copy
  }
  const odd = [
    entry('directory', (one) => Object.assign(one.request, { url: 'http://cluster.example/elsewhere' })),
    entry('create first', (one) => {
      delete (one.request.postData as { text?: string }).text
    }),
    entry('create first', (one) =>
      Object.assign(one.request.postData ?? {}, { text: '{"subject":"redacted-0123abcd"}' }),
    ),
    entry('directory', (one) => Object.assign(one.response, { status: 0, _error: 'upstream-reset' })),
    entry('directory', (one) => Object.assign(one.response, { status: 429 })),
    entry('directory', (one) => Object.assign(one.response, { status: 401 })),
    entry('directory', (one) =>
      Object.assign(one.request, { url: `${one.request.url}&access_token=redacted-00000000` }),
    ),
  ]
  writeFileSync(join(folder, 'odd.har'), JSON.stringify({ log: { ...log, entries: odd } }, null, 2))
  const result = await replayed({ file: join(folder, 'odd.har') })
  expect(result.outcomes.map(({ reason }) => reason)).toEqual([
    'its address belongs to no documented interface',
    'the recording does not have its whole request body',
    'it contained a secret; the recording has only a placeholder',
    'no complete response was recorded (upstream-reset)',
    'the recorded client was told to retry later (429)',
    'its token was refused in the recording; the replay uses another',
    'it carries two tokens; an identity has only one',
  ])
  expect(result.requests).toBe(0)
})

const [made, named] = ['0D1E2F3A4B5C60718293A4B5C6D7E8F9', 'ab12cd34-0000-4000-8000-00000000beef'] as const

test('an external id that is or contains a GUID is a name of the client, wherever it stands', async () => {
  const data = '/api/data/v4/ServiceCall'
  const { file: guids, told } = await recordingOf(
    async (origin) => {
      const count = { sent: 0 }
      const { call, record } = await login(origin, count)
      for (const externalId of [named, named.replaceAll('-', '').toUpperCase(), `order ${named} of ${made}`, made]) {
        const { id } = record(
          await call('POST', data, { subject: 'Pump', externalId, ...(externalId === made ? { id: made } : {}) }),
        )
        await call('GET', `${data}/${id}`)
        await call('GET', `${data}/externalId/${encodeURIComponent(externalId)}`)
        await call('GET', data, undefined, { query: `externalId = "${externalId}"` })
        await call('POST', data, { subject: 'Twice', externalId })
        await call(
          'PATCH',
          `${data}/externalId/${encodeURIComponent(externalId)}`,
          { remarks: externalId },
          { forceUpdate: 'true' },
        )
      }
      await call('PUT', `${data}/externalId/put-${named}`, { subject: 'Put', externalId: `put-${named}` })
      await call('GET', data, undefined, { query: `id = "${made}" OR externalId like "put-%"`, orderBy: 'subject' })
      return count.sent
    },
    folder,
    'guids.har',
  )
  const result = await replayed({ file: guids })
  expect(lines(result)).not.toMatch(/ different|^#(?!1 ).* not comparable/m)
  expect(result.outcomes.filter(({ is }) => is === 'same')).toHaveLength(told - 1)
  expect(result.left).toEqual([])
})

test('a batch part that names its address in full is sent to the target, and its refusal compared', async () => {
  const { file: full } = await recordingOf(
    async (origin) => {
      const { call, record } = await login(origin, { sent: 0 })
      const { id } = record(await call('POST', '/api/data/v4/ServiceCall', { subject: 'mine' }))
      const where = 'dtos=ServiceCall.27&account=acme&company=Acme%20North&user=admin'
      const part = (text: string) => `--edge\r\nContent-Type: application/http\r\n\r\n${text}\r\n\r\n`
      await call(
        'POST',
        '/api/data/batch/v1/',
        `${part(`PATCH ${origin}/api/data/v4/ServiceCall/${id}?${where}&forceUpdate=true HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"remarks":"x"}`)}--edge--\r\n`,
        { transactional: 'false' },
        { 'Content-Type': 'multipart/mixed; boundary=edge' },
      )
      await call('GET', `/api/data/v4/ServiceCall/${id}`)
    },
    folder,
    'full.har',
  )
  const result = await replayed({ file: full })
  expect(
    result.outcomes.map(({ is }) => is),
    lines(result),
  ).toEqual(['not comparable', 'same', 'same', 'same'])
})

test('a body that the recording does not have in full is neither sent nor compared', async () => {
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: HarEntry[] } }
  const entry = (step: string) => structuredClone(log.entries[(steps[step] ?? 0) - 1]) as HarEntry
  const cut = (text: string | undefined) => (text ?? '').slice(0, 20)
  const [create, directory, companies, list] = ['create first', 'directory', 'companies', 'whole list'].map(entry) as [
    HarEntry,
    HarEntry,
    HarEntry,
    HarEntry,
  ]
  Object.assign(create.request.postData ?? {}, { text: cut(create.request.postData?.text), _kept: 'cut' })
  Object.assign(directory.response.content, { text: cut(directory.response.content.text), _kept: 'cut' })
  Object.assign(companies.response.content, { text: undefined, _kept: 'aside', _file: 'odd.har.d/12', _sha256: '12' })
  // As a recorder that truncates in silence writes it.
  Object.assign(list.response.content, { text: cut(list.response.content.text), _kept: undefined })
  const entries = [log.entries[0], create, directory, companies, list]
  writeFileSync(join(folder, 'cut.har'), JSON.stringify({ log: { ...log, entries } }))
  const result = await replayed({ file: join(folder, 'cut.har') })
  expect(result.outcomes.slice(1).map(({ is, reason }) => [is, reason])).toEqual([
    ['not comparable', 'the recording does not have its whole request body'],
    ['same', '(body not compared: truncated in the recording)'],
    ['same', '(body not compared: stored in a file of its own)'],
    ['same', '(body not compared: truncated in the recording)'],
  ])
})

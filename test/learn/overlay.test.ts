import { expect, test } from 'vitest'
import { overlayOf, overlayText } from '../../src/learn/overlay.ts'
import { readOverlay } from '../../src/learn/read-overlay.ts'
import { undocumented } from '../../src/learn/undocumented.ts'
import { address, entry, learnedFrom, overlayFrom, page, validatorOf } from './subject.ts'

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const fieldOf = (records: readonly unknown[], name: string, minCount?: number) =>
  overlayFrom([page(records)], minCount).$defs['ServiceCall.27']?.properties?.[name]

test.each<[string, readonly unknown[], object]>([
  ['an id', ['0123456789ABCDEF0123456789abcdef'], { pattern: '^[0-9A-Fa-f]{32}$' }],
  ['a UUID', ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6'], { format: 'uuid' }],
  ['a time of RFC 3339', ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.123+01:00'], { format: 'date-time' }],
  [
    'a time of ISO 8601',
    ['2026-01-02T03:04:05Z', '20260102T0304Z'],
    { pattern: expect.stringContaining('T') as string },
  ],
  ['a date', ['2026-01-02'], { format: 'date' }],
  ['an e-mail address', ['a@example.com'], { format: 'email' }],
  ['a URL', ['https://example.com/a'], { format: 'uri' }],
  ['text', ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'other'], { type: 'string', minLength: 5, maxLength: 36 }],
  ['no date', ['2026-02-30'], { type: 'string', minLength: 10, maxLength: 10 }],
  ['numbers', [3, -1.5], { type: 'number', minimum: -1.5, maximum: 3 }],
  ['whole numbers', [3, 4], { type: 'integer', minimum: 3, maximum: 4 }],
  ['now and then null', [true, null], { type: ['boolean', 'null'] }],
])('%s is recognised', (_what, values, expected) => {
  const { 'x-observed': _, ...keywords } = fieldOf(
    values.map((thing) => ({ thing })),
    'thing',
  ) ?? { 'x-observed': {} }
  expect(keywords).toMatchObject(expected)
  if (!('format' in expected) && !('pattern' in expected)) expect(keywords).toEqual({ ...expected })
})

test('a number too large to be one bounds nothing, and the overlay stays a schema', () => {
  const body = `{"data":[${[3, '1e999', 4].map((ratio) => `{"serviceCall":{"ratio":${ratio}}}`).join()}]}`
  const { properties } =
    overlayFrom([entry('GET', `${address}/ServiceCall?dtos=ServiceCall.27`, 200, body)]).$defs['ServiceCall.27'] ?? {}
  const { 'x-observed': _, ...keywords } = properties?.['ratio'] ?? expect.fail('no such field')
  expect(keywords).toEqual({ type: 'number' })
})

test('counts, entries, and what is always there', () => {
  const overlay = overlayFrom([
    page([{ a: 1 }, { a: null }]),
    entry('GET', 'https://elsewhere.example/', 200, {}),
    page([{ a: 2, b: 'x' }, { a: 1 }, { a: 1 }]),
  ])
  const {
    required,
    properties,
    'x-observed': observed,
  } = overlay.$defs['ServiceCall.27'] ?? expect.fail('no such definition')
  expect(required).toEqual(['a'])
  expect(observed).toMatchObject({ count: 5, first: 1, last: 3 })
  expect(properties?.['a']?.['x-observed']).toMatchObject({
    count: 5,
    of: 5,
    documented: false,
    types: { integer: { count: 4, first: 1, last: 3 }, null: { count: 1, first: 1, last: 1 } },
  })
  expect(properties?.['b']?.['x-observed']).toMatchObject({ count: 1, of: 5, first: 3, last: 3 })
  expect(overlayFrom([page(times(4, () => ({ a: 1 })))]).$defs['ServiceCall.27']).not.toHaveProperty('required')
})

test('an enumeration is of few constants that were each seen three times', () => {
  const of = (values: readonly string[], more: readonly unknown[] = []) =>
    fieldOf([...values.flatMap((state) => times(3, () => ({ state }))), ...more.map((state) => ({ state }))], 'state')
      ?.enum
  expect(of(['OPEN', 'IN_WORK'])).toEqual(['IN_WORK', 'OPEN'])
  expect(of(['OPEN'], [null])).toEqual(['OPEN', null])
  expect(of(['true', 'false'])).toEqual(['false', 'true'])
  expect(of(times(12, (at) => `STATE_${at}`))).toHaveLength(12)
  expect(of(times(13, (at) => `STATE_${at}`)), 'too many').toBeUndefined()
  expect(of(['OPEN'], ['CLOSED', 'CLOSED']), 'one too rare').toBeUndefined()
  expect(of(['OPEN'], [1]), 'other types').toBeUndefined()
  for (const value of ['Open', 'open work', 'A1B2C3D4', 'X', '', 'a@example.com', 'redacted-0a1b2c3d'])
    expect(of([value]), value).toBeUndefined()
})

test('no value of a field that may be about a person, or be a secret, is written', () => {
  const secrets = [
    'lastName',
    'createPerson',
    'lastChangedBy',
    'street',
    'emailAddress',
    'officePhone',
    'access_token',
    'apiKey',
    'subject',
    'remarks',
    'externalId',
    'userName',
    'city',
    'zip',
    'fax',
    'password',
    'contact',
  ]
  const record = Object.fromEntries([
    ...secrets.map((name, at) => [name, `CANARY${'ABCDEFGHIJKLMNOPQR'[at]}`]),
    ['address', { kind: 'CANARYX', number: 4711 }],
    ['owners', ['CANARYY']],
    ['udf', { 'anna@example.com': 'CANARYZ' }],
    ['phoneNumber', 4711],
    ['location', { latitude: 47.11 }],
  ])
  const text = overlayText(overlayFrom(times(6, () => page([record]))))
  expect(text).toContain('lastName')
  expect(text).not.toMatch(/CANARY|4711|47\.11|anna/)
})

test('of what passes the token service only names and types are told', () => {
  const token = entry('POST', 'https://auth.example/api/oauth2/v1/token', 200, {
    access_token: 'CANARYONE',
    token_type: 'BEARER',
    extra: 'CANARYTWO',
    expires_in: 4711,
  })
  const form = {
    request: {
      method: 'POST',
      url: 'https://auth.example/api/oauth2/v1/token',
      headers: [{ name: 'content-type', value: 'application/x-www-form-urlencoded' }],
      postData: {
        params: [
          { name: 'grant_type', value: 'CANARYTHREE' },
          { name: 'odd', value: 'CANARYFOUR' },
        ],
      },
    },
    response: { status: 200, content: { text: '{}' } },
  }
  const overlay = overlayFrom(times(6, () => [token, form]).flat())
  expect(overlayText(overlay)).not.toMatch(/CANARY|4711|maxLength/)
  expect(Object.keys(overlay.$defs['token.request.answer']?.properties ?? {})).toEqual([
    'access_token',
    'expires_in',
    'extra',
    'token_type',
  ])
  expect(undocumented(overlay)).toContainEqual({
    in: 'token.request.sent',
    kind: 'field',
    name: 'odd',
    says: 'string',
    seen: { count: 6, first: 2, last: 12 },
    of: 6,
  })
})

test('a placeholder takes the place of any value: nothing of the texts is told', () => {
  expect(fieldOf([{ note: 'redacted-0a1b2c3d' }, { note: 'x' }], 'note')).toMatchObject({
    type: 'string',
    'x-observed': { masked: true },
  })
  expect(fieldOf([{ note: 'redacted-0a1b2c3d' }, { note: 'x' }], 'note')).not.toHaveProperty('maxLength')
})

test('only what the documents do not show is told to the reader', () => {
  const told = undocumented(
    overlayFrom([
      page(
        [
          {
            id: '0123456789ABCDEF0123456789abcdef',
            lastChanged: 1,
            externalId: null,
            dueDateTime: '2026-01-02T03:04:05Z',
            priority: 'HIGH',
          },
        ],
        '&mood=1',
      ),
      entry('PATCH', `${address}/ServiceCall/1?dtos=ServiceCall.27`, 409, {
        error: 'CA-27',
        message: 'x',
        values: [1],
      }),
      entry('PATCH', `${address}/ServiceCall/1?dtos=ServiceCall.27`, 422, {
        error: 'validation',
        message: 'MC-12: no, not Anna',
        values: [],
      }),
    ]),
  )
  expect(told.map(({ in: where, kind, name }) => [where, kind, name])).toEqual([
    ['ServiceCall.27', 'field', 'priority'],
    ['data/list', 'parameter', 'mood'],
    ['data/update', 'status', '422'],
    ['data/update', 'error', '422 validation MC-12'],
  ])
})

test('each DTO version, the bodies sent and the envelope have their own definition', () => {
  const overlay = overlayFrom([
    page([{ a: 1 }]),
    entry('GET', `${address}/ServiceCall?dtos=Person.3;ServiceCall.24`, 200, {
      data: [{ serviceCall: { old: 1 } }],
      currentPage: 1,
    }),
    entry('GET', `${address}/ServiceCall`, 200, { data: [{ serviceCall: {} }] }),
    entry(
      'PUT',
      `${address}/ServiceCall/bulk?dtos=ServiceCall.27`,
      200,
      [{ status: 200, data: [{ serviceCall: { b: 2 } }] }],
      [{ sent: 1 }, { sent: 2 }],
    ),
    entry(
      'POST',
      'https://cluster.example/api/query/v1?dtos=ServiceCall.27',
      200,
      { data: [{ sc: { c: 1 } }] },
      { query: 'SELECT sc' },
    ),
  ])
  expect(Object.keys(overlay.$defs)).toEqual([
    'ServiceCall',
    'ServiceCall.24',
    'ServiceCall.27',
    'ServiceCall.27.sent',
    'data.bulk-put.answer',
    'data.list.answer',
    'query.select.answer',
    'query.select.sent',
  ])
  expect(Object.keys(overlay.$defs['ServiceCall.27']?.properties ?? {})).toEqual(['a', 'b'])
  expect(overlay.$defs['data.list.answer']?.properties?.['currentPage']?.['x-observed']).toMatchObject({
    count: 1,
    of: 3,
  })
})

test('its schemas refuse what was never seen', () => {
  const isValid = validatorOf(
    overlayFrom([page(times(6, () => ({ size: 4, state: 'OPEN', at: '2026-01-02T03:04:05Z' })))]),
  )
  const lawful = { size: 4, state: 'OPEN', at: '2026-02-02T03:04:05Z' }
  expect(
    [
      lawful,
      { ...lawful, more: 1 },
      { ...lawful, size: 5 },
      { ...lawful, state: 'CLOSED' },
      { ...lawful, at: '2026' },
      { state: 'OPEN' },
    ].map((one) => isValid(one)),
  ).toEqual([true, true, false, false, false, false])
})

test('the same traffic gives the same bytes, marked as observed', () => {
  const entries = [page([{ b: 1, a: 'x' }]), entry('GET', `${address}/ServiceCall/1`, 404, { error: 'CA-404' })]
  expect(overlayText(overlayFrom(entries))).toBe(overlayText(overlayFrom(entries)))
  expect(overlayFrom(entries)).toMatchObject({
    'x-normative': false,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: expect.stringContaining('never normative') as string,
  })
})

test('with several recordings entries name theirs', () => {
  const first = learnedFrom([page([{ a: 1 }])], 'one.har')
  const both = overlayOf(
    learnedFrom([page([]), page([{ a: 1 }])], 'two.har', readOverlay(overlayText(overlayOf(first, 5)), 'x').learned),
    5,
  )
  expect(both.$defs['ServiceCall.27']?.['x-observed']).toMatchObject({
    count: 2,
    first: 'one.har:1',
    last: 'two.har:2',
  })
  expect(both['x-observed'].files).toEqual([
    { name: 'one.har', entries: 1, exchanges: 1 },
    { name: 'two.har', entries: 2, exchanges: 2 },
  ])
})

test('what is no entry, or no JSON, is passed over', () => {
  const odd = [
    null,
    1,
    {},
    { request: null },
    { request: { method: 'GET', url: `${address}/ServiceCall` } },
    { request: { method: 'GET', url: `${address}/ServiceCall`, headers: 'x' }, response: { status: 0, content: null } },
    entry('GET', `${address}/ServiceCall`, 200, '{"data":[{"serv'),
    entry('GET', `${address}/ServiceCall`, 200, '[]'),
  ]
  expect(overlayFrom(odd)['x-operations']['data/list']).toMatchObject({ count: 4, statuses: { 200: { count: 2 } } })
})

test('what is kept does not grow with names and values that go on and on', () => {
  const overlay = overlayFrom(
    times(60, (at) =>
      page(
        times(20, (n) => ({
          [`field${'abcdefghij'.charAt(n % 10)}${at}x${n}`]: `V${at}_${n}`,
          nested: { deep: at },
          state: `S_${n}`,
        })),
      ),
    ),
  )
  const { properties, additionalProperties } = overlay.$defs['ServiceCall.27'] ?? {}
  expect(Object.keys(properties ?? {}).length).toBeLessThanOrEqual(400)
  expect(additionalProperties?.['x-observed'].count).toBeGreaterThan(700)
  let deep: unknown = 1
  for (let at = 0; at < 3000; at += 1) deep = [deep]
  expect(JSON.stringify(overlayFrom([page([{ deep }])])).length).toBeLessThan(8000)
})

test('what the documents say of a token response and request is not told as unknown', () => {
  const form = 'grant_type=password&username=acme%2Fanna&password=x&scope=local'
  const fields = { user: 'anna', user_email: 'a@example.com', user_id: 7, companies: [{ id: 1, permissionGroupId: 2 }] }
  const token = {
    request: {
      method: 'POST',
      url: 'https://auth.example/api/oauth2/v1/token',
      headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
      postData: { text: form },
    },
    response: {
      status: 200,
      content: { text: JSON.stringify({ access_token: 't', scope: 'local', tenant_id: null, ...fields, fresh: 1 }) },
    },
  }
  expect(undocumented(overlayFrom([token])).map(({ in: where, name }) => `${where} ${name}`)).toEqual([
    'token.request.answer fresh',
  ])
})

test.each<[string, unknown, readonly string[]]>([
  ['accepted', 201, ['ServiceCall.27.sent']],
  ['refused', 400, []],
  ['refused by the lock', 409, []],
])('the shape of a write that was %s', (_, status, expected) => {
  const write = entry('PATCH', `${address}/ServiceCall/1?dtos=ServiceCall.27`, Number(status), {}, { sbject: 'x' })
  expect(Object.keys(overlayFrom([write]).$defs).filter((name) => name.endsWith('.sent'))).toEqual(expected)
})

test.each([
  ['cut', { text: '{"data":[{"serviceCall":{"a":1}}]}', _kept: 'cut' }],
  ['absent', { comment: 'not recorded: it contains a secret', _kept: 'absent' }],
  ['aside', { text: '{"data":[]}', _kept: 'aside', _file: 'traffic.har.d/ab' }],
  ['cut by another recorder', { text: '[1,2', size: 900 }],
])('of a body that is not whole (%s) nothing is learned but that the call was made', (_, content) => {
  const { request } = page([]) as { request: object }
  const overlay = overlayFrom([{ request, response: { status: 200, headers: [], content } }])
  expect(overlay.$defs).toEqual({})
  expect(overlay['x-operations']['data/list']?.statuses).toMatchObject({ 200: { count: 1 } })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inspect } from '../../src/contract/index.ts'
import { artefacts } from '../../src/contract/artefacts.ts'
import { statementOf } from '../../src/verdict/statements.ts'
import { facts, sound, exchange } from './exchanges.ts'

const urls = fc.oneof(
  fc.constantFrom(
    ...Object.values(sound).map(
      (make) => (make as (...args: never[]) => { url: string })(...(['GET', 'ServiceCall/x'] as never[])).url,
    ),
  ),
  fc
    .tuple(
      fc.constantFrom(
        'https://eu.test/api/data/v4',
        'https://x/api/oauth2/v1',
        'https://x/ds/api/directory/v1/accounts',
        '%',
      ),
      fc.string({ maxLength: 40 }),
    )
    .map(([base, rest]) => `${base}/${rest}`),
  fc.string(),
)
const headers = fc.array(
  fc.tuple(
    fc.constantFrom('Content-Type', 'content-type', 'Authorization', 'Accept', ''),
    fc.oneof(fc.string(), fc.constantFrom('application/json', 'Basic YTpi', 'Bearer x', 'application/text')),
  ),
  { maxLength: 4 },
)
const known = fc.constantFrom(
  'data',
  'id',
  'lastChanged',
  'serviceCall',
  'error',
  'error_description',
  'message',
  'values',
  'companies',
  'tenant_id',
  'user',
  '__proto__',
  'deletedIds',
)
const json = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, 'CA-27', 'MC-06', 'invalid_token', 'saml_redirect', ''),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(known, tie('value'), { maxKeys: 5 }),
    ),
  }))
  .value.map((value) => Buffer.from(JSON.stringify(value)))
const body = fc.oneof(json, fc.uint8Array({ maxLength: 60 }))

test('no exchange makes it throw, and every finding is whole', () => {
  let matched = 0
  fc.assert(
    fc.property(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'FOO', ''),
      urls,
      headers,
      headers,
      body,
      body,
      fc.constantFrom(0, 100, 200, 201, 204, 302, 400, 401, 403, 404, 409, 429, 500, 999),
      fc.boolean(),
      (method, url, sent, got, request, response, status, isAnswered) => {
        const seen = inspect(
          {
            id: 'x',
            startedAt: 0,
            ms: 0,
            request: { method, url, headers: sent, body: request },
            ...(isAnswered
              ? { response: { status, statusText: '', headers: got, body: response } }
              : { failure: 'timeout' as const }),
          },
          facts,
        )
        if (seen.operation) matched += 1
        for (const finding of seen.findings) {
          expect(statementOf(finding.statement)).toBeDefined()
          expect([...seen.asserted, ...seen.asked]).toContain(finding.statement)
          expect(finding.expected.length * finding.actual.length).toBeGreaterThan(0)
        }
        if (!isAnswered) expect(seen.findings.filter(({ side }) => side === 'server')).toEqual([])
      },
    ),
    { numRuns: 4000, seed: 7 },
  )
  expect(matched).toBeGreaterThan(300)
})

test('many records with one fault are one finding that tells a position', () => {
  const bad = { serviceCall: { id: 5, lastChanged: 1 } }
  const { findings } = inspect(
    exchange(sound.data('GET', 'ServiceCall', { answer: { data: Array.from({ length: 500 }, () => bad) } })),
    facts,
  )
  expect(findings).toEqual([
    {
      statement: 'A-REC-01',
      side: 'server',
      path: 'data[].serviceCall.id',
      expected: 'data[].serviceCall.id is a GUID of 32 hex digits',
      actual: '5 (at data[0].serviceCall.id)',
    },
  ])
})

test('what is secret is not repeated in a finding', () => {
  const seen = inspect(exchange(sound.token({ answer: { access_token: 918273645, token_type: 'x' } })), facts)
  expect(JSON.stringify(seen.findings)).not.toContain('918273645')
  expect(artefacts().trees['token/token-response']?.props?.['access_token']?.secret).toBe(true)
  const form = inspect(exchange(sound.token({ answer: 'access_token=hushhush&expires_in=1' })), facts)
  expect(form.findings.length).toBeGreaterThan(0)
  expect(JSON.stringify(form.findings)).not.toContain('hushhush')
})

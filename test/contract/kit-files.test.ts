import { describe, expect, test } from 'vitest'
import { validateKitFile, validateTarget } from '../../src/contract/index.ts'
import { verdictWords } from '../../src/verdict/stream.ts'

const admin = {
  grant: 'password',
  client: { id: 'kit', secret: 's', version: '1', scope: 'local' },
  username: 'acme/admin',
  password: 'p',
}
const least = {
  name: 'mine',
  addresses: { auth: 'https://auth.test', directory: 'https://directory.test' },
  account: 'acme',
  company: 'main',
  identities: { admin },
}
const messages = (value: unknown) => validateTarget(value).map(({ message }) => message)

describe('target file', () => {
  test('the least one, and one with every key, are sound', () => {
    const service = { grant: 'client_credentials', client: { id: 'a', secret: 'b', version: '1' } }
    const reference = { resource: 'ServiceCall', field: 'businessPartner', to: 'BusinessPartner' }
    expect(messages(least)).toEqual([])
    expect(
      messages({
        ...least,
        addresses: { ...least.addresses, base: 'http://127.0.0.1:4010/clusters/us' },
        basePaths: { token: '/api/oauth2/v1', directory: '', company: '/c', data: '/api/data/v4' },
        identities: { admin, service },
        dtos: { ServiceCall: { version: 27, syncBase: 10, older: { version: 18, syncBase: 8 } } },
        templates: { ServiceCall: { subject: 'x' } },
        fixtures: {
          unknownAccount: 'x',
          reservedAccount: 'a/b',
          otherCluster: { base: 'https://us.test', account: 'a', company: 'c' },
          redirectUri: 'https://client.test/back?x=1',
          reference,
          listReference: reference,
          inlined: { resource: 'ServiceCall', field: 'udfValues', whole: [{}], part: [{}] },
          requiredField: { resource: 'A', field: 'b' },
        },
        passwordPolicy: {
          minLength: 8,
          minUpper: 1,
          minLower: 1,
          minLetters: 2,
          minDigits: 1,
          minSpecial: 1,
          history: 3,
          minAgeMs: 0,
        },
        has: ['clock'],
        lacks: { 'second-cluster': 'there is one' },
        controls: { clock: 'https://x.test/clock' },
        limits: { requestsPerSecond: 2.5, concurrency: 8, requests: 1000, mayCreateUsers: 0 },
        writes: false,
        tls: { ca: '-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n' },
      }),
    ).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['a missing key', { ...least, account: undefined }, 'missing key account (a non-empty string)'],
    ['a misspelt key', { ...least, limit: {} }, 'unknown key limit; did you mean limits?'],
    [
      'two swapped letters',
      { ...least, passwordPolicy: { minLenght: 8 } },
      'unknown key minLenght in passwordPolicy; did you mean minLength?',
    ],
    ['an unknown key', { ...least, tls: { certificate: 'x' } }, 'unknown key certificate in tls; the keys are ca'],
    [
      'the name of a file in place of certificates',
      { ...least, tls: { ca: 'ca.pem' } },
      'tls.ca must be one or more certificates in PEM form; it is "ca.pem"',
    ],
    ['a wrong type', { ...least, writes: 'yes' }, 'writes must be true or false; it is "yes"'],
    [
      'no address',
      { ...least, addresses: { auth: 'localhost', directory: 'https://x.test' } },
      'addresses.auth must be an absolute http or https URL; it is "localhost"',
    ],
    [
      'no administrator',
      { ...least, identities: {} },
      'identities lacks the key admin (a mapping with grant, client and the credentials of the grant)',
    ],
    [
      'a password grant without a password',
      { ...least, identities: { admin, user: { ...admin, password: undefined } } },
      'identities.user lacks the key password (a non-empty string)',
    ],
    [
      'a wrong grant',
      { ...least, identities: { admin: { ...admin, grant: 'code' } } },
      'identities.admin.grant must be client_credentials or password; it is "code"',
    ],
    [
      'a resource with a blank',
      { ...least, dtos: { 'Service Call': { version: 1, syncBase: 1 } } },
      'the key Service Call in dtos must be the name of a resource',
    ],
    ['no mapping at all', [], 'the file must be a mapping with the keys of a target file; it is an empty array'],
  ])('%s', (_, value, message) => expect(messages(JSON.parse(JSON.stringify(value)))).toEqual([message]))

  test('a secret of the wrong type is not repeated', () => {
    const wrong = { ...least, identities: { admin: { ...admin, client: { ...admin.client, secret: 123456 } } } }
    expect(messages(wrong)).toEqual([
      'identities.admin.client.secret must be a non-empty string; it is a value of type number',
    ])
  })
})

describe('report stream and summary', () => {
  const counts = Object.fromEntries(verdictWords.map((word) => [word, 0]))
  const finding = {
    statement: 'A-DAT-20',
    requirement: 'r',
    rule: 'x',
    expected: 'e',
    actual: 'a',
    exchanges: ['1'],
    rerun: 'r',
    fingerprint: '0123456789ab',
    trace: [1],
  }
  const lines = [
    {
      plan: {
        kit: '0.1.0',
        target: 't',
        seed: 1,
        started: '2026-01-02T03:04:05.000Z',
        checks: [{ id: 'a', interface: 'data', requirement: 'r', level: 'must', says: 's', sources: ['A-DAT-20'] }],
      },
    },
    { verdict: { check: 'a', requirement: 'r', is: 'fail', findings: [finding], ms: 3 } },
    { exchange: { id: '1', check: 'a', method: 'GET', url: 'x', requestHeaders: [['A', 'b']], ms: 1.5, curl: 'curl' } },
    { observation: { statement: 'A-DAT-20', check: 'a', saw: 'x' } },
    { notice: { kind: 'cleanup', text: 'x' } },
    { end: { planned: 1, judged: 1, counts, exitCode: 1, requests: 1, waitedMs: 0, ms: 5 } },
    { matrix: {} },
  ]

  test('every kind of line is sound, and kinds of a later version are', () => {
    for (const line of lines) expect(validateKitFile('report-line', line)).toEqual([])
  })

  test('an unknown verdict and an empty line are not', () => {
    expect(
      validateKitFile('report-line', { verdict: { check: 'a', requirement: 'r', is: 'ok', findings: [], ms: 1 } }),
    ).toHaveLength(1)
    expect(validateKitFile('report-line', {})).toHaveLength(1)
    expect(validateKitFile('summary', { counts, exitCode: 0, verdicts: { a: 'pass' } })).toEqual([])
    expect(validateKitFile('summary', { counts, exitCode: 5, verdicts: { a: 'ok' } })).toHaveLength(2)
  })

  test('the words of the schema are those of the stream', () => {
    for (const is of verdictWords)
      expect(
        validateKitFile('report-line', { verdict: { check: 'a', requirement: 'r', is, findings: [], ms: 1 } }),
      ).toEqual([])
  })
})

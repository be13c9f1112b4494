import { expect, test } from 'vitest'
import { artefacts } from '../../src/contract/artefacts.ts'
import { knownDifference } from '../../src/contract/known-differences.ts'
import { createMonitors } from '../../src/monitors/index.ts'
import { severityOf } from '../../src/verdict/severity.ts'
import { statementOf } from '../../src/verdict/statements.ts'

const answered = (error: string, status = 500) => ({
  id: '#1',
  startedAt: 0,
  ms: 1,
  request: { method: 'GET', url: 'https://eu.example/api/data/v4/ServiceCall', headers: [] },
  response: { status, statusText: '', headers: [], body: Buffer.from(JSON.stringify({ error })) },
})

test('every listed difference is from a statement or a rule that there is', () => {
  expect(artefacts().differences.length).toBeGreaterThan(0)
  for (const { statement, says } of artefacts().differences) expect(statementOf(statement), says).toBeDefined()
})

test('an entry is about the answers that all of its keys describe', () => {
  const listed = [{ statement: 'K-DAT-01', status: 500, path: '/ServiceCall', error: 'CA-135', says: 'it is so' }]
  expect(knownDifference('K-DAT-01', answered('CA-135'), {}, listed)).toBe('it is so')
  expect(knownDifference('K-DAT-01', answered('CA-1'), {}, listed)).toBeUndefined()
  expect(knownDifference('K-DAT-01', answered('CA-135', 502), {}, listed)).toBeUndefined()
  expect(knownDifference('K-QRY-01', answered('CA-135'), {}, listed)).toBeUndefined()
})

test('a crash that is listed is told with its text, and warns under --strict, too', () => {
  const facts = { addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'both' } as const
  const [listed] = createMonitors(facts).see(answered('CA-135')).findings
  const [other] = createMonitors(facts).see(answered('CA-1')).findings
  expect(severityOf('must', { strict: true, seenInTheWild: listed?.seenInTheWild })).toBe('warn')
  expect(severityOf('must', { strict: true, seenInTheWild: other?.seenInTheWild })).toBe('fail')
})

test('an entry for further properties, or a missing parameter, is about nothing else', () => {
  const { request } = answered('')
  const carried = { ...answered(''), request: { ...request, headers: [['x-account-id', '7']] as const } }
  const listed = [
    { statement: 'B-OPT-05', further: true, says: 'more' },
    { statement: 'B-SVC-01', parameter: 'X-Account-Name', header: 'X-Account-ID', says: 'by its id' },
  ] as const
  expect(knownDifference('B-OPT-05', answered(''), { further: true }, listed)).toBe('more')
  expect(knownDifference('B-OPT-05', answered(''), { path: 'start' }, listed)).toBeUndefined()
  expect(knownDifference('B-SVC-01', carried, { parameter: 'X-Account-Name' }, listed)).toBe('by its id')
  expect(knownDifference('B-SVC-01', carried, { parameter: 'X-Client-ID' }, listed)).toBeUndefined()
  expect(knownDifference('B-SVC-01', answered(''), { parameter: 'X-Account-Name' }, listed)).toBeUndefined()
})

test('a success status that is known of servers excuses no caller', () => {
  const listed = [{ statement: 'B-DSP-08', requirement: 'dispatch/reject', status: 200, says: 'with 200' }]
  expect(knownDifference('B-DSP-08', answered('', 200), { side: 'server' }, listed)).toBe('with 200')
  expect(knownDifference('B-DSP-08', answered('', 200), { side: 'client' }, listed)).toBeUndefined()
})

test('a property too many is no known one where it may be one that is missing, in another spelling', () => {
  const facts = { addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'both' } as const
  const told = (sent: object) =>
    createMonitors(facts)
      .see({
        ...answered('', 202),
        request: {
          method: 'POST',
          url: 'https://eu.example/optimization/api/v1/jobs/actions/re-optimize',
          headers: [['Content-Type', 'application/json']],
          body: Buffer.from(JSON.stringify(sent)),
        },
      })
      .findings.find(({ statement }) => statement === 'B-OPT-05')
  const job = {
    activityIds: [],
    optimizationPlugin: 'Best',
    start: '2026-03-02T08:00:00Z',
    end: '2026-03-03T08:00:00Z',
  }
  expect(told({ ...job, simulation: true })?.seenInTheWild).toMatch(/further properties/)
  expect(told({ ...job, end: undefined, END: job.end })).toMatchObject({ statement: 'B-OPT-05' })
  expect(told({ ...job, end: undefined, END: job.end })?.seenInTheWild).toBeUndefined()
})

test('what callers are known to leave out of a batch excuses nothing else of it', () => {
  const { request } = answered('', 200)
  const sent = {
    ...answered('', 200),
    request: { ...request, method: 'POST', url: 'https://eu.example/api/data/batch/v1/' },
  }
  expect(knownDifference('A-BAT-01', sent, { parameter: 'CRLF' })).toMatch(/LF/)
  expect(knownDifference('A-BAT-01', sent)).toBeUndefined()
  expect(knownDifference('A-BAT-04', sent, { parameter: 'Content-Type' })).toBeUndefined()
})

test('a user call that is served though only the header names its account is known; one that names none is not', () => {
  const facts = { addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'both' } as const
  const told = (headers: ReadonlyArray<readonly [string, string]>) =>
    createMonitors(facts)
      .see({
        ...answered('', 200),
        request: {
          method: 'GET',
          url: 'https://eu.example/api/user/v1/users/7',
          headers: [['X-Request-ID', '1'], ['X-Client-Version', '1'], ['Authorization', 'Bearer a-token'], ...headers],
        },
      })
      .findings.filter(({ actual, expected }) => /account/.test(`${expected} ${actual}`))
  const named = told([['X-Account-ID', '7']])
  expect(named.map(({ statement, side }) => [statement, side])).toEqual([['B-USR-29', 'server']])
  for (const { seenInTheWild } of named) expect(seenInTheWild).toMatch(/X-Account-ID/)
  expect(told([]).map(({ seenInTheWild }) => seenInTheWild)).toEqual([undefined])
})

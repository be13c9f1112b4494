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
  expect(knownDifference('K-DAT-01', answered('CA-135'), undefined, listed)).toBe('it is so')
  expect(knownDifference('K-DAT-01', answered('CA-1'), undefined, listed)).toBeUndefined()
  expect(knownDifference('K-DAT-01', answered('CA-135', 502), undefined, listed)).toBeUndefined()
  expect(knownDifference('K-QRY-01', answered('CA-135'), undefined, listed)).toBeUndefined()
})

test('a crash that is listed is told with its text, and warns under --strict, too', () => {
  const facts = { addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'both' } as const
  const [listed] = createMonitors(facts).see(answered('CA-135')).findings
  const [other] = createMonitors(facts).see(answered('CA-1')).findings
  expect(severityOf('must', { strict: true, seenInTheWild: listed?.seenInTheWild })).toBe('warn')
  expect(severityOf('must', { strict: true, seenInTheWild: other?.seenInTheWild })).toBe('fail')
})

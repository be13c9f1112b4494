import { expect, test } from 'vitest'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import type { PlatformRequest, PlatformResponse } from '../../src/platform/http/message.ts'
import { examine } from '../../src/runner/doctor.ts'
import { parseTarget } from '../../src/target/load.ts'

type File = ReturnType<ReturnType<typeof createPlatform>['targetFile']>

interface Examined {
  file?(written: File): File
  edge?(request: PlatformRequest): PlatformResponse | undefined
}

/** The lines of doctor with this first word. */
async function hints(word: string, { file = (one) => one, edge = () => undefined }: Examined = {}) {
  const platform = createPlatform()
  const server = await listen(async (request) => edge(request) ?? platform.handle(request), {
    port: 0,
    now: platform.clock.now,
  })
  try {
    const { lines } = await examine(parseTarget(file(platform.targetFile(server.origin)), 'the test'), [])
    return lines.filter((line) => line.startsWith(word)).join('\n')
  } finally {
    await server.close()
  }
}

const fixtures = (file: File) => file['fixtures'] as Record<string, Record<string, unknown>>

const reporting =
  (objectType: string, types?: Readonly<Record<string, string>>): Examined['file'] =>
  (file) => {
    const { objectReference } = fixtures(file)
    return {
      ...file,
      fixtures: {
        ...fixtures(file),
        reporting: { ...fixtures(file)['reporting'], objectType },
        ...(types ? { objectReference: { ...objectReference, types } } : {}),
      },
    }
  }

const answered = (value: unknown): PlatformResponse => ({
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify(value)),
})

test.each([
  ['REPORTEMPLATE', 'REPORTTEMPLATE'],
  ['reporttemplat', 'reporttemplate'],
  ['WorkReport', 'ReportTemplate'],
])('a misspelt type of report templates (%s) is told with what was meant', async (type, meant) => {
  const none = reporting(type, { Unknown: 'other' })
  expect(await hints('type', { file: none })).toContain(
    `fixtures.reporting.objectType is ${type}, not the name of ReportTemplate: did you mean ${meant}?`,
  )
})

test('a type in another letter case than the others of the file is told', async () => {
  const file = reporting('ReportTemplate', { ServiceCall: 'SERVICECALL' })
  expect(await hints('type', { file })).toContain('the other types of the file: did you mean REPORTTEMPLATE?')
})

test('what records of the target show counts more than the file', async () => {
  const file = reporting('REPORTTEMPLATE', { ServiceCall: 'SERVICECALL' })
  const edge: Examined['edge'] = ({ target }) =>
    /\/Attachment\?/.test(target)
      ? answered({ data: [{ attachment: { object: { objectId: 'A', objectType: 'servicecall' } } }] })
      : undefined
  expect(await hints('type', { file, edge })).toContain('records of the target show: did you mean reporttemplate?')
})

test('of a target file that is right nothing is said', async () => {
  expect(await hints('type')).toBe('')
})

const listing = (request: PlatformRequest) =>
  request.method === 'GET' && /assignment-details/.test(request.target)
    ? answered({ results: [{ activityId: '0123456789ABCDEF0123456789ABCDEF' }] })
    : undefined

test('a control that tells nothing of an activity which the partner lists is told', async () => {
  expect(await hints('activities', { edge: listing })).toContain(
    'controls.activities tells nothing of activity 0123456789ABCDEF0123456789ABCDEF',
  )
})

test('one that tells of it is not', async () => {
  const edge: Examined['edge'] = (request) =>
    /\/fieldproof\/activities\//.test(request.target) ? answered({ assignment: {}, activity: {} }) : listing(request)
  expect(await hints('activities', { edge })).toBe('')
})

test('where the partner lists none, it is told that nobody knows', async () => {
  expect(await hints('activities')).toContain('is not known')
})

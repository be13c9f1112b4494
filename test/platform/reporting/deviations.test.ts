import { zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { reportingFaults } from '../../../src/platform/faults/reporting.ts'
import { reportingTemplateFaults } from '../../../src/platform/faults/reporting-templates.ts'
import { thirdPartsFaults } from '../../../src/platform/faults/third-parts.ts'
import { twelfthTreeFaults } from '../../../src/platform/faults/twelfth-tree.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { reportingRules } from '../../../src/platform/rulebook/reporting.ts'
import { auditedTreeVariants } from '../../../src/platform/variants/audited-tree.ts'
import { fourteenthJobVariants } from '../../../src/platform/variants/fourteenth-jobs.ts'
import { ninthTreeVariants } from '../../../src/platform/variants/ninth-tree.ts'
import { reportingVariants } from '../../../src/platform/variants/reporting.ts'
import { tenthTreeVariants } from '../../../src/platform/variants/tenth-tree.ts'
import { send, tokenOf } from '../access/wire.ts'
import { dataOf } from '../data/wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const [id, other, shadow] = ['1', '2', '3'].map((tail) => tail.padStart(32, 'C')) as [string, string, string]
const base = '/api/reporting/v1'
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

const definition = (...parameters: string[]) =>
  bytes(`<jasperReport name="r">${parameters.map((one) => `<parameter ${one}/>`).join('')}</jasperReport>`)
const text = (name: string) => `name="${name}" class="java.lang.String"`

const files = {
  'report_a.jrxml': definition(text('inner')),
  'report.jrxml': definition(
    text('placeName'),
    'name="pages" class="java.lang.Integer"',
    'name="rooms" class="java.util.List" nestedType="java.lang.Integer"',
  ),
  'translations_de.properties': bytes('a=ä\n'),
  'translations_de_CH.properties': bytes('a=b\n'),
  'parts/footer.xml': bytes('<a/>'),
  'logo.png': new Uint8Array([137, 80, 255, 0, 1]),
}

/** Templates, their archives and reports in every form, and what each came to. */
async function play(platform: Platform): Promise<string[]> {
  const token = await tokenOf(platform, 'admin')
  const data = await dataOf(platform)
  const told: string[] = []
  const ask = async (path: string, type: string, body: string, query = '') => {
    const answer = await send(platform, `${base}${path}${query}`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    })
    told.push(`${answer.status} ${answer.header('Content-Type')} ${answer.text}`)
  }
  const json = (path: string, body: unknown, query?: string) =>
    ask(path, 'application/json', JSON.stringify(body), query)
  const attach = async (template: string, archive: Uint8Array, attachment: string) =>
    void told.push(
      (
        await data('POST', '/Attachment', {
          id: attachment,
          fileName: 'r.zip',
          fileContent: Buffer.from(archive).toString('base64'),
          object: { objectId: template, objectType: 'REPORTTEMPLATE' },
        })
      ).text,
    )
  const show = async (template: string) => void told.push((await data('GET', `/ReportTemplate/${template}`)).text)
  for (const [one, name] of [
    [id, 'one'],
    [other, 'other'],
    [shadow, 'WorkReport'],
  ])
    await data('POST', '/ReportTemplate', { id: one, name, languages: ['xx'], paramatersSchema: '{}' })
  await attach(id, zipSync(files, { mtime: now }), 'A'.repeat(32))
  await show(id)
  await attach(other, zipSync({ 'report.jrxml': definition() }, { mtime: now }), 'B'.repeat(32))
  await attach(shadow, zipSync({ 'report.jrxml': definition() }, { mtime: now }), 'C'.repeat(32))
  await show(other)
  const lawful = { placeName: 'Zürich a+b', pages: 5, rooms: [1] }
  const wish = {
    reportTemplate: id,
    reportLanguage: 'de',
    reportParameters: lawful,
    reportTimeZone: 'Europe/Berlin',
    reportType: 'PDF',
  }
  const pairs = (one: typeof wish) => [
    ...Object.entries(one).filter(([name]) => name !== 'reportParameters'),
    ...Object.entries(one.reportParameters).map(([name, value]) => [
      `reportParameters.${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
  const form = (one: typeof wish, query?: string) =>
    ask(
      '/build',
      'application/x-www-form-urlencoded',
      new URLSearchParams(pairs(one) as [string, string][]).toString(),
      query,
    )
  const parts = (one: typeof wish) =>
    ask(
      '/build',
      'multipart/form-data; boundary="cut here"',
      `${pairs(one)
        .map(([name, value]) => `--cut here\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('')}--cut here--\r\n`,
    )
  for (const encode of [(one: typeof wish) => json('/build', one), form, parts]) {
    await encode(wish)
    await encode({ ...wish, reportTemplate: 'WorkReport' })
    const { placeName: _, ...lacking } = lawful
    await encode({ ...wish, reportParameters: lacking as typeof lawful })
  }
  await json('', wish)
  await ask('/build', 'application/json;charset=UTF-8', JSON.stringify(wish))
  await ask('/build', 'application/x-www-form-urlencoded', `reportTemplate=${id}`)
  await json('/build', { reportTemplate: other })
  for (const wrong of [{ placeName: null }, { pages: 'x' }, { rooms: ['x'] }, { more: 1 }])
    await json('/build', { ...wish, reportParameters: { ...lawful, ...wrong } })
  await json('/build', wish, '?account=acme&company=Acme%20North&clientIdentifier=x')
  await form(wish, '?account=acme&company=Acme%20North&clientIdentifier=x')
  await form({ ...wish, reportParameters: { placeName: 'alone' } as typeof lawful })
  const { status } = await send(platform, `${base}/build`, { method: 'POST', body: '{}' })
  told.push(String(status))
  await json('/build', {})
  await json('/build', { reportTemplate: 'nobody' })
  for (const name of [id, 'WorkReport', shadow, 'nobody'])
    await json('/download', { reportTemplate: name }, '?clientIdentifier=x')
  await json('/download', { reportTemplate: id })
  await attach(other, bytes('no zip'), 'D'.repeat(32))
  await attach(other, zipSync({ 'other.jrxml': definition() }, { mtime: now }), 'E'.repeat(32))
  await attach(
    other,
    zipSync({ 'report.jrxml': definition(), [`../${id}/report.jrxml`]: definition(text('stolen')) }, { mtime: now }),
    'F'.repeat(32),
  )
  await json('/download', { reportTemplate: id })
  await data(
    'PATCH',
    `/ReportTemplate/${id}?forceUpdate=true`,
    { languages: ['yy'], paramatersSchema: '{"a":1}' },
    {
      query: { forceUpdate: 'true' },
    },
  )
  await show(id)
  await data('DELETE', `/Attachment/${'A'.repeat(32)}`, undefined, { query: { forceDelete: 'true' } })
  await show(id)
  await attach(
    id,
    zipSync({ 'report.jrxml': definition(text('b')), 'translations_fr.properties': bytes('x') }, { mtime: now }),
    'A1'.padEnd(32, 'A'),
  )
  await show(id)
  await json('/build', wish)
  await json('/download', { reportTemplate: id })
  return told
}

let plain: readonly string[]
beforeAll(async () => {
  plain = await play(createPlatform({ now }))
})

test('languages, paramatersSchema and types come from the archive', () => {
  expect(plain[1]).toContain('"languages":["de","de_CH"]')
  expect(plain[1]).toContain('placeName')
  expect(plain[1]).not.toContain('inner')
  expect(plain.join('\n')).not.toContain('internal_error')
})

test.each([
  ...[...reportingFaults, ...reportingTemplateFaults].map(({ id: fault }) => ({ faults: [fault] })),
  ...reportingVariants.map(({ id: variant }) => ({ variants: [variant] })),
])('%j changes an answer', async (deviation) => {
  const told = await play(createPlatform({ now, ...deviation }))
  expect(told).not.toEqual(plain)
  expect(told.join('\n')).not.toContain('internal_error')
})

test('only what a deviation replaces is a rule', () => {
  const all = [
    ...reportingFaults,
    ...reportingTemplateFaults,
    ...reportingVariants,
    ...thirdPartsFaults,
    ...ninthTreeVariants,
    ...tenthTreeVariants,
    ...fourteenthJobVariants,
    ...twelfthTreeFaults,
    ...auditedTreeVariants,
  ]
  const named = new Set(all.flatMap(replacedBy))
  expect(
    Object.keys(reportingRules.reporting)
      .map((name) => `reporting.${name}`)
      .filter((name) => !named.has(name)),
  ).toEqual([])
})

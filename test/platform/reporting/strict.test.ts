import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { send, tokenOf } from '../access/wire.ts'
import { dataOf } from '../data/wire.ts'

const id = 'C'.repeat(32)

async function served(variants: readonly string[] = []) {
  const platform = createPlatform({ variants })
  const token = await tokenOf(platform, 'admin')
  const build = (type: string, body: string) =>
    send(platform, '/api/reporting/v1/build', {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    })
  return { platform, build, json: (wish: object) => build('application/json', JSON.stringify(wish)) }
}

test.each(['name="reportTemplate"', 'name=reportTemplate', 'filename="x"; name=reportTemplate'])(
  'the field of a part with %s is read',
  async (named) => {
    const { build } = await served()
    const body = `--cut\r\nContent-Disposition: form-data; ${named}\r\n\r\nWorkReport\r\n--cut--\r\n`
    const { status, json } = await build('multipart/form-data; boundary=cut', body)
    expect([status, json['reportTemplate']]).toEqual([200, 'WorkReport'])
  },
)

test('a time zone is a name of the database', async () => {
  const { json } = await served()
  for (const zone of ['Europe/Berlin', 'UTC', 'Etc/GMT+1', 'US/Pacific'])
    expect([zone, (await json({ reportTimeZone: zone })).status]).toEqual([zone, 200])
  for (const zone of ['Mars/Olympus', '+01:00', ''])
    expect([zone, (await json({ reportTimeZone: zone })).status]).toEqual([zone, 400])
  const lax = await served(['report-any-time-zone'])
  expect((await lax.json({ reportTimeZone: 'Mars/Olympus' })).status).toBe(200)
})

test('a parameter may have a name that every object has', async () => {
  const { platform, json } = await served()
  const data = await dataOf(platform)
  const parameters = ['__proto__', 'toString'].map(
    (name) => `<parameter name="${name}" class="java.lang.String"><defaultValueExpression/></parameter>`,
  )
  const definition = Buffer.from(`<jasperReport name="r">${parameters.join('')}</jasperReport>`)
  await data('POST', '/ReportTemplate', { id, name: 'one' })
  await data('POST', '/Attachment', {
    fileName: 'r.zip',
    fileContent: Buffer.from(zipSync({ 'report.jrxml': new Uint8Array(definition) })).toString('base64'),
    object: { objectId: id, objectType: 'REPORTTEMPLATE' },
  })
  for (const reportParameters of [{}, { ['__proto__']: 'x', toString: 'y' }]) {
    const { status, text } = await json({ reportTemplate: id, reportParameters })
    expect([status, text]).toEqual([200, JSON.stringify({ reportTemplate: id, reportParameters })])
  }
})

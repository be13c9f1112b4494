import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { send, tokenOf } from '../access/wire.ts'
import { dataOf } from '../data/wire.ts'

const record = 'F1E1D0000000000000000000000000E8'

async function served(variant: string) {
  const platform = createPlatform({ variants: [variant] })
  const download = async (reportTemplate: string, as = 'admin') =>
    (
      await send(platform, '/api/reporting/v1/download', {
        method: 'POST',
        body: JSON.stringify({ reportTemplate }),
        headers: { Authorization: `Bearer ${await tokenOf(platform, as)}`, 'Content-Type': 'application/json' },
      })
    ).status
  return { platform, download, data: await dataOf(platform) }
}

test('embedded templates are records that nobody changes', async () => {
  const { data, download } = await served('report-embedded-among-the-records')
  const at = `/ReportTemplate/${record}`
  expect((await data('GET', '/ReportTemplate')).text).toContain('WorkReport')
  expect((await data('GET', at)).status).toBe(200)
  const object = { objectId: record, objectType: 'REPORTTEMPLATE' }
  const statuses = [
    await data('PATCH', at, { name: 'other' }, { query: { forceUpdate: 'true' } }),
    await data('DELETE', at, undefined, { query: { forceDelete: 'true' } }),
    await data('POST', '/Attachment', { fileName: 'a.zip', fileContent: '', object }),
  ].map(({ status }) => status)
  expect([...statuses, await download('WorkReport'), await download(record)]).toEqual([403, 403, 403, 200, 404])
})

test('templates of the company are for administrators', async () => {
  const { data, download } = await served('report-own-templates-for-administrators')
  const id = 'C'.repeat(32)
  await data('POST', '/ReportTemplate', { id, name: 'own' })
  const archive = zipSync({ 'report.jrxml': new Uint8Array(Buffer.from('<jasperReport name="r"/>')) })
  const object = { objectId: id, objectType: 'REPORTTEMPLATE' }
  const fileContent = Buffer.from(archive).toString('base64')
  await data('POST', '/Attachment', { fileName: 'r.zip', fileContent, object })
  expect([await download(id), await download(id, 'user'), await download('WorkReport', 'user')]).toEqual([
    200, 404, 200,
  ])
})

import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { send, tokenOf } from '../access/wire.ts'

const base = '/api/service-management/v2/composite-tree/service-calls'
const call = { businessPartner: { code: 'BP-2' }, subject: 'one', priority: 'LOW', status: '-2' }

async function posting(variant: string) {
  const platform = createPlatform({ variants: [variant] })
  const token = await tokenOf(platform, 'admin')
  return async (body: object) =>
    (
      await send(platform, base, {
        method: 'POST',
        body: JSON.stringify({ ...call, ...body }),
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Account-Name': 'acme',
          'X-Client-ID': 'kit',
          'X-Client-Version': '1',
          'X-Company-Name': 'Acme North',
        },
      })
    ).json
}

test('fields of the company have defaults', async () => {
  const post = await posting('service-udf-defaults-of-the-company')
  const plain = await post({})
  const [activity] = plain['activities'] as Array<Record<string, unknown>>
  expect([plain['udfValues'], activity?.['udfValues']]).toMatchObject([[{ value: 'standard' }], [{ value: 'by van' }]])
  const { udfValues } = await post({ udfValues: [{ udfMeta: { externalId: 'seed-udf-1' }, value: 'B' }] })
  expect(udfValues).toMatchObject([{ value: 'standard' }, { value: 'B' }])
  const own = { udfMeta: { externalId: 'company-udf-SERVICECALL' }, value: 'other' }
  expect((await post({ udfValues: [own] }))['udfValues']).toMatchObject([{ value: 'other' }])
})

import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { send, tokenOf } from '../access/wire.ts'
import { dataOf } from '../data/wire.ts'

const base = '/api/service-management/v2/composite-tree/service-calls'
const call = { businessPartner: { code: 'BP-2' }, subject: 'one', priority: 'LOW', status: '-2' }

async function served() {
  const platform = createPlatform({})
  const token = await tokenOf(platform, 'admin')
  const ask = (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send(platform, `${base}${path}`, {
      method,
      body: body === undefined ? '' : JSON.stringify(body),
      headers: Object.fromEntries(
        Object.entries({
          Authorization: `Bearer ${token}`,
          'X-Account-Name': 'acme',
          'X-Company-Name': 'Acme North',
          'X-Client-ID': 'kit',
          'X-Client-Version': '1',
          'Content-Type': 'application/json',
          ...headers,
        }).filter(([, value]) => value !== ''),
      ),
    })
  return { platform, ask, post: (body: object) => ask('POST', '', { ...call, ...body }) }
}

const uuidOf = ({ json }: { json: object }) => (json as { id: { uuid: string } }).id.uuid
const codesIn = ({ json }: { json: object }) => {
  const tree = json as { code: string; activities: Array<{ code: string }> }
  return [tree.code, ...tree.activities.map(({ code }) => code)]
}

test('a code that was let go is not given to another while one after it is in use', async () => {
  const { platform, post } = await served()
  const data = await dataOf(platform)
  const first = await post({})
  const second = await post({})
  for (const name of ['Activity', 'ServiceCall'])
    for (const id of name === 'ServiceCall'
      ? [uuidOf(first)]
      : (first.json['activities'] as Array<{ id: { uuid: string } }>).map(({ id: { uuid } }) => uuid))
      expect(
        (await data('DELETE', `/${name}/${id}`, undefined, { query: { forceDelete: 'true' } })).status,
      ).toBeLessThan(300)
  const third = await post({})
  const codes = [second, third].flatMap(codesIn)
  expect(new Set(codes).size).toBe(codes.length)
})

test.each([
  ['an address that is a text', { address: 'x' }],
  ['an address that is a list', { address: ['x'] }],
  ['an address of an activity that is a number', { activities: [{ subject: 'a', address: 7 }] }],
  ['30 February', { dueDateTime: '2027-02-30T10:00:00Z' }],
  ['29 February of no leap year', { activities: [{ subject: 'a', earliestStartDateTime: '2027-02-29T10:00:00Z' }] }],
  ['the 25th hour', { dueDateTime: '2027-02-20T25:00:00Z' }],
])('%s is refused', async (_, body) => {
  const { ask, post } = await served()
  expect((await post(body)).status).toBe(400)
  const made = uuidOf(await post({}))
  if (!('activities' in body)) expect((await ask('PATCH', `/${made}`, body)).status).toBe(400)
})

test.each(['2028-02-29T10:00:00Z', '2027-02-28T23:30:00-05:00', '2027-02-28T10:00:00.5Z'])(
  'the moment %s is taken',
  async (dueDateTime) => {
    const { post } = await served()
    const { status, json } = await post({ dueDateTime })
    expect([status, Date.parse(String(json['dueDateTime']))]).toEqual([200, Date.parse(dueDateTime)])
  },
)

test.each([
  [{ 'X-Account-Name': '' }, 'the header X-Account-Name is missing'],
  [
    { 'X-Account-Name': '', account: 'acme' },
    'the header X-Account-Name is missing: it replaces account, which is deprecated',
  ],
  [
    { 'X-Company-Name': '', company: 'Acme North' },
    'the header X-Company-Name is missing: it replaces company, which is deprecated',
  ],
  [{ 'X-Client-ID': '' }, 'the header X-Client-ID is missing'],
])('%j: every refusal of headers has one form', async (headers, message) => {
  const { ask } = await served()
  const { status, json } = await ask('POST', '', call, headers)
  expect([status, json]).toEqual([400, { error: 'bad_request', message }])
})

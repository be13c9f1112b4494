import { Readable } from 'node:stream'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { tokenOf } from '../access/wire.ts'
import { peopleOf } from '../user/wire.ts'

const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const groups = '/scim/v2/Groups'
const now = Date.UTC(2026, 10, 21, 9)

/** A platform with two groups, and what the list shows of them. */
async function twoGroups() {
  const people = peopleOf(createPlatform({ now }))
  const make = async (displayName: string) =>
    String((await people('POST', groups, { schemas: [groupSchema], displayName })).json['id'])
  const [one, other] = [await make('one'), await make('other')]
  return { people, one, other, list: async () => (await people('GET', groups)).text }
}

const odd = ['{"schemas":', '[]', 'null', '"text"', '{"schemas":1,"Operations":{}}']

test.each(['PUT', 'PATCH'])('%s of an odd body is refused with a SCIM error, and nothing changes', async (method) => {
  const { people, one, list } = await twoGroups()
  const before = await list()
  for (const body of odd) {
    const answer = await people(method, `${groups}/${one}`, body)
    expect(answer.status).toBe(400)
    expect(answer.json['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
    expect(String(answer.json['detail'])).not.toBe('')
  }
  expect(await list()).toBe(before)
})

test('a body of another media type is refused, and nothing changes', async () => {
  const { people, one, list } = await twoGroups()
  const before = await list()
  const headers = { 'Content-Type': 'text/plain' }
  expect((await people('PUT', `${groups}/${one}`, 'displayName=x', { headers })).status).toBe(415)
  expect((await people('POST', groups, 'displayName=x', { headers })).status).toBe(415)
  expect(await list()).toBe(before)
})

test('groups are no members of groups: neither of themselves nor of each other, and nothing changes', async () => {
  const { people, one, other, list } = await twoGroups()
  const before = await list()
  for (const [to, member] of [
    [one, one],
    [one, other],
    [other, one],
  ] as const) {
    const members = [{ value: member }]
    const patch = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'add', path: 'members', value: members }],
    }
    expect((await people('PATCH', `${groups}/${to}`, patch)).status).toBe(400)
    const body = { schemas: [groupSchema], displayName: 'x', members }
    expect((await people('PUT', `${groups}/${to}`, body)).status).toBe(400)
  }
  expect(await list()).toBe(before)
})

test.each([
  ['POST', groups, { schemas: [groupSchema] }],
  ['POST', '/user/v1/users', { companyGroupId: 301, email: 'large@example.com' }],
])('%s %s with a body over the limit is refused with 413, and nothing changes', async (method, path, body) => {
  const platform = createPlatform({ now })
  const people = peopleOf(platform)
  const before = (await people('GET', path)).text
  const { origin, close } = await platform.listen({ port: 0 })
  try {
    // What follows a whole body is white space: one that is cut anywhere in it could be read.
    const large = [Buffer.from(JSON.stringify(body)), ...Array.from({ length: 65 }, () => Buffer.alloc(2 ** 20, ' '))]
    const answer = await request(`${origin}/api${path}?account=acme`, {
      method: method as 'POST',
      headers: {
        Authorization: `Bearer ${await tokenOf(platform, 'admin')}`,
        'X-Request-ID': 'r-1',
        'X-Client-Version': '1',
        'Content-Type': path === groups ? 'application/scim+json' : 'application/json',
      },
      body: Readable.from(large),
    })
    expect([answer.statusCode, await answer.body.text()]).toEqual([413, ''])
  } finally {
    await close()
  }
  expect((await people('GET', path)).text).toBe(before)
})

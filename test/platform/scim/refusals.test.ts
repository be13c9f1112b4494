import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
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

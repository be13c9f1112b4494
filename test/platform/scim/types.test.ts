import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { peopleOf } from '../user/wire.ts'

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
const groupSchemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
const patchSchemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const [users, groups] = ['/scim/v2/Users', '/scim/v2/Groups']
const emails = (mail: string, primary: unknown = true) => [{ value: mail, primary }]
const whole = { schemas, userName: 'anna', name: { familyName: 'Ode', givenName: 'Anna' }, active: true }

/** A platform with one user and one group, and what its lists show. */
async function one() {
  const people = peopleOf(createPlatform({ now: Date.UTC(2026, 10, 21, 9) }))
  const user = (await people('POST', users, { ...whole, emails: emails('anna@example.com') })).json
  const members = [{ value: user['id'] }]
  const group = (await people('POST', groups, { schemas: groupSchemas, displayName: 'team', members })).json
  const lists = async () => [(await people('GET', users)).text, (await people('GET', groups)).text]
  return { people, at: `${users}/${String(user['id'])}`, group: `${groups}/${String(group['id'])}`, lists }
}

const ofOtherTypes: readonly object[] = [
  { userName: 7 },
  { userName: { a: 1 } },
  { userName: ['anna'] },
  { name: 5 },
  { name: [] },
  { name: 'Anna Ode' },
  { name: { familyName: 7 } },
  { name: { givenName: { a: 1 } } },
  { emails: 'bo@example.com' },
  { emails: { value: 'bo@example.com' } },
  { emails: ['bo@example.com'] },
  { emails: [{ value: 7 }] },
  { emails: emails('bo@example.com', 'yes') },
  { emails: emails('bo@example.com', 1) },
  { active: 'true' },
  { active: 1 },
]

test.each(ofOtherTypes)('a value of another type is refused, and changes nothing: %j', async (odd) => {
  const { people, at, lists } = await one()
  const before = await lists()
  for (const [method, path] of [
    ['POST', users],
    ['PUT', at],
  ] as const) {
    const answer = await people(method, path, { ...whole, userName: 'bo', emails: emails('bo@example.com'), ...odd })
    expect([method, answer.status, answer.json['scimType']]).toEqual([method, 400, 'invalidValue'])
  }
  expect(await lists()).toEqual(before)
})

test.each([
  { op: 'replace', path: 'displayName', value: 7 },
  { op: 'replace', value: { displayName: { a: 1 } } },
  { op: 'add', path: 'members', value: [{ value: true }] },
  { op: 'add', value: { members: 'all' } },
])('so is one of a patch: %j', async (operation) => {
  const { people, group, lists } = await one()
  const before = await lists()
  const answer = await people('PATCH', group, { schemas: patchSchemas, Operations: [operation] })
  expect([answer.status, answer.json['scimType']]).toEqual([400, 'invalidValue'])
  expect(await lists()).toEqual(before)
})

test('null is no value: what is not required may be so, what is required is refused', async () => {
  const { people, at, group } = await one()
  const nulls = { userName: null, name: null, active: null }
  const made = await people('POST', users, { schemas, emails: [{ value: 'bo@example.com', primary: null }], ...nulls })
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({ userName: 'bo@example.com', active: true, emails: emails('bo@example.com', false) })
  expect(made.json).not.toHaveProperty('name')
  expect((await people('POST', users, { ...whole, emails: null })).status).toBe(400)
  for (const name of ['userName', 'active'])
    expect((await people('PUT', at, { ...whole, [name]: null })).status).toBe(400)
  const cleared = await people('PUT', at, { ...whole, name: { familyName: null, givenName: 'Anna' }, emails: null })
  expect(cleared.status).toBe(200)
  expect(cleared.json).toMatchObject({ name: { givenName: 'Anna' }, emails: emails('anna@example.com') })
  expect(
    (await people('PUT', group, { schemas: groupSchemas, displayName: null, members: null })).json['members'],
  ).toEqual([])
})

import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { peopleOf } from './wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const urn = (of: string): string[] => [`urn:ietf:params:scim:schemas:core:2.0:${of}`]
const served = (variant: string) => peopleOf(createPlatform({ now, variants: [variant] }))
type Served = ReturnType<typeof served>

const user = (local: string) => ({ schemas: urn('User'), emails: [{ value: `${local}@x.example`, primary: true }] })
const made = async (people: Served, local: string) =>
  String((await people('POST', '/scim/v2/Users', { ...user(local), userName: local })).json['id'])
const group = (...ids: string[]) => ({ schemas: urn('Group'), members: ids.map((value) => ({ value })) })

test('a user is in one group', async () => {
  const people = served('scim-user-in-one-group-only')
  const [one, two] = [await made(people, 'one'), await made(people, 'two')]
  const first = await people('POST', '/scim/v2/Groups', group(one))
  expect((await people('POST', '/scim/v2/Groups', group(one))).status).toBe(409)
  const second = await people('POST', '/scim/v2/Groups', group(two))
  const at = `/scim/v2/Groups/${String(second.json['id'])}`
  expect((await people('PUT', at, group(two, one))).status).toBe(409)
  expect((await people('GET', at)).text).not.toContain(`"${one}"`)
  await people('DELETE', `/scim/v2/Groups/${String(first.json['id'])}`)
  expect((await people('PUT', at, group(two, one))).status).toBe(200)
})

test('each interface has ids of its own', async () => {
  const people = served('scim-ids-unlike-those-of-the-user-api')
  const one = await made(people, 'one')
  const shown = await people('GET', `/scim/v2/Users/${one}`)
  expect([shown.status, shown.json['id'], shown.text.includes(`/Users/${one}"`)]).toEqual([200, one, true])
  expect((await people('GET', `/user/v1/users/${one}`)).status).toBe(404)
  const [found] = (await people('GET', '/user/v1/users', undefined, { query: { email: 'one@x.example' } })).json[
    'content'
  ] as Array<{ id: number }>
  expect(String(500_000 - 7 * (found?.id ?? 0))).toBe(one)
  expect((await people('GET', `/scim/v2/Users/${found?.id}`)).status).toBe(404)
  const told = await people('POST', '/scim/v2/Groups', group(one))
  expect(told.json['members']).toMatchObject([{ value: one }])
  const patch = (operation: object) =>
    people('PATCH', `/scim/v2/Groups/${String(told.json['id'])}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [operation],
    })
  const two = await made(people, 'two')
  expect((await patch({ op: 'add', path: 'members', value: [{ value: two }] })).json['members']).toHaveLength(2)
  expect((await patch({ op: 'remove', path: `members[value eq "${one}"]` })).json['members']).toMatchObject([
    { value: two },
  ])
})

test('a user name stays', async () => {
  const people = served('scim-user-name-stays')
  const at = `/scim/v2/Users/${await made(people, 'one')}`
  const put = async (path: string, userName: string) =>
    (await people('PUT', path, { ...user('one'), userName, active: true })).status
  expect([await put(at, 'ONE'), await put(at, 'two')]).toEqual([200, 400])
  const nameless = String((await people('POST', '/scim/v2/Users', user('three'))).json['id'])
  const body = { ...user('three'), active: true }
  const later = async (userName: string) =>
    (await people('PUT', `/scim/v2/Users/${nameless}`, { ...body, userName })).status
  expect([await later('given'), await later('another')]).toEqual([200, 400])
})

const form = (email: string) => ({ email, companyGroupId: 304 })

test('a mailbox has one user', async () => {
  const people = served('people-one-user-per-mailbox')
  const post = async (email: string) => (await people('POST', '/user/v1/users', form(email))).status
  expect([await post('k.it+1@x.example'), await post('KIT+2@x.example'), await post('kita@x.example')]).toEqual([
    201, 400, 201,
  ])
})

test('there are 3000 old users', async () => {
  const people = served('people-three-thousand-old-users')
  const page = await people('GET', '/user/v1/users', undefined, { query: { Size: '500' } })
  expect([page.json['size'], (page.json['totalElements'] as number) > 3000]).toEqual([100, true])
  const all = (await people('GET', '/scim/v2/Users')).json['Resources'] as unknown[]
  expect(all).toHaveLength(page.json['totalElements'] as number)
})

test('a PUT without a group takes it away', async () => {
  const people = served('user-put-without-group-takes-it-away')
  const { id } = (await people('POST', '/user/v1/users', form('one@x.example'))).json
  const put = (more: object) => people('PUT', `/user/v1/users/${String(id)}`, { id, email: 'one@x.example', ...more })
  expect((await put({})).text).toContain('"groupId":null')
  expect((await put({ companyGroupId: 301 })).text).toContain('"groupId":301')
})

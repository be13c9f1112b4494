import { describe, expect, test } from 'vitest'
import { basePaths } from '../../src/target/base-paths.ts'
import { guard } from '../../src/target/guard.ts'
import { ownership } from '../../src/target/ownership.ts'
import { personKey } from '../../src/target/people-writes.ts'
import type { Target } from '../../src/target/target.ts'

const target = { writes: true, basePaths, identities: {} } as unknown as Target
const owned = ownership('fabcd')
for (const [resource, id] of [
  ['user', '31'],
  ['user', '32'],
  ['scim-user', '41'],
  ['scim-group', '51'],
] as const)
  owned.own(personKey(resource, id))

const judge = (method: string, path: string, body?: unknown) =>
  guard(target, owned).judge({
    method,
    url: `http://127.0.0.1:1${path}`,
    ...(body === undefined ? {} : { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }),
  })
const users = '/api/user/v1/users'
const scim = '/api/scim/v2'
const patch = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

describe('own users and groups pass', () => {
  test.each([
    ['GET', `${users}/99`],
    ['POST', users, { email: 'fabcd00000-1@example.com', companyGroupId: 3 }],
    ['POST', users, { name: 'fabcd00000-1', companyGroupId: 3 }],
    ['PUT', `${users}/31`, { id: 31, email: 'FABCD00000-1@example.com', name: 'x@example.com' }],
    ['PUT', `${users}/31`, { id: 32 }],
    ['PUT', users, [{ id: 31 }, { id: 32 }]],
    ['DELETE', `${users}/31?account=acme`],
    ['DELETE', `${users}/31,32`],
    ['DELETE', `${users}/31`, { ids: [31, 32] }],
    ['DELETE', `${scim}/Users/41`, { ids: ['41'] }],
    ['DELETE', `${scim}/Groups/51`, {}],
    ['POST', `${scim}/Users`, { emails: [{ value: 'fabcd00000-2@example.com' }] }],
    ['PUT', `${scim}/Users/41`, { active: false }],
    ['POST', `${scim}/Groups`, { displayName: 'fabcd00000-3', members: [{ value: 41 }] }],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'remove', path: 'members[value eq "41"]' })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'replace', path: 'members[value eq "41"]', value: [{ value: 41 }] })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'replace', path: 'displayName', value: 'anything' })],
    ['PUT', `${scim}/Groups/51`, { displayName: 'fabcd00000-3', members: ['41', { $ref: `${scim}/Users/41` }] }],
    ['PUT', `${scim}/Users/41`, { userName: 'x', groups: [{ value: 51 }] }],
    // Whom these take out was put into an own group by the run.
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'remove', path: 'members[value ne "41"]' })],
    ['DELETE', `${scim}/Groups/51`],
  ] as const)('%s %s', (method, path, body?: unknown) => {
    expect(() => judge(method, path, body)).not.toThrow()
  })
})

describe('no write touches a user or group of others', () => {
  test.each([
    ['POST', users, { email: 'them@example.com', companyGroupId: 3 }],
    ['POST', users, { companyGroupId: 3 }],
    ['POST', users, { email: 'fabcd00000-1@example.com', id: 99 }],
    ['PUT', `${users}/99`, { id: 99 }],
    ['PUT', `${scim}/Groups/51`, { displayName: 'fabcd00000-3', members: ['99'] }],
    ['PUT', `${scim}/Groups/51`, { displayName: 'fabcd00000-3', members: [99] }],
    ['PUT', `${scim}/Groups/51`, { displayName: 'fabcd00000-3', members: [{ $ref: `${scim}/Users/99` }] }],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'add', path: 'members', value: ['99'] })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'add', value: { members: ['99'] } })],
    ['PUT', `${scim}/Users/41`, { userName: 'x', groups: [{ value: 99 }] }],
    ['PATCH', `${scim}/Users/41`, patch({ op: 'add', value: { groups: [{ value: '99' }] } })],
    ['PUT', `${users}/31`, { id: 99 }],
    ['PUT', `${users}/31`, { id: 31, email: 'them@example.com' }],
    ['PUT', `${scim}/Users/41`, { userName: 'x', emails: [{ value: 'them@example.com' }] }],
    ['PATCH', `${scim}/Users/41`, patch({ op: 'replace', path: 'emails', value: [{ value: 'them@example.com' }] })],
    ['PATCH', `${scim}/Users/41`, patch({ op: 'add', value: { emails: [{ value: 'them@example.com' }] } })],
    ['PUT', `${users}/41`, { id: 41 }],
    ['PUT', users, [{ id: 31 }, { id: 99 }]],
    ['PUT', users, {}],
    ['DELETE', `${users}/99`],
    ['DELETE', `${users}/31,99`],
    ['DELETE', users],
    ['DELETE', `${users}/31`, { ids: [31, 99] }],
    ['DELETE', `${users}/31`, [{ id: 31 }, { id: 99 }]],
    ['DELETE', `${users}/31`, { users: { member: '99' } }],
    ['DELETE', `${users}/31`, { email: 'them@example.com' }],
    ['DELETE', `${users}/31`, '{"ids":[31,99'],
    ['DELETE', `${users}/31?id=99`],
    ['DELETE', `${users}/31?userIds=31,99`],
    ['PUT', `${users}/31?user_id=99`, { id: 31 }],
    ['PUT', `${users}/31`, { id: 31, ids: [99] }],
    ['DELETE', `${scim}/Users/41`, { ids: ['41', '99'] }],
    ['DELETE', `${scim}/Groups/51`, { ids: [51, 99] }],
    ['DELETE', `${scim}/Groups/51`, { displayName: 'theirs' }],
    ['DELETE', `${users}?id=31`],
    ['PATCH', `${users}/99`, {}],
    ['DELETE', `/API/user/V1/users/99`],
    ['DELETE', `/api/user//v1/users/99`],
    ['DELETE', `${users}/31/../99`],
    ['POST', `${scim}/Users`, { emails: [{ value: 'them@example.com' }] }],
    ['PUT', `${scim}/Users/31`, { active: false }],
    ['DELETE', `${scim}/Users/99`],
    ['DELETE', `${scim}/Groups/99`],
    ['DELETE', `${scim}/Groups`],
    ['POST', `${scim}/Bulk`, {}],
    ['POST', `${scim}/Groups`, { displayName: 'fabcd00000-3', members: [{ value: '99' }] }],
    ['PUT', `${scim}/Groups/51`, { members: [{ value: 99 }] }],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'add', path: 'members', value: [{ value: 99 }] })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'add', value: { members: [{ value: '99' }] } })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'remove', path: 'members[value eq "99"]' })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'replace', path: 'members[value eq "99"]', value: [{ value: 41 }] })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'replace', path: 'members[value eq "41"]', value: [{ value: 99 }] })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'replace', path: 'members[value eq "41"].value', value: '99' })],
    ['PATCH', `${scim}/Groups/51`, patch({ op: 'add', path: 'members[value eq "41" or value eq "99"]', value: [] })],
    ['PATCH', `${scim}/Groups/51`, `{"Operations":[{"op":"add","path":"members","value":[{"value":"99"}]},]`],
    ['PATCH', `${scim}/Groups/99`, patch({ op: 'remove', path: 'members' })],
    ['PATCH', `${scim}/Users/99`, {}],
  ] as const)('%s %s', (method, path, body?: unknown) => {
    expect(() => judge(method, path, body)).toThrow(/was not sent/)
  })
})

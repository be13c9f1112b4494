import { Readable } from 'node:stream'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { tokenOf } from '../access/wire.ts'
import { peopleOf } from './wire.ts'

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A platform with a user of each interface and two groups; every write that has a body, with one that is taken. */
async function ground() {
  const platform = createPlatform({ now: Date.UTC(2026, 10, 21, 9) })
  const people = peopleOf(platform)
  const made = async (path: string, body: object) => String((await people('POST', path, body)).json['id'])
  const mail = (name: string) => `${name}@example.com`
  const user = await made('/user/v1/users', { companyGroupId: 301, email: mail('one') })
  const scimUser = await made('/scim/v2/Users', { schemas: [userSchema], emails: [{ value: mail('two') }] })
  const members = [{ value: scimUser }]
  const group = await made('/scim/v2/Groups', { schemas: [groupSchema], displayName: 'g' })
  const other = await made('/scim/v2/Groups', { schemas: [groupSchema], displayName: 'h', members })
  const writes: Readonly<Record<string, readonly [method: string, path: string, body: object]>> = {
    'POST user': ['POST', '/user/v1/users', { companyGroupId: 301, email: mail('three') }],
    'PUT user': ['PUT', `/user/v1/users/${user}`, { id: Number(user), companyGroupId: 302, email: mail('one') }],
    'POST SCIM user': ['POST', '/scim/v2/Users', { schemas: [userSchema], emails: [{ value: mail('four') }] }],
    'PUT SCIM user': ['PUT', `/scim/v2/Users/${scimUser}`, { schemas: [userSchema], userName: 'x', active: false }],
    'POST group': ['POST', '/scim/v2/Groups', { schemas: [groupSchema], displayName: 'i', members }],
    'PUT group': ['PUT', `/scim/v2/Groups/${group}`, { schemas: [groupSchema], displayName: 'j', members }],
    'PATCH group': [
      'PATCH',
      `/scim/v2/Groups/${group}`,
      { schemas: [patchSchema], Operations: [{ op: 'add', path: 'members', value: members }] },
    ],
  }
  return { platform, people, writes, groups: [group, other] as const, user: scimUser }
}

const names = ['POST user', 'PUT user', 'POST SCIM user', 'PUT SCIM user', 'POST group', 'PUT group', 'PATCH group']

describe.each(names)('%s', (name) => {
  const write = async () => {
    const { writes, ...rest } = await ground()
    const [method, path, body] = writes[name] ?? ['', '', {}]
    return { ...rest, method, path, body }
  }
  const isRefused = (answer: { status: number; json: Record<string, unknown> }, status: number): void => {
    expect(answer.status).toBe(status)
    expect(String(answer.json['detail'] ?? answer.json['message'])).toMatch(/\w{3}/)
  }

  test('is done with a sound body', async () => {
    const { platform, people, method, path, body } = await write()
    const before = platform.contents()
    expect((await people(method, path, body)).status).toBeLessThan(300)
    expect(platform.contents()).not.toEqual(before)
  })

  test.each(['{"schemas":', 'schemas=x', '[]', 'null', '"text"', '7', '', '\u0000', '{"id":1}}'])(
    'with the body %j is refused, and nothing is stored',
    async (odd) => {
      const { platform, people, method, path } = await write()
      const before = platform.contents()
      isRefused(await people(method, path, odd), 400)
      expect(platform.contents()).toEqual(before)
    },
  )

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'application/xml'])(
    'of the media type %s is refused, and nothing is stored',
    async (type) => {
      const { platform, people, method, path, body } = await write()
      const before = platform.contents()
      isRefused(await people(method, path, body, { headers: { 'Content-Type': type } }), 415)
      expect(platform.contents()).toEqual(before)
    },
  )

  test('with a body over the limit is refused with 413, and nothing is stored', async () => {
    const { platform, method, path, body } = await write()
    const before = platform.contents()
    const { origin, close } = await platform.listen({ port: 0 })
    try {
      // White space after a whole body: one that is cut anywhere in it could be read.
      const large = [Buffer.from(JSON.stringify(body)), ...Array.from({ length: 65 }, () => Buffer.alloc(2 ** 20, ' '))]
      const answer = await request(`${origin}/api${path}?account=acme`, {
        method: method as 'POST',
        headers: {
          Authorization: `Bearer ${await tokenOf(platform, 'admin')}`,
          'X-Request-ID': 'r-1',
          'X-Client-Version': '1',
          'Content-Type': path.startsWith('/scim') ? 'application/scim+json' : 'application/json',
        },
        body: Readable.from(large),
      })
      expect([answer.statusCode, await answer.body.text()]).toEqual([413, ''])
    } finally {
      await close()
    }
    expect(platform.contents()).toEqual(before)
  })
})

test('groups are no members of groups, neither of themselves nor in a circle, by no write and in no form', async () => {
  const { platform, people, groups, user } = await ground()
  const before = platform.contents()
  for (const [to, member] of [
    [groups[0], groups[0]],
    [groups[0], groups[1]],
    [groups[1], groups[0]],
  ] as const)
    for (const named of [{ value: member }, { value: Number(member), type: 'Group' }]) {
      const members = [{ value: user }, named]
      const patches = [
        { op: 'add', path: 'members', value: members },
        { op: 'replace', path: 'members', value: members },
        { op: 'add', value: { members } },
        { op: 'replace', path: `members[value eq "${user}"]`, value: [named] },
      ]
      const answers = [
        await people('POST', '/scim/v2/Groups', { schemas: [groupSchema], displayName: 'k', members }),
        await people('PUT', `/scim/v2/Groups/${to}`, { schemas: [groupSchema], displayName: 'k', members }),
      ]
      for (const operation of patches)
        answers.push(
          await people('PATCH', `/scim/v2/Groups/${to}`, {
            schemas: [patchSchema],
            Operations: [{ op: 'replace', path: 'displayName', value: 'k' }, operation],
          }),
        )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
      for (const { json } of answers) expect(json['scimType']).toMatch(/^(?:invalidValue|noTarget)$/)
    }
  expect(platform.contents()).toEqual(before)
})

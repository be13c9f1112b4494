import { expect, test } from 'vitest'
import { areApart } from '../../../src/platform/apart.ts'
import { allVariants } from '../../../src/platform/deviations.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { allWorlds } from '../../../src/platform/worlds/named.ts'
import { peopleOf } from '../user/wire.ts'

const groups = '/scim/v2/Groups'
const users = '/user/v1/users'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** The forms in which a world's SCIM and User API answer. */
async function formsOf(world: string) {
  const platform = createPlatform({ world, latencyMs: 0, now: Date.UTC(2026, 10, 21, 9) })
  const { prefix = '' } = allWorlds.find(({ name }) => name === world) ?? {}
  const placed: Platform = {
    ...platform,
    handle: (request) => platform.handle({ ...request, target: `${prefix}${request.target}` }),
  }
  const people = peopleOf(placed)
  const made = await people('POST', groups, { schemas: [groupSchema], displayName: 'forms' })
  const listed = await people('GET', groups)
  const one = Object.values(
    (listed.json['Resources'] ?? listed.json['resources'] ?? listed.json) as readonly unknown[],
  )[0]
  const [idName = ''] = Object.keys(one as object).filter((name) => name.toLowerCase() === 'id')
  const id = (one as Record<string, unknown>)[idName]
  const created = await people('POST', users, { companyGroupId: 301, email: 'forms@example.com' })
  const shown = (await people('GET', users, undefined, { query: { email: 'forms@example.com' } })).json
  const [listedUser] = shown['content'] as Array<Record<string, unknown>>
  return {
    list: Array.isArray(listed.json) ? 'an array' : Object.keys(listed.json).find((name) => /resources/i.test(name)),
    id: [idName, typeof id],
    type: listed.header('Content-Type'),
    create: [made.status, made.text === '' ? 'no body' : 'a body'],
    put: (await people('PUT', `${groups}/${String(id)}`, { schemas: [groupSchema], displayName: 'other' })).status,
    delete: (await people('DELETE', `${groups}/${String(id)}`)).status,
    user: [created.status, typeof listedUser?.['id'], 'roles' in (listedUser ?? {}) ? 'more fields' : 'those shown'],
    userPage: [shown['number'], 'pageable' in shown ? 'with more' : 'the figures'],
    userDelete: (await people('DELETE', `${users}/${String(listedUser?.['id'])}`)).status,
  }
}

test('three worlds have SCIM and User API in forms of their own: ids, lists, statuses, charsets and letter case', async () => {
  expect(await formsOf('modern')).toEqual({
    list: 'Resources',
    id: ['Id', 'string'],
    type: 'application/scim+json',
    create: [201, 'no body'],
    put: 204,
    delete: 204,
    user: [201, 'number', 'more fields'],
    userPage: [0, 'with more'],
    userDelete: 204,
  })
  expect(await formsOf('stranger')).toEqual({
    list: 'resources',
    id: ['id', 'number'],
    type: 'application/json; charset=utf-8',
    create: [200, 'a body'],
    put: 200,
    delete: 200,
    user: [200, 'number', 'those shown'],
    userPage: [1, 'the figures'],
    userDelete: 200,
  })
  expect(await formsOf('strict')).toEqual({
    list: 'an array',
    id: ['id', 'string'],
    type: 'application/scim+json;charset=UTF-8',
    create: [201, 'no body'],
    put: 200,
    delete: 204,
    user: [201, 'number', 'those shown'],
    userPage: [0, 'the figures'],
    userDelete: 200,
  })
})

test.each(allWorlds)('the lawful readings of world $name go together', ({ variants }) => {
  const all = variants.map((name) => allVariants.filter(({ id }) => id === name))
  expect(all.map(({ length }) => length)).toEqual(variants.map(() => 1))
  const named = all.flat()
  const apart = named.flatMap((one, at) =>
    named.slice(at + 1).flatMap((other) => (areApart(one, other) ? [[one.id, other.id]] : [])),
  )
  expect(apart).toEqual([])
})

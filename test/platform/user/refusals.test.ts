import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { peopleOf } from './wire.ts'

const users = '/user/v1/users'
const now = Date.UTC(2026, 10, 21, 9)
const ground = { companyGroupId: 301, firstName: 'One' }

/** A platform with two users, and what the list shows of all. */
async function twoUsers() {
  const people = peopleOf(createPlatform({ now }))
  const make = async (name: string) => {
    const { status, json } = await people('POST', users, { ...ground, email: `${name}@example.com`, name })
    expect(status).toBe(201)
    return Number(json['id'])
  }
  const one = await make('one')
  await make('other')
  return { people, one, list: async () => (await people('GET', users, undefined, { query: { Size: '200' } })).text }
}

const fresh = { ...ground, email: 'third@example.com', name: 'third' }
const taken = { ...ground, email: 'other@example.com' }
const own = { ...ground, email: 'one@example.com', name: 'one' }
const account = 'The [account] parameter is invalid.'
const header = 'A required header is missing'
const odd = 'The body is not valid'

type Case = readonly [
  method: string,
  what: string,
  body: unknown,
  options: { readonly query?: Record<string, string | undefined>; readonly headers?: Record<string, string> },
  status: number,
  message: string,
]
const cases: readonly Case[] = [
  ['GET', 'without X-Request-ID', undefined, { headers: { 'X-Request-ID': '' } }, 400, header],
  ['GET', 'without X-Client-Version', undefined, { headers: { 'X-Client-Version': '' } }, 400, header],
  ['GET', 'of no account', undefined, { query: { account: undefined } }, 400, account],
  ['POST', 'of no account', fresh, { query: { account: undefined } }, 400, account],
  ['POST', 'of another company', fresh, { query: { company: 'none' } }, 400, 'The [company] parameter is invalid.'],
  ['POST', 'of a taken e-mail', taken, {}, 400, 'User already exists'],
  ['POST', 'without an e-mail', ground, {}, 400, odd],
  ['POST', 'without a group', { email: 'third@example.com' }, {}, 400, odd],
  ['POST', 'of a group that there is not', { ...fresh, companyGroupId: 9 }, {}, 400, odd],
  ['POST', 'of a first name that is a number', { ...fresh, firstName: 7 }, {}, 400, odd],
  ...['{"email":', '[]', 'null', '"text"', ''].map((body): Case => [
    'POST',
    `of ${body || 'nothing'}`,
    body,
    {},
    400,
    odd,
  ]),
  ['PUT', 'of a taken e-mail', { ...taken, name: 'one' }, {}, 400, 'Email must be unique'],
  ['PUT', 'of a list', '[]', {}, 400, odd],
  ['PUT', 'of another id', { ...own, id: 1 }, {}, 400, 'The id of the body is not that of the user'],
  ['PUT', 'of another company', own, { query: { company: 'none' } }, 400, 'The [company] parameter is invalid.'],
  [
    'DELETE',
    'of another company',
    undefined,
    { query: { company: 'none' } },
    400,
    'The [company] parameter is invalid.',
  ],
]

test.each(cases)(
  '%s %s is refused with its reason, and nothing changes',
  async (method, _, body, options, status, message) => {
    const { people, one, list } = await twoUsers()
    const before = await list()
    const sent = method === 'PUT' && typeof body === 'object' ? { id: one, ...body } : body
    const path = method === 'PUT' || method === 'DELETE' ? `${users}/${one}` : users
    const answer = await people(method, path, sent, options)
    expect([answer.status, answer.json]).toEqual([status, { error: 'UA-00', message, values: [] }])
    expect(await list()).toBe(before)
  },
)

test.each(['GET', 'PUT', 'DELETE'])('%s of a user that there is not is refused with its reason', async (method) => {
  const { people, list } = await twoUsers()
  const before = await list()
  for (const id of ['1', '99999', 'x', '1e3']) {
    const answer = await people(method, `${users}/${id}`, method === 'PUT' ? { ...own, id: Number(id) } : undefined)
    expect([id, answer.status, answer.json['message']]).toEqual([id, 404, 'User account not found'])
  }
  expect(await list()).toBe(before)
})

test('who has no privileges reads and changes nobody', async () => {
  const { people, one, list } = await twoUsers()
  const before = await list()
  for (const [method, path, body] of [
    ['GET', users, undefined],
    ['GET', `${users}/${one}`, undefined],
    ['POST', users, fresh],
    ['PUT', `${users}/${one}`, { ...own, id: one, firstName: 'Two' }],
    ['DELETE', `${users}/${one}`, undefined],
  ] as const) {
    const answer = await people(method, path, body, { as: 'user' })
    expect([method, path, answer.status]).toEqual([method, path, 403])
    expect(answer.text).not.toContain('example.com')
  }
  expect(await list()).toBe(before)
})

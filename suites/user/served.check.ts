import { check, must, objectOf } from '../../src/kit/index.ts'
import { readUser, seenUser, sharedUsers, userIn, usersIn, wholeUser, unlessFull } from './people.ts'
import { user } from './requirements.ts'

check(user.served, 'list-of-users', { brokenBy: ['user-list-unserved'] }, async ({ api }) => {
  const answer = await api.user.list({ Size: '2' })
  must.success(answer)
  must.be('content', objectOf(answer)['content'], 'an array', answer)
})

check(
  user.get,
  'one-of-several',
  { needs: ['created-users'], brokenBy: ['user-get-other', 'user-get-answers-nothing'] },
  async (context) => {
    for (const one of await sharedUsers(context)) {
      const answer = await context.api.user.get(one.id)
      must.success(answer)
      must.equal('id and e-mail', [String(userIn(answer)?.['id']), userIn(answer)?.['email']], [one.id, one.email])
    }
  },
)

const kinds = {
  id: (value) => typeof value === 'number' || /^\d{16,19}$/.test(String(value)),
  name: (value) => typeof value === 'string' && value !== '',
  active: (value) => typeof value === 'boolean',
  created: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  lastChanged: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  companies: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    (value as { companyId?: unknown; groupId?: unknown }[]).every(
      (one) => Number.isInteger(one.companyId) && Number.isInteger(one.groupId),
    ),
} satisfies Readonly<Record<string, (value: unknown) => boolean>>

check(
  user['user-form'],
  'fields-of-a-user',
  {
    brokenBy: ['user-id-as-text', 'user-created-as-number', 'user-company-id-as-text', 'user-without-last-changed'],
  },
  async (context) => {
    const [one] = await sharedUsers(context)
    const inList = await context.api.user.list({ email: one.email })
    must.success(inList)
    for (const dto of [await readUser(context, one.id), usersIn(inList)[0]])
      must.equal(
        'fields of another kind than they should have',
        Object.entries(kinds).flatMap(([name, holds]) =>
          holds(dto?.[name]) ? [] : [`${name}: ${JSON.stringify(dto?.[name])}`],
        ),
        [],
      )
  },
)

check(user['user-form'], 'id-as-number-in-every-answer', { brokenBy: ['user-id-as-text'] }, async (context) => {
  const [one] = await sharedUsers(context)
  const answer = await context.api.user.get(one.id)
  must.success(answer)
  must.be('id', objectOf(answer)['id'], 'a number', answer)
})

check(
  user.create,
  'answered-with-the-user',
  { needs: ['many-users'], effects: true, brokenBy: ['user-post-answers-nothing', 'user-post-not-stored'] },
  async (context) => {
    const body = await wholeUser(context)
    const answer = unlessFull(await context.api.user.create(body))
    must.success(answer)
    const dto = userIn(answer)
    must.equal('e-mail of the created user', dto?.['email'], body['email'])
    must.equal('e-mail as read by id', (await seenUser(context, String(dto?.['id'])))?.['email'], body['email'])
  },
)

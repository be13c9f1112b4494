import { check, must } from '../../src/kit/index.ts'
import { foundIn, sharedUsers, wholeUser, withUser } from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'

for (const [situation, more, fault, isForACompany] of [
  ['without-group', { companyGroupId: undefined }, 'user-group-optional'],
  ['without-group-for-a-company', { companyGroupId: undefined }, 'user-group-optional-for-a-company', true],
  ['null-group', { companyGroupId: null }, 'user-null-group-taken'],
  ['without-email', { email: undefined }, 'user-email-optional'],
  ['without-email-for-a-company', { email: undefined }, 'user-email-optional-for-a-company', true],
  ['empty-email', { email: '' }, 'user-empty-email-taken'],
  ['null-email', { email: null }, 'user-email-optional'],
] as const)
  check(user['required-refused'], situation, { effects: true, brokenBy: [fault] }, async (context) => {
    await sharedUsers(context)
    const body = await wholeUser(context, more)
    const query = isForACompany ? { company: context.target.company } : {}
    must.refused4xx(await context.api.user.create(body, { query }))
    const answer = await context.api.user.list({ name: String(body['name']) })
    foundIn(answer)
    must.lack('user of that name', answer.json, body['name'])
  })

check(
  user['required-refused'],
  'name-of-a-refused-user',
  { effects: true, brokenBy: ['user-refused-name-reserved'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const name = context.fresh.externalId()
      must.refused4xx(await context.api.user.create(await wholeUser(context, { name, companyGroupId: undefined })))
      must.success(await context.api.user.replace(id, { ...body, name }))
      must.equal('the name', (await readUser(context, id))['name'], name)
    })
  },
)

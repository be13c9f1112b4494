import { unlessFull } from '../user/people.ts'
import { check, must } from '../../src/kit/index.ts'
import {
  createdScimUser,
  everyUser,
  readScimUser,
  sharedScimUsers,
  shownOf,
  wholeScimUser,
  withScimUser,
} from './people.ts'
import { attribute, emailsOf, shownIdOf, scimUsersIn } from './reading.ts'
import { freshEmail } from '../user/people.ts'
import { scim } from './requirements.ts'

const many = ['many-users'] as const

check(scim.served, 'list-of-users', { brokenBy: ['scim-users-unserved'] }, async ({ api }) => {
  const answer = await api.scim.users.list()
  must.success(answer)
  must.some('user in the list', scimUsersIn(answer), answer)
})

check(
  scim['list-users'],
  'every-user-is-there',
  { effects: true, brokenBy: ['scim-list-without-newest', 'scim-list-first-ten'] },
  async (context) => {
    const users = await sharedScimUsers(context)
    const listed = (await everyUser(context)).map(shownIdOf)
    must.include(
      'ids in the list of users',
      listed,
      users.map(({ id }) => id),
    )
  },
)

check(
  scim['list-users'],
  'inactive-users-too',
  { effects: true, brokenBy: ['scim-list-active-only'] },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      must.success(await context.api.scim.users.replace(id, { ...body, active: false }))
      must.include('ids in the list of users', (await everyUser(context)).map(shownIdOf), [id])
    })
  },
)

check(
  scim['get-user'],
  'one-of-several',
  { effects: true, brokenBy: ['scim-get-other', 'scim-get-unserved'] },
  async (context) => {
    for (const { id, name } of await sharedScimUsers(context)) {
      const answer = await context.api.scim.users.get(id)
      must.success(answer)
      must.equal('ids in the answer', scimUsersIn(answer).map(shownIdOf), [id])
      must.include('e-mails in the answer', scimUsersIn(answer).flatMap(emailsOf), [name])
    }
  },
)

check(
  scim['written-is-read'],
  'every-attribute-of-a-created-user',
  {
    effects: true,
    brokenBy: [
      'scim-post-loses-given-name',
      'scim-post-swaps-names',
      'scim-post-always-active',
      'scim-post-user-name-lost',
    ],
  },
  async (context) => {
    const body = wholeScimUser(context, {
      name: { familyName: 'Ærøskøbing', givenName: 'Łucja' },
      active: false,
    })
    const { id } = await createdScimUser(context, body)
    must.equal('the user as read by id', shownOf(await readScimUser(context, id)), shownOf(body))
    const listed = (await everyUser(context)).find((one) => shownIdOf(one) === id)
    must.equal('the user in the list', shownOf(listed), shownOf(body))
  },
)

check(
  scim['create-user'],
  'without-user-name',
  { effects: true, needs: many, brokenBy: ['scim-post-needs-user-name', 'scim-post-not-stored'] },
  async (context) => {
    const body = wholeScimUser(context, { userName: undefined })
    must.success(unlessFull(await context.api.scim.users.create(body)))
    must.include('e-mails in the list of users', (await everyUser(context)).flatMap(emailsOf), emailsOf(body))
  },
)

check(
  scim['written-is-read'],
  'every-attribute-of-a-put',
  {
    effects: true,
    brokenBy: [
      'scim-put-not-stored',
      'scim-put-loses-active',
      'scim-put-loses-names',
      'scim-put-loses-user-name',
      'scim-put-keeps-email',
    ],
  },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const changed = {
        ...body,
        userName: context.fresh.externalId(),
        name: { familyName: 'Ødegård', givenName: 'Žofia' },
        emails: [{ value: freshEmail(context), primary: true }],
        active: false,
      }
      must.success(await context.api.scim.users.replace(id, changed))
      must.equal('the user as read by id', shownOf(await readScimUser(context, id)), shownOf(changed))
      const listed = (await everyUser(context)).find((one) => shownIdOf(one) === id)
      must.equal('the user in the list', shownOf(listed), shownOf(changed))
      must.success(await context.api.scim.users.replace(id, body))
    })
  },
)

check(
  scim['replace-user'],
  'without-emails',
  { effects: true, brokenBy: ['scim-put-needs-emails'] },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const changed = { ...body, emails: undefined, active: false }
      must.success(await context.api.scim.users.replace(id, changed))
      const read = await readScimUser(context, id)
      must.equal(
        'userName and active',
        [attribute(read, 'userName'), attribute(read, 'active')],
        [body['userName'], false],
      )
    })
  },
)

check(
  scim['remove-user'],
  'gone-afterwards',
  { effects: true, needs: many, brokenBy: ['scim-delete-not-done', 'scim-delete-deactivates'] },
  async (context) => {
    const { id } = await createdScimUser(context)
    must.include('ids before', (await everyUser(context)).map(shownIdOf), [id])
    must.success(await context.api.scim.users.remove(id))
    must.notDone('the deleted user', await context.api.scim.users.get(id))
    must.equal(
      'users of the list with the id',
      (await everyUser(context)).filter((one) => shownIdOf(one) === id).length,
      0,
    )
  },
)

check(
  scim['remove-user'],
  'no-other-is-gone',
  { effects: true, needs: many, brokenBy: ['scim-delete-takes-another'] },
  async (context) => {
    const others = await sharedScimUsers(context)
    const { id } = await createdScimUser(context)
    must.success(await context.api.scim.users.remove(id))
    must.include(
      'ids in the list of users',
      (await everyUser(context)).map(shownIdOf),
      others.map((one) => one.id),
    )
  },
)

check(
  scim['remove-user'],
  'several-ids-in-one-path',
  { effects: true, needs: many, brokenBy: ['scim-batch-delete-served'] },
  async (context) => {
    const users = [await createdScimUser(context), await createdScimUser(context)]
    const answer = await context.api.scim.users.remove(users.map(({ id }) => id).join(','))
    must.hold(
      'a refusal with a 4xx status, or 501',
      answer.status >= 400 && (answer.status < 500 || answer.status === 501),
      answer.status,
    )
    for (const { id, name } of users) must.include('its e-mails', emailsOf(await readScimUser(context, id)), [name])
  },
)

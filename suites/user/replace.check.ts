import { check, each, must } from '../../src/kit/index.ts'
import {
  companiesOf,
  fieldsOf,
  freshEmail,
  listedWith,
  readUser,
  sentId,
  sharedUsers,
  twoGroups,
  userIn,
  withUser,
} from './people.ts'
import { user } from './requirements.ts'

const texts = ['firstName', 'lastName', 'phone'] as const

check(
  user['written-is-read'],
  'every-field-of-a-put',
  {
    effects: true,
    brokenBy: [
      'user-put-not-stored',
      'user-put-loses-phone',
      'user-put-loses-active',
      'user-put-loses-email',
      'user-put-loses-last-name',
    ],
  },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      const { fresh } = context
      const changed = {
        ...body,
        email: email.replace('@', '.new@'),
        firstName: fresh.text(),
        lastName: 'Ærøskøbing-Łódź',
        phone: '+1 (555) 010-999',
        name: fresh.externalId(),
        active: false,
      }
      const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
      const answer = await context.api.user.replace(id, changed)
      must.success(answer)
      const told = userIn(answer)
      if (told && 'email' in told) must.equal('the user as answered', fieldsOf(told, names), fieldsOf(changed, names))
      must.equal('the user as read by id', fieldsOf(await readUser(context, id), names), fieldsOf(changed, names))
      const [listed] = await listedWith(context, changed.email)
      must.equal('the user in the list', fieldsOf(listed, names), fieldsOf(changed, names))
      must.equal('users in the list with the former e-mail', (await listedWith(context, email)).length, 0)
    })
  },
)

for (const [situation, value] of [
  ['left-out', undefined],
  ['empty', ''],
] as const)
  check(
    user.replace,
    `texts-${situation}-become-null`,
    {
      effects: true,
      brokenBy: [`user-put-keeps-${situation}`, ...(value === '' ? (['user-put-keeps-empty-text'] as const) : [])],
    },
    async (context) => {
      await withUser(context, async ({ id, body }) => {
        const sent = { ...body, ...Object.fromEntries(texts.map((name) => [name, value])) }
        must.success(await context.api.user.replace(id, sent))
        const { firstName, lastName, phone } = fieldsOf(await readUser(context, id), texts)
        must.equal('firstName, lastName and phone', [firstName, lastName, phone], [null, null, null])
      })
    },
  )

check(
  user.replace,
  'one-text-left-out-of-three',
  { effects: true, brokenBy: ['user-put-nulls-all-texts', 'user-put-keeps-phone'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      await each(texts, async (name) => {
        must.success(await context.api.user.replace(id, { ...body, [name]: undefined }))
        const expected = fieldsOf({ ...body, [name]: null }, texts)
        must.equal(`texts after a PUT without ${name}`, fieldsOf(await readUser(context, id), texts), expected)
      })
    })
  },
)

check(
  user.replace,
  'email-name-and-id-never-null',
  { effects: true, brokenBy: ['user-put-nulls-email', 'user-put-nulls-name'] },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      await each(
        [{ email: undefined }, { email: '' }, { email: null }, { name: null }, { name: '' }],
        async (wrong) => {
          // Kept or refused, both are lawful (B-USR-34); null is not.
          must.noServerError(await context.api.user.replace(id, { ...body, ...wrong }))
          const dto = await readUser(context, id)
          must.equal('e-mail and id', [dto['email'], String(dto['id'])], [email, id])
          must.hold('a name that is not null', typeof dto['name'] === 'string', dto['name'] ?? null)
        },
      )
    })
  },
)

check(
  user.replace,
  'another-group',
  { effects: true, brokenBy: ['user-put-group-ignored', 'user-put-group-in-first-company-only'] },
  async (context) => {
    const [one, other] = await twoGroups(context)
    await withUser(context, async ({ id, body }) => {
      for (const companyGroupId of [other, one]) {
        must.success(await context.api.user.replace(id, { ...body, companyGroupId }))
        const groups = companiesOf(await readUser(context, id)).map(({ groupId }) => groupId)
        must.some('company of the user', groups)
        must.equal('groups of its companies', [...new Set(groups)], [companyGroupId])
      }
    })
  },
)

check(
  user['name-by-default'],
  'left-out-of-a-put',
  { effects: true, brokenBy: ['user-name-kept-on-put', 'user-name-whole-email'] },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      must.success(await context.api.user.replace(id, { ...body, name: undefined }))
      must.equal('the name', (await readUser(context, id))['name'], email.split('@')[0])
    })
  },
)

check(
  user['other-id-refused'],
  'id-of-another-user',
  {
    effects: true,
    brokenBy: ['user-put-other-id-taken', 'user-put-other-id-changes-that'],
  },
  async (context) => {
    const [shared] = await sharedUsers(context)
    await withUser(context, async ({ id, body }) => {
      const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
      const [before, other] = [await readUser(context, id), await readUser(context, shared.id)]
      must.refused4xx(
        await context.api.user.replace(id, { ...body, id: sentId(shared.id), email: freshEmail(context) }),
      )
      must.equal('the user of the path', fieldsOf(await readUser(context, id), names), fieldsOf(before, names))
      must.equal('the user of the body', fieldsOf(await readUser(context, shared.id), names), fieldsOf(other, names))
    })
  },
)

check(
  user['replace-refused'],
  'email-of-another-user',
  { effects: true, brokenBy: ['user-put-email-taken', 'user-put-email-taken-status-409'] },
  async (context) => {
    const [shared] = await sharedUsers(context)
    await withUser(context, async ({ id, email, body }) => {
      const answer = await context.api.user.replace(id, { ...body, email: shared.email })
      must.status(answer, 400)
      must.equal('the e-mail', (await readUser(context, id))['email'], email)
      must.equal('users with the e-mail of the other', (await listedWith(context, shared.email)).length, 1)
    })
  },
)

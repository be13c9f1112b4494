import { check, each, must, rely } from '../../src/kit/index.ts'
import {
  createdGroup,
  everyGroup,
  groupSchema,
  patchOf,
  readGroup,
  readScimUser,
  sharedScimUsers,
  memberValues,
  userSchema,
  wholeScimUser,
  withMembers,
  withScimUser,
} from './people.ts'
import { attribute, emailsOf, shownIdOf, membersOf, shownOf } from './reading.ts'
import { freshEmail } from '../user/emails.ts'
import { putOfEmails } from './emails.ts'
import { everyEmail, everyUserName } from './listed.ts'
import { scim } from './requirements.ts'

check(
  scim['email-needed'],
  'email-in-use',
  { effects: true, brokenBy: ['scim-email-taken-twice', 'scim-refused-but-stored'] },
  async (context) => {
    const [shared] = await sharedScimUsers(context)
    const userName = context.fresh.externalId()
    const emails = [{ value: shared.name, primary: true }]
    must.refused4xx(await context.api.scim.users.create(wholeScimUser(context, { userName, emails })))
    const names = await everyUserName(context)
    must.hold('no user of that name', !names.includes(userName), userName)
  },
)

check(
  scim['email-needed'],
  'every-email-that-a-user-has-now',
  {
    effects: true,
    brokenBy: [
      'scim-second-email-held-by-none',
      'scim-second-email-not-compared',
      'scim-post-compares-primary-emails-only',
      'scim-inactive-frees-email',
      'scim-email-of-a-put-free',
      'scim-put-without-emails-frees-the-email',
      'scim-refused-put-frees-the-email',
    ],
  },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const [second, fresh] = [freshEmail(context), freshEmail(context)]
      const wished = [second, freshEmail(context)] as const
      const { answer, body: given, emails, main } = await putOfEmails(context, id, { ...body, active: false }, wished)
      must.success(answer)
      const has = emails.map(({ value }) => value)
      await rely(scim['written-is-read'], async () =>
        must.include('e-mails of the user', emailsOf(await readScimUser(context, id)), has),
      )
      const unfinished = { ...body, emails: [{ value: freshEmail(context), primary: true }], active: undefined }
      // One that is served gives other e-mails.
      if ((await context.api.scim.users.replace(id, unfinished)).status < 400)
        must.success(await context.api.scim.users.replace(id, given))
      const userName = context.fresh.externalId()
      // Where each has one e-mail, it need not look at the second of two.
      const wanted = [...has.map((value) => [value]), ...(has.length > 1 ? [[fresh, main]] : [])]
      await each(wanted, async (values) => {
        const other = { userName, emails: values.map((value, at) => ({ value, primary: at === 0 })) }
        must.refused4xx(await context.api.scim.users.create(wholeScimUser(context, other)))
      })
      must.success(await context.api.scim.users.replace(id, { ...body, emails: undefined }))
      // What a PUT without emails leaves is not said: what the user shows is in use.
      for (const value of emailsOf(await readScimUser(context, id))) {
        const other = { userName, emails: [{ value, primary: true }] }
        must.refused4xx(await context.api.scim.users.create(wholeScimUser(context, other)))
      }
      const names = await everyUserName(context)
      must.hold('no user of that name', !names.includes(userName), userName)
    })
  },
)

for (const [situation, lacks, faults] of [
  [
    'put-without-user-name',
    [{ userName: undefined }, { userName: null }],
    ['scim-put-needs-no-user-name', 'scim-refused-put-activates', 'scim-put-takes-null-user-name'],
  ],
  [
    'put-without-active',
    [{ active: undefined }, { active: null }],
    ['scim-put-needs-no-active', 'scim-put-of-inactive-needs-no-active', 'scim-put-takes-null-active'],
  ],
  [
    'put-without-schemas',
    [{ schemas: undefined }, { schemas: [] }],
    ['scim-schemas-not-needed', 'scim-empty-schemas-taken'],
  ],
  ['put-with-the-schema-of-a-group', [{ schemas: [groupSchema] }], ['scim-any-schema-taken']],
  ['put-with-a-schema-that-begins-alike', [{ schemas: [`${userSchema}X`] }], ['scim-schema-begins-alike']],
] as const)
  check(scim['required-refused'], situation, { effects: true, brokenBy: faults }, async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      // What is stored already does not stand in for what a body lacks.
      for (const active of [true, false]) {
        must.success(await context.api.scim.users.replace(id, { ...body, active }))
        const before = shownOf(await readScimUser(context, id))
        const name = { familyName: context.fresh.text(), givenName: 'x' }
        for (const more of lacks) {
          const changed = { ...body, name, active: !active, ...more }
          must.refused4xx(await context.api.scim.users.replace(id, changed))
          must.equal('the user', shownOf(await readScimUser(context, id)), before)
        }
      }
    })
  })

check(
  scim['required-refused'],
  'post-without-schemas',
  { effects: true, brokenBy: ['scim-schemas-not-needed', 'scim-empty-schemas-taken'] },
  async (context) => {
    await sharedScimUsers(context)
    const email = freshEmail(context)
    for (const schemas of [undefined, []]) {
      const body = wholeScimUser(context, { schemas, emails: [{ value: email, primary: true }] })
      must.refused4xx(await context.api.scim.users.create(body))
    }
    const emails = await everyEmail(context)
    must.hold('no user with that e-mail', !emails.includes(email), email)
  },
)

check(
  scim['required-refused'],
  'groups-without-schemas',
  {
    effects: true,
    brokenBy: [
      'scim-schemas-not-needed',
      'scim-group-put-needs-no-schema',
      'scim-group-put-with-members-needs-no-schema',
      'scim-group-of-any-schema',
      'scim-empty-schemas-taken',
    ],
  },
  async (context) => {
    const [member] = await sharedScimUsers(context)
    const { id, name } = await createdGroup(context)
    const displayName = context.fresh.externalId()
    for (const schemas of [undefined, [], [userSchema]]) {
      must.refused4xx(await context.api.scim.groups.create({ schemas, displayName }))
      must.refused4xx(await context.api.scim.groups.replace(id, { schemas, displayName }))
    }
    must.refused4xx(await context.api.scim.groups.replace(id, { displayName, members: memberValues(member) }))
    const groups = await everyGroup(context)
    must.hold(
      'no group of that name',
      !groups.some((group) => attribute(group, 'displayName') === displayName),
      displayName,
    )
    must.equal(
      'the name of the group',
      attribute(
        groups.find((group) => shownIdOf(group) === id),
        'displayName',
      ),
      name,
    )
  },
)

for (const [situation, changes, faults] of [
  [
    'patch-without-schemas',
    [
      ({ schemas: _, ...body }: Record<string, unknown>) => body,
      (body: Record<string, unknown>) => ({ ...body, schemas: [] }),
      (body: Record<string, unknown>) => ({ ...body, schemas: [groupSchema] }),
    ],
    ['scim-schemas-not-needed', 'scim-patch-any-schema-taken'],
  ],
  [
    'patch-without-operations',
    [
      ({ Operations: _, ...body }: Record<string, unknown>) => body,
      (body: Record<string, unknown>) => ({ ...body, Operations: null }),
    ],
    ['scim-patch-needs-no-operations', 'scim-patch-operations-null-taken'],
  ],
  [
    'patch-with-another-word',
    ['"op":"append",', '"op":null,', ''].map(
      (op) => (body: Record<string, unknown>) =>
        JSON.parse(JSON.stringify(body).replace('"op":"add",', op)) as Record<string, unknown>,
    ),
    ['scim-patch-other-word-ignored', 'scim-patch-without-op-adds'],
  ],
] as const)
  check(scim['required-refused'], situation, { effects: true, brokenBy: faults }, (context) =>
    withMembers(context, async (a, b) => {
      const { id } = await createdGroup(context, [a])
      for (const change of changes) {
        const patch = change(patchOf({ op: 'add', path: 'members', value: memberValues(b) }))
        must.refused4xx(await context.api.scim.groups.patch(id, patch))
      }
      must.equal('the members', membersOf(await readGroup(context, id)), [a.id])
    }),
  )

check(
  scim['required-refused'],
  'second-operation-with-another-word',
  { effects: true, brokenBy: ['scim-patch-half-done', 'scim-patch-other-word-adds'] },
  (context) =>
    withMembers(context, async (a, b) => {
      const { id } = await createdGroup(context, [a])
      await each(['append', 'delete'], async (op) => {
        const answer = await context.api.scim.groups.patch(
          id,
          patchOf(
            { op: 'add', path: 'members', value: memberValues(b) },
            { op, path: 'members', value: memberValues(a) },
          ),
        )
        must.refused4xx(answer)
        must.equal('the members', membersOf(await readGroup(context, id)), [a.id])
      })
    }),
)

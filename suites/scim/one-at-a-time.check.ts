import { unlessFull } from '../user/full.ts'
import { freshEmail } from '../user/emails.ts'
import { check, each, must } from '../../src/kit/index.ts'
import {
  createdGroup,
  createdScimUser,
  everyUser,
  groupSchema,
  memberValues,
  patchOf,
  putScimUser,
  readGroup,
  readScimUser,
  userSchema,
  wholeScimUser,
  withMembers,
  withScimUser,
  type Own,
} from './people.ts'
import { attribute, emailsOf, membersOf, resourcesIn, shownIdOf, shownOf } from './reading.ts'
import { oneEmail, putOfEmails, twoEmails, mustBeSeenWith } from './emails.ts'
import { everyEmail, everyUserShowing } from './listed.ts'
import { scim } from './requirements.ts'

const many = ['many-users'] as const

check(
  scim['written-is-read'],
  'one-attribute-of-a-put-alone',
  { effects: true, brokenBy: ['scim-put-of-name-alone-ignored', 'scim-put-of-inactive-stays-inactive'] },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const { fresh } = context
      const changes = [
        { name: { familyName: fresh.text(), givenName: fresh.text() } },
        { userName: fresh.externalId() },
        { active: false },
        { emails: [{ value: freshEmail(context), primary: true }] },
        { active: true },
      ]
      let now = body
      await each(changes, async (change) => {
        const put = await putScimUser(context, id, { ...now, ...change })
        must.success(put.answer)
        now = put.body
        const [name = ''] = Object.keys(change)
        must.equal(`the user after a PUT of ${name}`, shownOf(await readScimUser(context, id)), shownOf(now))
      })
      must.success((await putScimUser(context, id, body)).answer)
    })
  },
)

check(
  scim['written-is-read'],
  'one-email-that-is-not-primary',
  { effects: true, brokenBy: ['scim-keeps-emails-beside-a-primary-one-only'] },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const several = await putOfEmails(context, id, body, [freshEmail(context), freshEmail(context)])
      must.success(several.answer)
      // Where each has one e-mail, that is the primary one, whatever was sent.
      if (several.emails.length === 1) return must.success((await putScimUser(context, id, body)).answer)
      const emails = [{ value: freshEmail(context), primary: false }]
      const answer = await context.api.scim.users.replace(id, { ...body, emails })
      // Whether a user has to have a primary e-mail is not said.
      if (answer.status >= 300) return must.refused4xx(answer)
      // Nor whether the only one becomes it; but it is there.
      must.equal('its e-mails', emailsOf(await readScimUser(context, id)), emailsOf({ emails }))
      must.success((await putScimUser(context, id, body)).answer)
    })
  },
)

const wide = (text: string): string => `${text} 𠮷🔧 end`
const long = (text: string): string => `${text}${' und zu der Heide'.repeat(6)}`

check(
  scim['written-is-read'],
  'signs-beyond-the-basic-plane',
  {
    effects: true,
    brokenBy: [
      'scim-names-cut-at-wide-sign',
      'scim-put-names-cut-at-fifty',
      'scim-names-of-a-put-escaped',
      'scim-name-of-zero-is-none',
    ],
  },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const { fresh } = context
      const changes = [
        { name: { familyName: wide(fresh.text()), givenName: fresh.text() } },
        { name: { familyName: fresh.text(), givenName: wide(fresh.text()) } },
        { userName: wide(fresh.externalId()) },
        { name: { familyName: long(fresh.text()), givenName: fresh.text() } },
        { name: { familyName: fresh.text(), givenName: long(fresh.text()) } },
        { name: { familyName: `O'Neill & <Co> ${fresh.text()}`, givenName: fresh.text() } },
        { name: { familyName: fresh.text(), givenName: '0' } },
      ]
      await each(changes, async (change) => {
        const changed = { ...body, ...change }
        const answer = await context.api.scim.users.replace(id, changed)
        // Which signs a text may have is not said: it may be refused, but not cut.
        if (answer.status >= 300) return must.refused4xx(answer)
        must.equal('the user', shownOf(await readScimUser(context, id)), shownOf(changed))
      })
      must.success(await context.api.scim.users.replace(id, body))
    })
  },
)

check(
  scim['written-is-read'],
  'nothing-of-a-deleted-user',
  { effects: true, needs: many, brokenBy: ['scim-deleted-revived-by-post', 'scim-members-kept-by-email'] },
  async (context) => {
    const former = await createdScimUser(context)
    const group = await createdGroup(context, [former])
    must.success(await context.api.scim.users.remove(former.id))
    const body = { schemas: [userSchema], emails: former.body['emails'] }
    const answer = await unlessFull(context, await context.api.scim.users.create(body))
    // When the e-mail of a deleted user is free again is not said.
    if (answer.status >= 300) return must.refused4xx(answer)
    const again = (await everyUserShowing(context, 'emails')).find((one) => emailsOf(one).includes(former.name))
    must.present('the user of the same e-mail', again)
    for (const name of ['familyName', 'givenName'] as const)
      must.differ(`the ${name} of another user`, shownOf(again)[name], shownOf(former.body)[name])
    const members = membersOf(await readGroup(context, group.id))
    must.lack('member that nobody added', members, shownIdOf(again))
  },
)

check(
  scim['required-refused'],
  'corrected-after-its-refusal',
  { effects: true, needs: many, brokenBy: ['scim-refused-post-keeps-email'] },
  async (context) => {
    const body = wholeScimUser(context)
    await each([undefined, [groupSchema]], async (schemas) =>
      must.refused4xx(await context.api.scim.users.create({ ...body, schemas })),
    )
    must.success(await unlessFull(context, await context.api.scim.users.create(body)))
    must.include('e-mails in the list of users', await everyEmail(context), emailsOf(body))
  },
)

check(scim['get-user'], 'id-of-a-group', { effects: true, brokenBy: ['scim-user-by-id-of-group'] }, async (context) => {
  const { id, name } = await createdGroup(context)
  // A user may have the number of a group; it does not have its name.
  const answer = await context.api.scim.users.get(id)
  must.lack(
    'group',
    resourcesIn(answer).map((one) => attribute(one, 'displayName')),
    name,
  )
})

check(
  scim.members,
  'added-twice-removed-once',
  {
    effects: true,
    needs: ['created-users'],
    brokenBy: ['scim-member-added-twice-stays', 'scim-remove-overlooks-who-came-with-the-group'],
  },
  async (context) => {
    await withMembers(context, async (a, b) => {
      const { id } = await createdGroup(context, [a, b])
      const patched = (op: string) =>
        context.api.scim.groups.patch(id, patchOf({ op, path: 'members', value: memberValues(a) }))
      // Whether a member may be added again is not said.
      must.noServerError(await patched('add'))
      must.success(await patched('remove'))
      must.equal('the members', membersOf(await readGroup(context, id)), [b.id])
    })
  },
)

check(
  scim['list-groups'],
  'before-and-after-each-write',
  { effects: true, needs: ['created-users'], brokenBy: ['scim-groups-list-before-the-patch'] },
  async (context) => {
    await withMembers(context, async (a, b) => {
      const { id, name } = await createdGroup(context, [a])
      const { groups } = context.api.scim
      must.equal('the members at first', membersOf(await readGroup(context, id)), [a.id])
      must.success(await groups.patch(id, patchOf({ op: 'add', path: 'members', value: memberValues(b) })))
      must.equal('the members after a PATCH', membersOf(await readGroup(context, id)), [a.id, b.id].sort())
      const body = { schemas: [groupSchema], displayName: name, members: memberValues(b) }
      must.success(await groups.replace(id, body))
      must.equal('the members after a PUT', membersOf(await readGroup(context, id)), [b.id])
    })
  },
)

check(
  scim['written-is-read'],
  'created-inactive',
  {
    effects: true,
    needs: many,
    brokenBy: ['scim-create-active-whatever-is-sent', 'scim-post-name-all-or-nothing', 'scim-post-names-cut-at-fifty'],
  },
  async (context) => {
    const { fresh } = context
    // That both parts of a name are needed, or how long they are, is not said: it may be refused, and then both are sent.
    for (const name of [{ familyName: long(fresh.text()) }, { givenName: fresh.text() }]) {
      const plainer = { name: { familyName: fresh.text(), givenName: fresh.text() } }
      const { id, body } = await createdScimUser(context, { active: false, name }, plainer)
      const [shown, wanted] = [shownOf(await readScimUser(context, id)), shownOf(body)]
      for (const part of Object.keys(wanted))
        if (wanted[part] !== undefined) must.equal(`its ${part}`, shown[part], wanted[part])
    }
  },
)

check(
  scim['written-is-read'],
  'primary-of-two-e-mails-of-a-created-user',
  {
    effects: true,
    needs: many,
    brokenBy: ['scim-create-first-email-is-primary', 'scim-list-without-primary'],
  },
  async (context) => {
    // Each of two is the primary one in turn, of a user that is active and of one that is not.
    const made: { id: string; body: Own['body']; main: string }[] = []
    for (const at of [1, 0]) {
      const main = freshEmail(context)
      const both = twoEmails(freshEmail(context), main)
      // How many e-mails a user may have is not said (B-SCM-12): where two are refused, one is sent.
      const fewer = { emails: oneEmail(main) }
      const emails = at === 1 ? both : both.toReversed()
      made.push({ ...(await createdScimUser(context, { emails, active: at === 1 }, fewer)), main })
    }
    const listed = await everyUser(context)
    for (const { id, body, main } of made) await mustBeSeenWith(context, main, listed, id, body)
  },
)

import { momentOf } from '../../src/exchange/moment.ts'
import { check, must, Unexercised, isObjection } from '../../src/kit/index.ts'
import { unlessFull } from './full.ts'
import { freshEmail } from './emails.ts'
import {
  companiesOf,
  createdUser,
  fieldsOf,
  listedWith,
  mustBeRemoved,
  otherGroup,
  sentId,
  sharedUsers,
  twoGroups,
  wholeUser,
  withUser,
} from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'
import { companyElsewhere } from './two-companies.ts'

check(
  user['other-id-refused'],
  'id-of-another-user',
  {
    effects: true,
    brokenBy: [
      'user-put-other-id-taken',
      'user-put-other-id-changes-that',
      'user-put-other-id-changes-group',
      'user-put-id-of-another-changes-that',
      'user-put-of-another-id-refused-yet-written-there',
    ],
  },
  async (context) => {
    const [shared] = await sharedUsers(context)
    await withUser(context, async ({ id, body }) => {
      const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
      const [before, other] = [await readUser(context, id), await readUser(context, shared.id)]
      must.refused4xx(
        await context.api.user.replace(id, {
          ...body,
          id: sentId(shared.id),
          email: freshEmail(context),
          companyGroupId: await otherGroup(context),
        }),
      )
      const after = await readUser(context, id)
      must.equal('the user of the path', fieldsOf(after, names), fieldsOf(before, names))
      must.equal('its companies', companiesOf(after), companiesOf(before))
      must.equal('the user of the body', fieldsOf(await readUser(context, shared.id), names), fieldsOf(other, names))
    })
  },
)

check(
  user['read-only'],
  'sent-with-a-put',
  {
    effects: true,
    brokenBy: [
      'user-put-takes-last-changed',
      'user-put-takes-created',
      'user-put-takes-earlier-created',
      'user-put-takes-group-of-companies',
      'user-put-takes-companies',
    ],
  },
  async (context) => {
    const other = await otherGroup(context)
    await withUser(context, async ({ id, body, groupId }) => {
      const long = '2001-02-03T04:05:06Z'
      const companies = companiesOf(await readUser(context, id)).map((one) => ({ ...one, groupId: other }))
      const sent = { ...body, companyGroupId: groupId, created: long, lastChanged: long, companies }
      const answer = await context.api.user.replace(id, sent)
      if (answer.status >= 300) must.refused4xx(answer)
      const read = await readUser(context, id)
      for (const name of ['created', 'lastChanged']) must.differ(name, momentOf(read[name]), momentOf(long))
      must.equal('groups of its companies', [...new Set(companiesOf(read).map((one) => one.groupId))], [groupId])
      // Without `company` a PUT is for all companies (B-USR-13), and those that a user is in are none of the input form (B-USR-26).
      const fewer = companiesOf(read).slice(0, -1)
      const less = await context.api.user.replace(id, { ...body, companyGroupId: groupId, companies: fewer })
      if (less.status >= 300) must.refused4xx(less)
      const left = companiesOf(await readUser(context, id)).map(({ companyId }) => companyId)
      must.include(
        'its companies after a PUT that names one less',
        left,
        companies.map(({ companyId }) => companyId),
      )
    })
  },
)

check(
  user['other-id-refused'],
  'id-of-a-deleted-user',
  {
    effects: true,
    needs: ['many-users'],
    brokenBy: ['user-put-other-id-changes-names', 'user-put-other-id-if-nobody'],
  },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      // While the one is there, it does not get the id of the other, which a server may give again.
      const { id: gone } = await createdUser(context)
      await mustBeRemoved(context, gone, await context.api.user.remove(gone))
      must.refused4xx(await context.api.user.replace(id, { ...body, id: sentId(gone), firstName: 'other' }))
      must.equal('the first name', (await readUser(context, id))['firstName'], body['firstName'])
    })
  },
)

check(
  user.replace,
  'own-email-in-other-letters',
  { effects: true, brokenBy: ['user-put-own-email-in-other-case'] },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      const answer = await context.api.user.replace(id, { ...body, email: email.toUpperCase() })
      if (isObjection(answer)) {
        // Where no e-mail may have capitals, its own may have none.
        const other = freshEmail(context).toUpperCase()
        if (isObjection(await context.api.user.replace(id, { ...body, email: other }))) return
      }
      must.success(answer)
      must.equal('the e-mail', String((await readUser(context, id))['email']).toLowerCase(), email.toLowerCase())
    })
  },
)

check(
  user.replace,
  'own-email-with-capitals-and-another-name',
  { effects: true, brokenBy: ['user-put-own-email-with-capitals-refused'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const email = freshEmail(context).replace('@', '.Mia@')
      const answer = await context.api.user.replace(id, { ...body, email })
      // Which e-mails and names are acceptable is not said.
      if (isObjection(answer)) return
      must.success(answer)
      const name = context.fresh.externalId()
      must.success(await context.api.user.replace(id, { ...body, email, name }))
      must.equal('the name', (await readUser(context, id))['name'], name)
    })
  },
)

check(
  user['read-only'],
  'id-of-another-in-a-create',
  { effects: true, needs: ['many-users'], brokenBy: ['user-post-with-the-id-of-another-overwrites-that'] },
  async (context) => {
    const other = await createdUser(context)
    const body = await wholeUser(context, { id: sentId(other.id) })
    const answer = await unlessFull(context, await context.api.user.create(body))
    if (answer.status >= 300) must.refused4xx(answer)
    must.equal('the e-mail of the user who has the id', (await readUser(context, other.id))['email'], other.email)
    for (const dto of await listedWith(context, String(body['email'])))
      must.differ('the id', String(dto['id']), other.id)
  },
)

check(
  user['create-refused'],
  'company-of-another-account',
  { effects: true, needs: ['second-account'], brokenBy: ['user-post-for-a-company-of-another-account'] },
  async (context) => {
    const company = await companyElsewhere(context)
    if (company === undefined) throw new Unexercised('the other account has no company of a name of its own')
    await sharedUsers(context)
    const body = await wholeUser(context)
    must.refused4xx(await context.api.user.create(body, { query: { company } }))
    must.equal('users with the e-mail', (await listedWith(context, String(body['email']))).length, 0)
  },
)

check(
  user['group-for-companies'],
  'of-a-user-whose-name-begins-alike',
  { effects: true, brokenBy: ['user-put-gives-group-to-names-that-begin-alike'] },
  async (context) => {
    const [, other] = await twoGroups(context)
    const [shared] = await sharedUsers(context)
    const { name } = shared.dto
    await withUser(context, async ({ id, body }) => {
      const before = new Map(companiesOf(await readUser(context, shared.id)).map((one) => [one.companyId, one.groupId]))
      const part = typeof name === 'string' ? { name: name.slice(0, -1) } : {}
      const answer = await context.api.user.replace(id, { ...body, ...part, companyGroupId: other })
      // Another user may have that name (B-USR-21).
      if (answer.status === 409 || isObjection(answer)) return must.refused4xx(answer)
      must.success(answer)
      // A user may be in another company since.
      const after = companiesOf(await readUser(context, shared.id)).filter(({ companyId }) => before.has(companyId))
      must.equal(
        'groups of another user, whose name begins with that of the changed one',
        after.map(({ groupId }) => groupId),
        after.map(({ companyId }) => before.get(companyId)),
      )
    })
  },
)

check(
  user['replace-refused'],
  'email-of-another-user',
  {
    effects: true,
    brokenBy: [
      'user-put-email-taken',
      'user-put-email-taken-status-409',
      'user-email-taken-400-yet-changed',
      'user-put-takes-email-of-inactive',
      'user-put-of-an-email-in-use-refused-yet-groups-changed',
      'user-put-for-a-company-takes-an-email-in-use',
    ],
  },
  async (context) => {
    // The other one may be inactive, which takes nothing away from its e-mail.
    const others = await sharedUsers(context)
    const companyGroupId = await otherGroup(context)
    await withUser(context, async ({ id, email, body }) => {
      const before = companiesOf(await readUser(context, id))
      const { company } = context.target
      const tries = others.flatMap((other) =>
        [undefined, company].map((named) => ({ other, query: { company: named } })),
      )
      for (const { other, query } of tries) {
        const changed = { ...body, email: other.email, firstName: context.fresh.text(), companyGroupId }
        must.status(await context.api.user.replace(id, changed, { query }), 400)
        const now = await readUser(context, id)
        must.equal('e-mail and first name', [now['email'], now['firstName']], [email, body['firstName']])
        must.equal('its companies', companiesOf(now), before)
        must.equal('users with the e-mail of the other', (await listedWith(context, other.email)).length, 1)
      }
    })
  },
)

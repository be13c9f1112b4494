import { check, must, Unexercised } from '../../src/kit/index.ts'
import { mustBeInUse, unlessFull } from './full.ts'
import { freshEmail } from './emails.ts'
import { companiesOf, createdUser, foundIn, mustBeRemoved, sentId, userIn, wholeUser, withUser } from './people.ts'
import { readUser, seenUser } from './reading.ts'
import { putTaken } from './put-taken.ts'
import { user } from './requirements.ts'
import { twoCompanies } from './two-companies.ts'

const many = ['many-users'] as const

check(
  user['create-refused'],
  'email-given-by-a-put',
  {
    effects: true,
    needs: many,
    brokenBy: ['user-exists-by-first-email', 'user-put-frees-the-email-of-the-creation'],
  },
  async (context) => {
    await withUser(context, async ({ id, email, body }) => {
      const now = freshEmail(context)
      const { answer: put, sent } = await putTaken(context, { id, email }, { ...body, email: now })
      must.success(put)
      if (sent['email'] === email) throw new Unexercised('a PUT with another e-mail is refused')
      await mustBeInUse(context, await context.api.user.create(await wholeUser(context, { email: now })))
      // No sentence says whether the e-mail that was given up is free now.
      const answer = await unlessFull(context, await context.api.user.create(await wholeUser(context, { email })))
      must.equal('e-mail of the user', (await readUser(context, id))['email'], now)
      if (answer.status >= 400 && answer.status < 500) return
      must.success(answer)
      const other = String(userIn(answer)?.['id'])
      must.equal('the ids are one', other === id, false)
      // What the one gave up is the other's now, whatever the one takes next.
      must.success(await context.api.user.replace(id, { ...body, email: freshEmail(context) }))
      await mustBeInUse(context, await context.api.user.create(await wholeUser(context, { email })))
      await mustBeRemoved(context, other, await context.api.user.remove(other))
    })
  },
)

check(
  user['written-is-read'],
  'created-again-after-its-deletion',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'user-recreated-delete-ignored',
      'user-recreated-with-former-fields',
      'user-read-before-is-read-after-its-deletion',
      'user-put-email-of-a-deleted-one-refused',
    ],
  },
  async (context) => {
    const email = freshEmail(context)
    const first = await createdUser(context, { email })
    await mustBeRemoved(context, first.id, await context.api.user.remove(first.id))
    const body = await wholeUser(context, { email, phone: undefined })
    const answer = await unlessFull(context, await context.api.user.create(body))
    // No sentence says when the e-mail of a deleted user is free again.
    if (answer.status >= 400 && answer.status < 500) return
    must.success(answer)
    const second = { id: String(userIn(answer)?.['id']) }
    must.equal('its phone', (await readUser(context, second.id))['phone'] ?? null, null)
    const lastName = context.fresh.text()
    must.success(await context.api.user.replace(second.id, { ...body, id: sentId(second.id), lastName }))
    must.equal('its last name after a PUT', (await readUser(context, second.id))['lastName'], lastName)
    await mustBeRemoved(context, second.id, await context.api.user.remove(second.id))
    must.notDone('the user that was deleted again', await context.api.user.get(second.id))
  },
)

check(
  user['company-scope'],
  'created-again-and-deleted-from-one-company',
  { effects: true, needs: ['many-users', 'second-company'], brokenBy: ['user-recreated-deleted-everywhere'] },
  async (context) => {
    const [one, other] = await twoCompanies(context)
    const first = await createdUser(context)
    await mustBeRemoved(context, first.id, await context.api.user.remove(first.id))
    const answer = await unlessFull(
      context,
      await context.api.user.create(await wholeUser(context, { email: first.email })),
    )
    // No sentence says when the e-mail of a deleted user is free again.
    if (answer.status >= 400 && answer.status < 500) return
    must.success(answer)
    const id = String(userIn(answer)?.['id'])
    const removed = await context.api.user.remove(id, { query: { company: other.name } })
    if (removed.status !== 400) must.status(removed, 200, 204)
    must.include(
      'its companies',
      companiesOf(await seenUser(context, id)).map(({ companyId }) => companyId),
      [one.id],
    )
    await mustBeRemoved(context, id, await context.api.user.remove(id))
  },
)

check(
  user['create-refused'],
  'email-that-was-looked-for-before',
  { effects: true, needs: many, brokenBy: ['user-email-free-once-looked-for'] },
  async (context) => {
    const email = freshEmail(context)
    must.equal('users of the e-mail', foundIn(await context.api.user.list({ email })).length, 0)
    const { id } = await createdUser(context, { email })
    await mustBeInUse(context, await context.api.user.create(await wholeUser(context, { email })))
    must.equal(
      'users of the e-mail after two POSTs',
      foundIn(await context.api.user.list({ email })).map((one) => String(one['id'])),
      [id],
    )
  },
)

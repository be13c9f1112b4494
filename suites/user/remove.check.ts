import { check, eventually, isObjection, matchers, must, objectOf, type Context } from '../../src/kit/index.ts'
import { groupSchema } from '../scim/people.ts'
import { attribute, emailsOf, scimUsersIn } from '../scim/reading.ts'
import { freshEmail } from './emails.ts'
import {
  companiesOf,
  createdUser,
  foundIn,
  listedWith,
  mustBeRemoved,
  sentId,
  sharedUsers,
  usersIn,
  wholeUser,
  withUser,
} from './people.ts'
import { readUser, seenUser } from './reading.ts'
import { listedPage } from './paging.ts'
import { user } from './requirements.ts'
import { twoCompanies } from './two-companies.ts'
import { mustBeUnsupported } from './unsupported.ts'

const many = ['many-users'] as const

/** Makes a user a member of a new group; false where the other interface does not show this user, or take such a member. */
async function intoAGroup({ api, fresh, target }: Context, email: string): Promise<boolean> {
  if ('scim' in target.lacks) return false
  const shown = scimUsersIn(await api.scim.users.list()).find((one) => emailsOf(one).includes(email))
  if (!shown) return false
  const body = { schemas: [groupSchema], displayName: fresh.externalId(), members: [{ value: attribute(shown, 'id') }] }
  return (await api.scim.groups.create(body)).status < 300
}

check(
  user.remove,
  'gone-afterwards',
  {
    effects: true,
    needs: many,
    brokenBy: [
      'user-deleted-read-as-null',
      'user-delete-not-done',
      'user-delete-status-202',
      'user-total-kept',
      'user-deleted-found-by-email',
      'user-deleted-still-read',
      'user-list-kept-over-a-creation',
      'user-list-kept-over-a-deletion',
      'user-deleted-found-by-name',
      'user-deleted-in-the-whole-list',
    ],
  },
  async (context) => {
    const email = freshEmail(context)
    must.equal('users with an e-mail of nobody', (await listedWith(context, email)).length, 0)
    const { id, dto } = await createdUser(context, { email })
    const there = await context.api.user.list({ email })
    must.success(there)
    must.equal('users with the e-mail before', [usersIn(there).length, objectOf(there)['totalElements']], [1, 1])
    await mustBeRemoved(context, id, await context.api.user.remove(id))
    must.notDone('the deleted user', await context.api.user.get(id))
    const after = await context.api.user.list({ email })
    must.equal(
      'users with the e-mail afterwards',
      [foundIn(after).length, after.status === 404 ? 0 : objectOf(after)['totalElements']],
      [0, 0],
    )
    for (const query of [{ name: String(dto['name']) }, {}] as readonly Readonly<Record<string, string>>[])
      await eventually(
        context,
        async () => foundIn(await listedPage(context, { ...query, Size: '50' })).map((one) => String(one['id'])),
        (ids) => matchers.lack('the deleted user in a list', ids, id),
      )
  },
)

// The last one of a run: it takes few users, and this one is needed no more.
check(
  user.remove,
  'of-the-user-that-checks-were-lent',
  {
    effects: true,
    alone: true,
    brokenBy: ['user-delete-not-done', 'user-deleted-still-read', 'user-deleted-found-by-email'],
  },
  (context) =>
    withUser(context, async ({ id, email }) => {
      const others = await sharedUsers(context)
      const idsOf = async () => (await listedWith(context, email)).map((one) => String(one['id']))
      must.equal('ids of users with the e-mail before', await idsOf(), [id])
      await mustBeRemoved(context, id, await context.api.user.remove(id))
      must.notDone('the deleted user', await context.api.user.get(id))
      must.equal('ids of users with the e-mail afterwards', await idsOf(), [])
      for (const other of others)
        must.equal('another user', (await seenUser(context, other.id))?.['email'], other.email)
    }),
)

check(
  user['written-is-read'],
  'deleted-alone',
  { effects: true, needs: many, brokenBy: ['user-delete-takes-another', 'user-delete-of-a-member-crashes'] },
  async (context) => {
    const others = await sharedUsers(context)
    const { id, email } = await createdUser(context)
    const isMember = await intoAGroup(context, email)
    const answer = await context.api.user.remove(id)
    must.noServerError(answer, 'the removal of a user, of a member of a group as well')
    // Who is needed elsewhere need not be let go (B-USR-19).
    if (!(isMember && isObjection(answer))) await mustBeRemoved(context, id, answer)
    for (const other of others) must.equal('another user', (await seenUser(context, other.id))?.['email'], other.email)
  },
)

check(
  user['company-scope'],
  'deleted-from-the-account',
  { effects: true, needs: many, brokenBy: ['user-delete-first-company-only', 'user-delete-active-only'] },
  async (context) => {
    const { id, email } = await createdUser(context, { active: false })
    await mustBeRemoved(context, id, await context.api.user.remove(id))
    must.equal('users with the e-mail', (await listedWith(context, email)).length, 0)
  },
)

check(
  user['company-scope'],
  'deleted-from-one-company-and-listed',
  { effects: true, needs: [...many, 'second-company'], brokenBy: ['user-deleted-from-one-company-in-no-list'] },
  async (context) => {
    const companies = await twoCompanies(context)
    const listed: unknown[] = []
    for (const { id: companyId, name } of companies) {
      const { id, email } = await createdUser(context)
      const removed = await context.api.user.remove(id, { query: { company: name } })
      if (removed.status !== 400) must.status(removed, 200, 204)
      const found = (await listedWith(context, email)).filter((one) => String(one['id']) === id)
      for (const one of found) {
        const left = companiesOf(one).map((has) => has.companyId)
        must.hold('its companies in the list, without the one', !left.includes(companyId), left)
      }
      listed.push(...found)
      await mustBeRemoved(context, id, await context.api.user.remove(id))
    }
    // How a list is narrowed to one company is not shown (B-USR-36): of the users of two companies it shows one.
    must.some('user in the list, of two of whom each is in another company of the account', listed)
  },
)

check(
  user['no-batches'],
  'several-ids-in-one-delete',
  { effects: true, needs: many, brokenBy: ['user-batch-delete-served'] },
  async (context) => {
    const users = [await createdUser(context), await createdUser(context)]
    mustBeUnsupported(await context.api.user.remove(users.map(({ id }) => id).join(',')))
    for (const { id, email } of users) must.equal('the e-mail', (await readUser(context, id))['email'], email)
  },
)

check(
  user['no-batches'],
  'others-named-in-the-body-of-a-delete',
  { effects: true, needs: many, brokenBy: ['user-delete-by-body'] },
  async (context) => {
    const [one, other] = [await createdUser(context), await createdUser(context)]
    must.noServerError(await context.api.user.remove(one.id, { body: { ids: [sentId(one.id), sentId(other.id)] } }))
    must.equal('the e-mail of the other', (await seenUser(context, other.id))?.['email'], other.email)
  },
)

check(
  user['remove-refused'],
  'deleted-before',
  {
    effects: true,
    needs: ['many-users'],
    brokenBy: ['user-delete-again-succeeds', 'user-delete-for-a-company-of-the-deleted-succeeds'],
  },
  async (context) => {
    const { id } = await createdUser(context)
    await mustBeRemoved(context, id, await context.api.user.remove(id))
    for (const query of [{}, { company: context.target.company }])
      must.status(await context.api.user.remove(id, { query }), 400, 404)
  },
)

check(
  user['replace-refused'],
  'deleted-before',
  {
    effects: true,
    needs: ['many-users'],
    brokenBy: ['user-put-unknown-status-409', 'user-put-unknown-creates', 'user-put-for-a-company-revives-the-deleted'],
  },
  async (context) => {
    const body = await wholeUser(context)
    const { id, email } = await createdUser(context, body)
    await mustBeRemoved(context, id, await context.api.user.remove(id))
    for (const query of [{}, { company: context.target.company }])
      must.status(await context.api.user.replace(id, { ...body, id: sentId(id) }, { query }), 400, 404)
    must.equal('users with the e-mail', (await listedWith(context, email)).length, 0)
  },
)

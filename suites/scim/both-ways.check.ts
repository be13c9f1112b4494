import type { Dto } from '../../src/clients/answer.ts'
import { check, eventually, matchers, must, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { unlessFull } from '../user/full.ts'
import { freshEmail } from '../user/emails.ts'
import {
  companiesOf,
  createdUser,
  listedWith,
  mustBeRemoved,
  otherGroup,
  sentId,
  sharedUsers,
  wholeUser,
  withUser,
} from '../user/people.ts'
import { user } from '../user/requirements.ts'
import { twoCompanies } from '../user/two-companies.ts'
import { everyUserShowing } from './listed.ts'
import { scim } from './requirements.ts'
import { createdScimUser, putScimUser, wholeScimUser, withScimUser } from './people.ts'
import { attribute, emailsOf, scimUsersIn, shownIdOf } from './reading.ts'

/** Whether the one interface shows within some seconds what the other wrote: how soon is not said, nor that it does. */
async function showsSoon(context: Context, told: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0, pause = 500; ; waited += pause, pause *= 2) {
    if (await told()) return true
    if (waited >= 10_000) return false
    await context.wait(pause)
  }
}

const both = ['scim', 'user-api', 'writes', 'created-users'] as const

// Refused, or taken as one user of both interfaces (B-USR-14, 31): either leaves one user of that e-mail in each list.
check(
  user['user-form'],
  'email-of-a-user-of-scim',
  {
    calls: ['scim'],
    effects: true,
    needs: [...both, 'many-users'],
    brokenBy: ['user-post-blind-to-scim', 'user-post-blind-to-emails-that-a-put-of-scim-gave'],
  },
  async (context) => {
    await withScimUser(context, async ({ id, name, body }) => {
      const isOne = async (email: string): Promise<boolean> => {
        must.noServerError(
          await unlessFull(context, await context.api.user.create(await wholeUser(context, { email }))),
        )
        const listed = await listedWith(context, email)
        must.hold('at most one user of the e-mail', listed.length <= 1, listed)
        return listed.length === 1
      }
      if (!(await isOne(name))) return
      const email = freshEmail(context)
      const { answer } = await putScimUser(context, id, { ...body, emails: [{ value: email, primary: true }] })
      if (answer.status < 300 && (await showsSoon(context, async () => (await listedWith(context, email)).length > 0)))
        await isOne(email)
    })
  },
)

check(
  user['user-form'],
  'email-of-a-user-sent-to-scim',
  {
    calls: ['scim'],
    effects: true,
    needs: [...both, 'many-users'],
    brokenBy: ['scim-post-blind-to-users', 'scim-post-blind-to-emails-that-a-put-of-the-user-api-gave'],
  },
  async (context) => {
    const [{ email }] = await sharedUsers(context)
    const listedBy = async (value: string) =>
      (await everyUserShowing(context, 'emails')).filter((one) => emailsOf(one).includes(value))
    const mustBeOne = async (value: string): Promise<void> => {
      const emails = [{ value, primary: true }]
      must.noServerError(
        await unlessFull(context, await context.api.scim.users.create(wholeScimUser(context, { emails }))),
      )
      const listed = await listedBy(value)
      must.hold('at most one user of the e-mail', listed.length <= 1, listed)
    }
    await mustBeOne(email)
    await withUser(context, async ({ id, body }) => {
      const other = freshEmail(context)
      const answer = await context.api.user.replace(id, { ...body, email: other })
      if (answer.status < 300 && (await showsSoon(context, async () => (await listedBy(other)).length > 0)))
        await mustBeOne(other)
    })
  },
)

// Whether each interface shows the users of the other is not said; of one that both show, both say the same.
check(
  user['written-is-read'],
  'changed-and-deleted-by-scim',
  {
    calls: ['scim'],
    effects: true,
    needs: [...both, 'many-users'],
    brokenBy: ['user-list-active-before-scim', 'user-list-with-deleted-of-scim'],
  },
  async (context) => {
    const { scim: api } = context.api
    const email = freshEmail(context)
    const { id, body } = await createdScimUser(context, { emails: [{ value: email, primary: true }] })
    const [before] = await listedWith(context, email)
    must.success(await api.users.replace(id, { ...body, active: false }))
    // How soon the one interface shows what the other wrote is not said.
    const shown = (what: string, told: (users: readonly Dto[]) => unknown, wanted: unknown) =>
      eventually(
        context,
        async () => told(await listedWith(context, email)),
        (value) => matchers.equal(what, value, wanted),
        { lag: 10_000 },
      )
    if (before) await shown('active', ([one]) => one?.['active'] ?? false, false)
    must.success(await api.users.remove(id))
    if (!before) throw new Unexercised('the User API does not show a user of SCIM')
    must.equal('active before', before['active'], true)
    await shown('users of the e-mail', (users) => users.length, 0)
  },
)

check(
  scim['written-is-read'],
  'changed-and-deleted-by-the-user-api',
  {
    effects: true,
    needs: [...both, 'many-users'],
    brokenBy: ['scim-active-before-the-user-api', 'scim-shows-whom-the-user-api-deleted'],
  },
  async (context) => {
    const { api } = context
    const { id, email, sent } = await createdUser(context)
    const listed = async () =>
      (await everyUserShowing(context, 'emails')).filter((one) => emailsOf(one).includes(email))
    const [before] = await listed()
    const known = shownIdOf(before)
    if (known === undefined) throw new Unexercised('SCIM does not show a user of the User API')
    const isActive = async () => {
      const [now] = scimUsersIn(await api.scim.users.get(known))
      return now !== undefined && attribute(now, 'active') === true
    }
    // How soon the one interface shows what the other wrote is not said.
    const soon = (what: string, told: () => Promise<unknown>, wanted: unknown) =>
      eventually(context, told, (value) => matchers.equal(what, value, wanted), { lag: 10_000 })
    if (await isActive()) {
      await rely(user.replace, async () =>
        must.success(await api.user.replace(id, { ...sent, id: sentId(id), active: false })),
      )
      await soon('whether SCIM shows an active user', isActive, false)
      await rely(user.replace, async () => must.success(await api.user.replace(id, { ...sent, id: sentId(id) })))
      await soon('whether SCIM shows an active user again', isActive, true)
    }
    await rely(user.remove, async () => mustBeRemoved(context, id, await api.user.remove(id)))
    // One who is gone may be shown as inactive.
    await soon('whether SCIM shows an active user after its deletion', isActive, false)
    const isListed = async () => (await listed()).some((one) => attribute(one, 'active') === true)
    await soon('whether SCIM lists an active user after its deletion', isListed, false)
  },
)

// What the User API wrote of a user is not for a PUT of SCIM to undo, which knows nothing of companies.
check(
  user['company-scope'],
  'deleted-from-one-company-then-replaced-by-scim',
  {
    calls: ['scim'],
    effects: true,
    needs: [...both, 'many-users', 'second-company'],
    brokenBy: ['scim-put-brings-companies-back', 'scim-put-gives-the-first-group-again'],
  },
  async (context) => {
    const { scim: access, user: people } = context.api
    const [, company] = await twoCompanies(context)
    const email = freshEmail(context)
    const { id, body } = await createdScimUser(context, { emails: [{ value: email, primary: true }] })
    const companies = async () => companiesOf((await listedWith(context, email))[0])
    const [known] = await listedWith(context, email)
    // Whether the User API shows users of SCIM, and in which companies they are, is not said.
    if (companiesOf(known).length < 2)
      throw new Unexercised('the User API does not show a user of SCIM in two companies')
    const removed = await people.remove(String(known?.['id']), { query: { company: company.name } })
    // Nor whether the one interface may delete what the other created: 403 is listed for it without a condition (B-USR-19).
    if (removed.status === 403) return
    if (removed.status !== 400) must.status(removed, 200, 204)
    const companyGroupId = await otherGroup(context)
    const { name } = known ?? {}
    // Whether it may change what SCIM created is not said either.
    await people.replace(
      String(known?.['id']),
      await wholeUser(context, { id: sentId(String(known?.['id'])), email, name, companyGroupId }),
    )
    const left = await companies()
    for (const active of [false, true]) {
      must.success(await access.users.replace(id, { ...body, active, name: { givenName: context.fresh.text() } }))
      must.equal(`its companies after a PUT of SCIM with active ${active}`, await companies(), left)
    }
  },
)

import { check, isObjection, must, rely, Unexercised } from '../../src/kit/index.ts'
import { response } from '../token/requirements.ts'
import { grantedExactly } from '../token/steps.ts'
import { mustBeInUse, unlessFull } from './full.ts'
import {
  companiesOf,
  createdUser,
  fieldsOf,
  listedWith,
  otherGroup,
  sentId,
  sharedUsers,
  userIn,
  wholeUser,
  withUser,
} from './people.ts'
import { readUser, seenUser } from './reading.ts'
import { user } from './requirements.ts'
import { twoCompanies, type NamedCompany } from './two-companies.ts'

const names = ['email', 'firstName', 'lastName', 'phone', 'name', 'active']
const unknownGroup = 999_999_999

check(
  user['company-scope'],
  'of-a-company-that-the-user-is-not-in',
  {
    effects: true,
    needs: ['many-users', 'second-company'],
    brokenBy: ['user-delete-of-another-company-takes-it-away', 'user-put-of-another-company-groups-all'],
  },
  async (context) => {
    const [one, other] = await twoCompanies(context)
    const { id, email, sent } = await createdUser(context, {}, one.name)
    const before = await readUser(context, id)
    const query = { company: other.name }
    const has = async () => companiesOf(await seenUser(context, id)).filter(({ companyId }) => companyId === one.id)
    const companyGroupId = await otherGroup(context)
    // Whether such a PUT is refused, or puts the user into that company, is not said: what it has in its own stays.
    must.noServerError(await context.api.user.replace(id, { ...sent, id: sentId(id), companyGroupId }, { query }))
    must.equal('its own company after a PUT for another', await has(), companiesOf(before))
    must.noServerError(await context.api.user.remove(id, { query }))
    must.equal('its own company after a DELETE for another', await has(), companiesOf(before))
    const listed = (await listedWith(context, email)).map((dto) => String(dto['id']))
    must.equal('users with the e-mail', listed, [id])
  },
)

check(
  user['create-refused'],
  'email-in-use-in-the-company',
  { effects: true, brokenBy: ['user-post-for-a-company-updates-who-is-there'] },
  async (context) => {
    const [shared] = await sharedUsers(context)
    const before = await readUser(context, shared.id)
    const known = await rely(response.companies, async () => grantedExactly(await context.api.token.obtain()).companies)
    const company = (known as readonly NamedCompany[]).find(({ id }) =>
      companiesOf(before).some(({ companyId }) => companyId === id),
    )
    if (!company) throw new Unexercised('the user is in none of the companies that the token names')
    const body = await wholeUser(context, { email: shared.email })
    await mustBeInUse(context, await context.api.user.create(body, { query: { company: company.name } }))
    const after = await readUser(context, shared.id)
    must.equal('the user', fieldsOf(after, names), fieldsOf(before, names))
    must.equal('its companies', companiesOf(after), companiesOf(before))
    const listed = (await listedWith(context, shared.email)).map((dto) => String(dto['id']))
    must.equal('users with the e-mail', listed, [shared.id])
  },
)

check(
  user['group-for-companies'],
  'unknown-group-of-a-put',
  { effects: true, brokenBy: ['user-put-unknown-group-skipped', 'user-put-unknown-group-refused-yet-written'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      const before = await readUser(context, id)
      const sent = { ...body, companyGroupId: unknownGroup, firstName: context.fresh.text() }
      const answer = await context.api.user.replace(id, sent)
      if (answer.status >= 300) must.refused4xx(answer)
      const after = await readUser(context, id)
      // It may be the number of a group.
      const groups = companiesOf(before).map(({ groupId }) => (answer.status < 300 ? unknownGroup : groupId))
      must.equal(
        'groups of its companies',
        companiesOf(after).map(({ groupId }) => groupId),
        groups,
      )
      must.equal('the user', fieldsOf(after, names), fieldsOf(answer.status < 300 ? sent : before, names))
    })
  },
)

check(
  user['name-by-default'],
  'null-in-a-create',
  { effects: true, needs: ['many-users'], brokenBy: ['user-post-null-name-stays-null'] },
  async (context) => {
    const answer = await unlessFull(context, await context.api.user.create(await wholeUser(context, { name: null })))
    // Whether a null counts as left out is not said; a name is a text.
    if (isObjection(answer)) return must.refused4xx(answer)
    must.success(answer)
    const { name } = await readUser(context, String(userIn(answer)?.['id']))
    must.hold('a name that is a text', typeof name === 'string', name)
  },
)

check(
  user['other-id-refused'],
  'of-another-user-for-one-company',
  { effects: true, brokenBy: ['user-put-for-a-company-takes-any-id'] },
  async (context) => {
    const [shared] = await sharedUsers(context)
    await withUser(context, async ({ id, body }) => {
      const [before, other] = [await readUser(context, id), await readUser(context, shared.id)]
      const changed = { ...body, id: sentId(shared.id), firstName: context.fresh.text() }
      const query = { company: context.target.company }
      must.refused4xx(await context.api.user.replace(id, changed, { query }))
      must.equal('the user of the path', fieldsOf(await readUser(context, id), names), fieldsOf(before, names))
      must.equal('the user of the body', fieldsOf(await readUser(context, shared.id), names), fieldsOf(other, names))
    })
  },
)

import { check, must, rely, Unexercised } from '../../src/kit/index.ts'
import { strangers } from '../token/elsewhere/stranger.ts'
import { response } from '../token/requirements.ts'
import { grantedExactly } from '../token/steps.ts'
import { companiesOf, createdUser, listedWith, sentId, twoGroups, userIn, wholeUser } from './people.ts'
import { readUser, seenUser } from './reading.ts'
import { user } from './requirements.ts'
import type { NamedCompany } from './two-companies.ts'

// How far those of one company manage users is not said: what they do for it concerns it alone, and what is refused changes nothing.
check(
  user['company-scope'],
  'by-a-login-of-that-company-only',
  {
    effects: true,
    sampled: true,
    needs: ['many-users', 'second-company', strangers['other-company']],
    brokenBy: [
      'user-put-by-a-login-of-one-company-groups-all',
      'user-delete-by-a-login-of-one-company-takes-all',
      'user-post-by-a-login-of-one-company-is-for-all',
    ],
  },
  async (context) => {
    const other = context.as('other-company')
    const home = await rely(response.companies, async () => {
      const own = grantedExactly(await other.token.obtain()).companies as readonly NamedCompany[]
      return own.length === 1 ? own[0] : undefined
    })
    if (!home) throw new Unexercised('identities.other-company has several companies, or none')
    const query = { company: home.name }
    const [group, another] = await twoGroups(context)
    const { id, sent } = await createdUser(context, { companyGroupId: group })
    const of = async () => companiesOf((await seenUser(context, id)) ?? {})
    const before = companiesOf(await readUser(context, id))
    const rest = before.filter(({ companyId }) => companyId !== home.id)
    if (rest.length === 0 || rest.length === before.length)
      throw new Unexercised('a user of the account is not in that company and in another one')

    const put = await other.user.replace(id, { ...sent, id: sentId(id), companyGroupId: another }, { query })
    must.noServerError(put)
    const now = put.status < 300 ? { companyId: home.id, groupId: another } : undefined
    const expected = before.map((one) => (now && one.companyId === home.id ? now : one))
    must.equal('its companies after a PUT for one of them', await of(), expected)

    const removal = await other.user.remove(id, { query })
    must.noServerError(removal)
    const left = (await of()).map(({ companyId }) => companyId)
    const stays = (removal.status < 300 ? rest : before).map(({ companyId }) => companyId)
    // With 400 a user may be told to be deleted (B-USR-40).
    if (removal.status !== 400) must.equal('its companies after a DELETE for one of them', left, stays)

    const body = await wholeUser(context)
    const post = await other.user.create(body, { query })
    must.noServerError(post)
    if (post.status >= 300)
      return must.equal('users of a refused POST', (await listedWith(context, String(body['email']))).length, 0)
    const made = String(userIn(post)?.['id'])
    const shown = companiesOf((await seenUser(context, made)) ?? userIn(post) ?? {}).map(({ companyId }) => companyId)
    must.equal('companies of a user who was made for one', shown, [home.id])
  },
)

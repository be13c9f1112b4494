import { momentOf } from '../../src/exchange/moment.ts'
import { check, must, isObjection } from '../../src/kit/index.ts'
import { unlessFull } from './full.ts'
import { companiesOf, createdUser, listedWith, readUser, sentId, twoGroups, withUser } from './people.ts'
import { user } from './requirements.ts'
import { twoCompanies } from './two-companies.ts'

check(
  user['group-for-companies'],
  'account-put-after-joining-a-second-company',
  {
    effects: true,
    needs: ['many-users', 'second-company'],
    brokenBy: ['user-put-groups-companies-of-the-creation-only'],
  },
  async (context) => {
    const [one, other] = await twoCompanies(context)
    const [group, another] = await twoGroups(context)
    const { id, sent: body } = await createdUser(context, { companyGroupId: group }, one.name)
    // Whether a POST takes a user who exists into another company is open (B-USR-31): the PUT is for those that it shows.
    for (const query of [{ company: other.name }, {}])
      must.noServerError(await unlessFull(context, await context.api.user.create(body, { query })))
    for (const companyGroupId of [another, group]) {
      must.success(await context.api.user.replace(id, { ...body, id: sentId(id), companyGroupId }))
      const groups = companiesOf(await readUser(context, id)).map(({ groupId }) => groupId)
      must.some('company of the user', groups)
      must.equal('groups of its companies after a PUT for the account', [...new Set(groups)], [companyGroupId])
    }
  },
)

check(
  user['user-form'],
  'moments-after-a-put',
  { effects: true, brokenBy: ['user-put-loses-created'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      must.success(await context.api.user.replace(id, body))
      for (const dto of [await readUser(context, id), ...(await listedWith(context, String(body['email'])))])
        for (const name of ['created', 'lastChanged'])
          must.hold(`a ${name} that is a moment`, !Number.isNaN(momentOf(dto[name])), dto[name])
    })
  },
)

check(
  user['written-is-read'],
  'texts-of-a-put-that-are-a-nought',
  { effects: true, brokenBy: ['user-put-text-of-a-nought-cleared', 'user-digits-as-number'] },
  async (context) => {
    await withUser(context, async ({ id, body }) => {
      for (const name of ['phone', 'lastName']) {
        const answer = await context.api.user.replace(id, { ...body, [name]: '0' })
        // Which texts are acceptable is not said.
        if (isObjection(answer)) continue
        must.success(answer)
        must.equal(name, (await readUser(context, id))[name], '0')
      }
    })
  },
)

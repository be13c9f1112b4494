import { check, must, observe } from '../../src/kit/index.ts'
import { companiesOf, createdUser, listedWith, wholeUser } from './people.ts'
import { user } from './requirements.ts'
import { twoCompanies } from './two-companies.ts'

const twice = ['many-users', 'second-company'] as const

check(
  user['no-duplicate'],
  'exists-in-one-company',
  {
    effects: true,
    needs: twice,
    brokenBy: [
      'user-duplicated-for-account',
      'user-duplicated-unless-in-first',
      'user-duplicated-if-inactive',
      'user-company-twice',
      'user-extended-with-default-group',
      'user-extended-for-account-loses-first-company',
      'user-duplicated-under-another-name',
      'user-email-free-after-a-deletion-from-one-company',
    ],
  },
  async (context) => {
    const [another, company] = await twoCompanies(context)
    const body = await wholeUser(context, { active: false })
    const { id, email, dto: made } = await createdUser(context, body, company.name)
    // Under another name first: it is the same e-mail, and so the same user.
    for (const more of [{ name: context.fresh.externalId() }, {}]) {
      const answer = await context.api.user.create({ ...body, ...more })
      // Success with the one user, or 400 (B-USR-31); its name is in use in a company, too (B-USR-21).
      if (answer.status >= 300) must.status(answer, 400, 409)
      // A second one may give back what the first one took.
      const [there] = await listedWith(context, email)
      must.include(
        'its companies',
        companiesOf(there).map(({ companyId }) => companyId),
        [company.id],
      )
    }
    const listed = await listedWith(context, email)
    must.equal(
      'users with the e-mail',
      listed.map((dto) => String(dto['id'])),
      [id],
    )
    const companies = companiesOf(listed[0])
    must.equal('companies that it has twice', companies.length - new Set(companies.map((one) => one.companyId)).size, 0)
    // It may be in that one still: then it is taken out of another, and created once more.
    const inOthers = companies.find(({ companyId }) => companyId === another.id) ? [another] : []
    for (const { name } of inOthers) {
      await context.api.user.remove(id, { query: { company: name } })
      const answer = await context.api.user.create(body, { query: { company: name } })
      if (answer.status >= 300) must.status(answer, 400, 409)
      const ids = (await listedWith(context, email)).map((dto) => String(dto['id']))
      must.equal('users with the e-mail of one who was deleted from a company', ids, [id])
    }
    // A group may be known under another id in one company alone (B-USR-36).
    const known = [body['companyGroupId'], ...companiesOf(made).map(({ groupId }) => groupId)]
    for (const { groupId } of companies) must.oneOf('group of its companies', groupId, known)
  },
)

observe(user['exists-in-one'], 'created-for-the-account', { needs: twice }, async (context) => {
  const [company] = await twoCompanies(context)
  const body = await wholeUser(context)
  await createdUser(context, body, company.name)
  const answer = await context.api.user.create(body)
  return `a user of one company, created for the account: status ${answer.status}`
})

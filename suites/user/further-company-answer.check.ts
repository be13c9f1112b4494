import { check, must } from '../../src/kit/index.ts'
import { companiesOf, createdUser, userIn, wholeUser } from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'
import { twoCompanies } from './two-companies.ts'

check(
  user['written-is-read'],
  'answer-for-a-further-company',
  {
    effects: true,
    needs: ['many-users', 'second-company'],
    brokenBy: ['user-post-for-a-further-company-tells-that-alone'],
  },
  async (context) => {
    const [company, another] = await twoCompanies(context)
    const body = await wholeUser(context)
    const { id } = await createdUser(context, body, company.name)
    const idsOf = (dto: Parameters<typeof companiesOf>[0]) => companiesOf(dto).map(({ companyId }) => companyId)
    const before = idsOf(await readUser(context, id))
    const answer = await context.api.user.create(body, { query: { company: another.name } })
    // Or 400 user already exists (B-USR-20, 31); its name is in use, too (B-USR-21).
    if (answer.status >= 300) return must.refused4xx(answer)
    const told = userIn(answer)
    // How soon a creation reaches a company is not said: of those that it was in before, which are read, the answer has each.
    const after = idsOf(await readUser(context, id))
    if (String(told?.['id']) !== id || idsOf(told).length === 0) return
    must.include(
      'companies of the user in the answer',
      idsOf(told),
      before.filter((one) => after.includes(one)),
    )
  },
)

import { momentOf } from '../../src/exchange/moment.ts'
import { check, eventually, matchers, must } from '../../src/kit/index.ts'
import { companiesOf, createdUser, listedWith, sharedUsers, userIn, wholeUser } from './people.ts'
import { readUser } from './reading.ts'
import { user } from './requirements.ts'
import { twoCompanies } from './two-companies.ts'

/** How long a user that was created may be at work on, by other parts of a service, until it is at rest. */
const patienceMs = 4000

check(
  user['written-is-read'],
  'unmoved-by-reads',
  { effects: true, brokenBy: ['user-get-moves-last-changed', 'user-list-moves-last-changed'] },
  async (context) => {
    const [one] = await sharedUsers(context)
    const moments = async () => {
      const { created, lastChanged } = await readUser(context, one.id)
      return { created: momentOf(created), lastChanged: momentOf(lastChanged) }
    }
    const looks = async () => {
      const before = [await moments(), await moments()]
      await listedWith(context, one.email)
      return [...before, await moments()]
    }
    // Whoever changes it meanwhile does not do so between all looks.
    await eventually(
      context,
      looks,
      (seen) =>
        matchers.equal(
          'created and lastChanged of a user that is only read',
          seen,
          seen.map(() => seen[0]),
        ),
      { within: patienceMs },
    )
  },
)

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

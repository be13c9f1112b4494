import { check, must, objectOf, rely, Unexercised, type Reply } from '../../src/kit/index.ts'
import { response } from '../token/requirements.ts'
import { grantedExactly } from '../token/steps.ts'
import { unlessFull } from './full.ts'
import { user } from './requirements.ts'
import { companiesOf, createdUser, otherGroup, sentId, userIn, wholeUser } from './people.ts'
import { readUser } from './reading.ts'
import { twoCompanies, type NamedCompany } from './two-companies.ts'

check(
  user['companies-of-a-login'],
  'one-token-in-each-company',
  { needs: ['crowd', 'second-company'], brokenBy: ['company-of-the-first-call-kept-with-the-token'] },
  async (context) => {
    const { crowd, token } = context.as('crowd-owner')
    const obtained = () =>
      rely(response.companies, async () => {
        const { access_token: value, companies } = grantedExactly(await token.obtain())
        return { value: String(value), companies: companies as readonly NamedCompany[] }
      })
    const list = ({ id, name }: NamedCompany, value: string) =>
      crowd.list({
        query: { Size: '1' },
        headers: { 'X-Company-Id': String(id), 'X-Company-Name': name },
        token: { value },
      })
    // A list of nobody may be told with 404 (B-CRW-30).
    const isServed = ({ status }: Reply) => status === 200 || status === 404
    // Where the user may list technicians is a matter of its permissions there: a token that did nothing else shows it.
    const served: NamedCompany[] = []
    for (const company of (await obtained()).companies.slice(0, 3))
      if (isServed(await list(company, (await obtained()).value))) served.push(company)
    if (served.length < 2) throw new Unexercised('the user lists the technicians of one company at most')
    const { value } = await obtained()
    for (const company of served) {
      const answer = await list(company, value)
      must.hold(`a list in ${company.name}, which another token of the user gets`, isServed(answer), answer.status)
      if (answer.status === 200) must.be('results', objectOf(answer)['results'], 'an array', answer)
    }
  },
)

check(
  user['group-for-companies'],
  'of-a-user-of-one-company',
  {
    effects: true,
    needs: ['many-users', 'second-company'],
    brokenBy: [
      'user-post-for-a-company-group-ignored',
      'user-post-for-a-company-has-no-default-name',
      'user-put-for-a-company-without-name-clears-it',
    ],
  },
  async (context) => {
    const [, company] = await twoCompanies(context)
    const query = { company: company.name }
    const another = await otherGroup(context)
    const body = await wholeUser(context, { companyGroupId: another, name: undefined })
    const tried = await unlessFull(context, await context.api.user.create(body, { query }))
    // A group may be one of other companies alone (B-USR-36).
    const isTaken = tried.status < 400 || tried.status >= 500
    if (isTaken) must.success(tried)
    const made = isTaken ? userIn(tried) : (await createdUser(context, { name: undefined }, company.name)).dto
    const id = String(made?.['id'])
    const read = await readUser(context, id)
    const [part] = String(read['email']).split('@')
    must.equal('the name, which was not sent', read['name'], part)
    const [has] = companiesOf(read)
    must.present('a company of the user', has)
    if (isTaken && has?.groupId !== another) {
      // Or it is known there under another id, which is then not that of another group.
      const usual = await createdUser(context, {}, company.name)
      const [group] = companiesOf(await readUser(context, usual.id))
      must.differ('the group of a user that was sent with another one', group?.groupId, has?.groupId)
    }
    const sent = { ...body, id: sentId(id), email: read['email'] }
    const put = await context.api.user.replace(id, isTaken ? sent : { ...sent, companyGroupId: undefined }, { query })
    // Whether a PUT for a company may change what all have in common is not said.
    if (put.status >= 300) return must.refused4xx(put)
    const { name } = await readUser(context, id)
    must.hold('a name, though none was sent', typeof name === 'string' && name !== '', name)
  },
)

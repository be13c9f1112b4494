import { check, must, objectOf, rely, Unexercised, type Reply } from '../../src/kit/index.ts'
import { response } from '../token/requirements.ts'
import { grantedExactly } from '../token/steps.ts'
import { user } from './requirements.ts'
import type { NamedCompany } from './two-companies.ts'

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

import { check, must, rely, Unexercised } from '../../src/kit/index.ts'
import { response } from '../token/requirements.ts'
import { grantedExactly } from '../token/steps.ts'
import type { NamedCompany } from '../user/two-companies.ts'
import { crowd } from './requirements.ts'
import { mustShowSent, person, resultsOf } from './steps.ts'

check(
  crowd['write-is-read'],
  'one-e-mail-in-each-company',
  {
    effects: true,
    needs: ['account-grant', 'second-company'],
    brokenBy: ['crowd-create-moves-technician-of-other-company'],
  },
  async (context) => {
    const { crowd: own, token } = context.as('account')
    const companies = await rely(
      response.companies,
      async () => grantedExactly(await token.obtain()).companies as readonly NamedCompany[],
    )
    const sent = person(context)
    const made = []
    for (const { id, name } of companies.slice(0, 3)) {
      const headers = { 'X-Company-Id': String(id), 'X-Company-Name': String(name) }
      const answer = await own.create(sent, { headers })
      must.noServerError(answer)
      const externalId = resultsOf(answer)[0]?.['externalId']
      if (answer.status === 201 && typeof externalId === 'string') made.push({ externalId, headers, name })
    }
    const read = []
    for (const { externalId, headers, name } of made) {
      const answer = await own.get(externalId, { headers })
      read.push([`the technician of ${name}`, answer.status === 200 ? resultsOf(answer)[0] : undefined] as const)
    }
    for (const { externalId, headers } of made) await own.remove(externalId, { headers })
    // How far an e-mail has to be unique is not said, nor whether a login of the account writes technicians.
    if (made.length < 2) throw new Unexercised('the account creates no technicians of one e-mail in two companies')
    for (const [what, shown] of read) mustShowSent(what, shown, sent)
  },
)

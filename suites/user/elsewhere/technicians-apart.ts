import { rely, type Context } from '../../../src/kit/index.ts'
import { sameName } from '../../../src/kit/names.ts'
import { technician } from '../../crowd/steps.ts'
import { madeOnce } from '../../data/made-once.ts'
import { response } from '../../token/requirements.ts'
import { grantedExactly } from '../../token/steps.ts'
import type { NamedCompany } from '../two-companies.ts'

/** Whether who may use two companies sees the technicians of the one in the other. */
export const techniciansApart: (context: Context) => Promise<boolean> = madeOnce(async (context) => {
  const { externalId } = await technician(context)
  for (const identity of ['admin', 'superuser', 'account'].filter((one) => one in context.target.identities)) {
    const { crowd, token } = context.as(identity)
    const companies = await rely(
      response.companies,
      async () => grantedExactly(await token.obtain()).companies as readonly NamedCompany[],
    )
    const other = companies.find(({ name }) => !sameName(name, context.target.company))
    if (!other || (await crowd.get(externalId)).status !== 200) continue
    const headers = { 'X-Company-Id': String(other.id), 'X-Company-Name': String(other.name) }
    if ((await crowd.list({ headers })).status !== 200) continue
    return (await crowd.get(externalId, { headers })).status !== 200
  }
  return false
})

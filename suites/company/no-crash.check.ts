import { check, must } from '../../src/kit/index.ts'
import { companies, control } from '../token/steps.ts'
import { company } from './requirements.ts'

check(
  company['no-server-error'],
  'odd-accept-headers',
  { brokenBy: ['company-odd-accept-crashes'] },
  async ({ api }) => {
    await control(companies(api))
    for (const accept of ['nonsense', 'text/html;q=2, */;', `application/${'x'.repeat(2000)}`])
      must.notCrashed(await api.company.list(accept), `Accept: ${accept.slice(0, 20)}`)
  },
)

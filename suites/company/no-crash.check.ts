import { check, noneCrashes } from '../../src/kit/index.ts'
import { companies, control } from '../token/steps.ts'
import { company } from './requirements.ts'

check(
  company['no-server-error'],
  'odd-accept-headers',
  { brokenBy: ['company-odd-accept-crashes'] },
  async ({ api }) => {
    await control(companies(api))
    const accepted = ['nonsense', 'text/html;q=2, */;', `application/${'x'.repeat(2000)}`]
    await noneCrashes(
      Object.fromEntries(accepted.map((accept) => [`Accept: ${accept.slice(0, 20)}`, () => api.company.list(accept)])),
      () => companies(api),
    )
  },
)

import { check, must } from '../../src/kit/index.ts'
import { general } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

check(
  general['no-server-error'],
  'odd-token-requests',
  { brokenBy: ['token-odd-request-crashes'] },
  async ({ api, fresh }) => {
    await servedOtherwise(api)
    const asked = {
      'a form without fields': {},
      'an unknown grant_type': { grant_type: fresh.tag },
      'a code grant without its code': { grant_type: 'authorization_code' },
      'a long grant_type': { grant_type: fresh.tag.padEnd(3000, 'x') },
    }
    for (const [what, form] of Object.entries(asked)) must.notCrashed(await api.token.request(form), what)
    const json = { 'Content-Type': 'application/json' }
    must.notCrashed(await api.token.obtain({}, { headers: json }), 'a form that says it is JSON')
    must.notCrashed(await api.token.obtain({}, { headers: { Authorization: 'Basic !' } }), 'broken Basic credentials')
  },
)

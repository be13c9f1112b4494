import { check, Inconclusive } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { observe } from '../../src/kit/observe.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { validation } from './requirements.ts'
import { succeeded } from '../data/steps.ts'
import { companies, control, freshToken, holdsToken, records, served } from './steps.ts'

const routes = { companies, records } as const

check(
  validation['invalid-token'],
  'invented-and-long',
  { brokenBy: ['long-invented-token-403', 'auth-invalid-token-status'] },
  async ({ api, fresh }) => {
    await control(companies(api))
    const answer = await companies(api, { token: { value: fresh.tag.padEnd(2100, 'x') } })
    // How long a header may be is not stated, and these statuses say that nobody looked at the token.
    if ([413, 431, 494].includes(answer.status)) throw new Inconclusive('the target takes no header of 2100 characters')
    must.refused(answer, 401, 'invalid_token')
  },
)

for (const [name, route] of Object.entries(routes)) {
  const needs = name === 'records' ? (['service-call'] as const) : []

  check(
    validation['token-in-header'],
    `list-of-${name}`,
    { needs, brokenBy: ['auth-header-refused'] },
    async ({ api }) => {
      served(await route(api, { token: 'header' }))
    },
  )

  check(
    validation['token-in-query'],
    `list-of-${name}`,
    {
      needs,
      brokenBy:
        name === 'records'
          ? ['auth-query-refused', 'auth-query-refused-by-data']
          : ['auth-query-refused', 'query-token-plus', 'query-token-last-only'],
    },
    async ({ api }) => {
      served(await route(api, { token: 'query' }))
    },
  )

  check(
    validation['invalid-token'],
    `invented-for-${name}`,
    {
      needs,
      brokenBy: [
        'auth-invalid-token-accepted',
        'auth-invalid-token-status',
        'auth-invalid-token-word',
        'auth-invalid-token-body',
      ],
    },
    async ({ api, fresh }) => {
      await control(route(api))
      must.refused(await route(api, { token: { value: `${fresh.tag}-never-issued` } }), 401, 'invalid_token')
    },
  )

  check(
    validation['no-token-refused'],
    `list-of-${name}`,
    {
      needs,
      brokenBy: [
        'auth-no-token-accepted',
        'auth-no-token-body',
        ...(name === 'records' ? ['no-token-empty-list', 'caller-before-answers-for-who-names-none'] : []),
      ],
    },
    async ({ api }) => {
      await control(route(api))
      must.oauthError(await route(api, { token: 'none' }))
    },
  )
}

check(
  validation['invalid-token'],
  'invented-in-query',
  {
    brokenBy: [
      'auth-invalid-token-accepted',
      'auth-invalid-token-status',
      'auth-invalid-token-word',
      'auth-invalid-token-body',
    ],
  },
  async ({ api, fresh }) => {
    await control(companies(api))
    const answer = await companies(api, { token: 'none', query: { access_token: `${fresh.tag}-never-issued` } })
    must.refused(answer, 401, 'invalid_token')
  },
)

check(
  validation['invalid-token'],
  'altered',
  { brokenBy: ['auth-invalid-token-accepted', 'invalid-token-taken-just-after-a-good-call'] },
  async ({ api }) => {
    const value = await freshToken(api)
    await control(companies(api, { token: { value } }))
    // In the middle: the last character of a base64 signature may hold unused bits.
    const middle = Math.floor(value.length / 2)
    const altered = value.slice(0, middle) + (value[middle] === 'x' ? 'y' : 'x') + value.slice(middle + 1)
    must.refused(await companies(api, { token: { value: altered } }), 401, 'invalid_token')
  },
)

check(validation['invalid-token'], 'description', { brokenBy: ['auth-invalid-token-body'] }, async ({ api, fresh }) => {
  await control(companies(api))
  const answer = await companies(api, { token: { value: `${fresh.tag}-never-issued` } })
  must.status(answer, 401)
  const { error, error_description: description } = objectOf(answer)
  must.equal('types of error and error_description', [typeof error, typeof description], ['string', 'string'])
})

observe(
  validation['lack-of-permission'],
  'user-without-privileges',
  { needs: ['unprivileged-user', 'service-call'] },
  async ({ as }) => {
    const unprivileged = as('unprivileged')
    const login = await unprivileged.token.obtain()
    if (!holdsToken(login)) return `a user without privileges gets no token: status ${login.status}`
    const answer = await records(unprivileged)
    return `a list for a user without privileges: status ${answer.status}${answer.status < 300 ? ` with ${answer.records().length} records` : ''}`
  },
)

observe(
  validation['lack-of-permission'],
  'header-and-query-differ',
  { needs: ['local-client'] },
  async ({ api, fresh }) => {
    const client = await companies(api, { query: { clientId: `${fresh.tag}-client` } })
    const token = await companies(api, { query: { access_token: `${fresh.tag}-never-issued` } })
    return `where header and query differ: client id ${client.status}, token ${token.status}`
  },
)

check(
  validation['token-in-query'],
  'behind-a-query-that-names-another',
  { needs: ['service-call', 'query-language'], brokenBy: ['query-token-looked-for-in-the-whole-query'] },
  async ({ api }) => {
    const query = 'subject = "access_token=1"'
    // A firewall in front may refuse such a text, whoever asks.
    if (!succeeded(await records(api, { query: { query } }))) return
    const token = await freshToken(api)
    served(await records(api, { token: 'none', query: { query, access_token: token } }))
  },
)

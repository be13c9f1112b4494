import { check, Unexercised } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { requestUuid } from '../../src/target/request-uuid.ts'
import { validation } from './requirements.ts'
import { companies, control, granted, records, served } from './steps.ts'
import { companiesToldTo } from './companies.ts'
import { rawGet } from './raw-get.ts'

/** What a local-scope call carries; each is left out once. A company is needed on Data API calls only. */
const left = {
  'client-id': { headers: { 'X-Client-ID': undefined } },
  'client-version': { headers: { 'X-Client-Version': undefined } },
  account: { query: { account: undefined } },
  company: { query: { company: undefined } },
  user: { query: { user: undefined } },
} as const

for (const [what, options] of Object.entries(left)) {
  const needs = what === 'user' ? (['service-call', 'user-login'] as const) : (['service-call'] as const)
  check(
    validation['local-context-required'],
    `without-${what}`,
    {
      needs,
      brokenBy: [
        `auth-${what}-optional`,
        ...(what === 'account' || what === 'company' ? ['context-remembered-after-first-use'] : []),
      ],
    },
    async ({ api }) => {
      await control(records(api))
      must.refused4xx(await records(api, options))
    },
  )
}

// The documents do not say which missing value makes a request invalid, nor that token validation looks for it. The table gives each error its
// status, not each status its error; but a 400 in the OAuth structure on a resource call has only one row there.
check(
  validation['invalid-request'],
  'without-client-id',
  {
    needs: ['local-client'],
    brokenBy: ['auth-invalid-request-status', 'auth-invalid-request-word'],
  },
  async ({ api }) => {
    await control(companies(api))
    const answer = await companies(api, left['client-id'])
    const { error, error_description: description } = objectOf(answer)
    if (typeof error !== 'string' || typeof description !== 'string')
      throw new Unexercised('the call is not refused in the OAuth structure: nothing says that it has to be')
    const isStated = answer.status === 400 || (answer.status === 401 && error === 'invalid_request')
    if (!isStated) throw new Unexercised('the refusal is none of the token validation (A-AUT-02)')
    must.refused(answer, 400, 'invalid_request')
  },
)

check(
  validation['header-and-query-alike'],
  'client-id',
  {
    brokenBy: ['mixed-forms-refused', 'auth-client-id-query-ignored', 'auth-client-id-header-ignored'],
  },
  async ({ api, target }) => {
    const { id } = target.identities['admin']!.client
    served(await companies(api))
    served(await companies(api, { headers: { 'X-Client-ID': undefined }, query: { clientId: id } }))
  },
)

check(
  validation['header-and-query-alike'],
  'client-version',
  {
    brokenBy: ['auth-client-version-query-ignored', 'auth-client-version-header-ignored'],
  },
  async ({ api, target }) => {
    const { version } = target.identities['admin']!.client
    served(await companies(api))
    served(await companies(api, { headers: { 'X-Client-Version': undefined }, query: { clientVersion: version } }))
  },
)

check(
  validation['header-and-query-alike'],
  'both-on-records',
  {
    needs: ['service-call'],
    brokenBy: ['auth-client-id-query-ignored', 'auth-client-version-query-ignored'],
  },
  async ({ api, target }) => {
    const { id, version } = target.identities['admin']!.client
    served(
      await records(api, {
        headers: { 'X-Client-ID': undefined, 'X-Client-Version': undefined },
        query: { clientId: id, clientVersion: version },
      }),
    )
  },
)

check(validation['request-id-optional'], 'left-out', { brokenBy: ['auth-request-id-required'] }, async ({ api }) => {
  served(await companies(api, { headers: { 'X-Request-ID': undefined } }))
})

check(
  validation['request-id-optional'],
  'in-query',
  { brokenBy: ['auth-request-id-query-refused'] },
  async ({ api, fresh }) => {
    served(
      await companies(api, {
        headers: { 'X-Request-ID': undefined },
        query: { requestId: requestUuid(`${fresh.tag}-query`) },
      }),
    )
  },
)

/** Every byte as %XX: what RFC 3986 section 2.3 calls the same text. */
const encoded = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(/../g, (byte) => `%${byte.toUpperCase()}`)

check(
  validation['unreserved-characters-equal'],
  'every-character-encoded',
  {
    needs: ['service-call'],
    brokenBy: ['auth-encoded-unreserved-kept', 'encoded-dot-in-dtos-refused'],
  },
  async ({ api, target }) => {
    const plain = records(api)
    await control(plain)
    const literal = await plain
    const sent = new URL(literal.exchange.request.url)
    const query = [...sent.searchParams].map(([name, value]) => `${name}=${encoded(value)}`).join('&')
    const { client } = target.identities['admin']!
    const answer = await api.raw.send(rawGet(`${sent.pathname}?${query}`, client))
    served(answer)
  },
)

// A scope that is asked for changes nothing: the calls with such a token need what all calls of local scope need.
for (const [what, options] of Object.entries(left)) {
  const needs = what === 'user' ? (['service-call', 'user-login'] as const) : (['service-call'] as const)
  check(
    validation['local-context-required'],
    `without-${what}-though-general-scope-was-asked`,
    { needs: [...needs, 'local-client'], brokenBy: ['requested-scope-relaxes-context', `auth-${what}-optional`] },
    async ({ api }) => {
      const { access_token: value } = granted(await api.token.obtain({ scope: 'general' }))
      await control(records(api, { token: { value } }))
      must.refused4xx(await records(api, { ...options, token: { value } }))
    },
  )
}

// "Yes for local scope": that a user has one company only does not say it for the call.
check(
  validation['local-context-required'],
  'without-company-of-a-user-with-one',
  {
    needs: ['service-call', 'user-grant'],
    brokenBy: ['company-optional-for-a-user-with-one', 'auth-company-optional'],
  },
  async ({ as, target }) => {
    for (const name of ['user', 'other-company'].filter((one) => one in target.identities)) {
      const api = as(name)
      if ((await companiesToldTo(api)).length !== 1) continue
      await control(records(api))
      must.refused4xx(await records(api, left.company))
      return
    }
    throw new Unexercised('neither identities.user nor identities.other-company has one company')
  },
)

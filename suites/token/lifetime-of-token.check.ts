import type { Answer } from '../../src/clients/answer.ts'
import { check, type Context } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { grantedByCode } from './by-code.ts'
import { lifetime } from './requirements.ts'
import { companies, control, fieldOf, freshToken, granted, hours, minutes, served } from './steps.ts'

const without = { account: 'account-grant', service: 'client-grant' } as const

/** The plain call with a token of each login without a user that may make it, as what such a login may do is not stated, and with one that was got with a code. */
async function ofOtherLogins(context: Context): Promise<ReadonlyArray<() => Promise<Answer>>> {
  const { api, as, target } = context
  const calls: Array<() => Promise<Answer>> = []
  if (!('authorization-code' in target.lacks) && target.fixtures.redirectUri !== undefined) {
    const value = (await grantedByCode(context)).access_token
    calls.push(() => companies(api, { token: { value } }))
  }
  for (const name of ['account', 'service'] as const) {
    if (without[name] in target.lacks) continue
    const value = await freshToken(as(name))
    const call = () => companies(as(name), { token: { value } })
    if ((await call()).status < 300) calls.push(call)
  }
  return calls
}

for (const [name, needs, cached] of [
  ['admin', [], 'same-token-same-second'],
  ['account', ['account-grant'], 'same-token-same-second'],
  ['service', ['client-grant'], 'client-token-cached'],
] as const) {
  check(
    lifetime['new-token-each-time'],
    `two-requests-of-${name}`,
    {
      needs,
      brokenBy: ['token-reissued', cached, ...(name === 'service' ? ['client-token-same-clock-second'] : [])],
    },
    async ({ as }) => {
      const first = granted(await as(name).token.obtain())
      const second = granted(await as(name).token.obtain())
      must.hold(
        'another token at the second request',
        first.access_token !== second.access_token,
        'the same token twice',
      )
    },
  )
}

check(
  lifetime['earlier-token-stays-valid'],
  'after-a-second-request',
  { brokenBy: ['token-revoked-by-next'] },
  async ({ api }) => {
    const earlier = await freshToken(api)
    const later = await freshToken(api)
    await control(companies(api, { token: { value: later } }))
    served(await companies(api, { token: { value: earlier } }))
  },
)

check(
  lifetime['earlier-token-stays-valid'],
  'after-four-more',
  { sampled: true, brokenBy: ['token-two-live', 'token-revoked-by-next'] },
  async ({ api }) => {
    const earlier = await freshToken(api)
    await control(companies(api, { token: { value: earlier } }))
    for (let more = 0; more < 4; more += 1) await freshToken(api)
    served(await companies(api, { token: { value: earlier } }))
  },
)

check(
  lifetime['earlier-token-stays-valid'],
  'after-ten-hours',
  {
    alone: true,
    needs: ['clock'],
    brokenBy: ['token-revoked-by-next'],
  },
  async ({ api, clock }) => {
    const earlier = await freshToken(api)
    await clock.advance(10 * hours)
    const later = await freshToken(api)
    await control(companies(api, { token: { value: later } }))
    served(await companies(api, { token: { value: earlier } }))
  },
)

check(
  lifetime['twelve-hours'],
  'expires-in',
  {
    brokenBy: ['token-expires-in-a-day', 'token-expires-in-an-hour', 'token-expires-in-milliseconds'],
  },
  async ({ api }) => {
    const seconds = fieldOf(granted(await api.token.obtain()), 'expires_in')
    must.inRange('expires_in (43200, or a few seconds less)', Number(seconds), { above: 43_140, atMost: 43_200 })
  },
)

check(
  lifetime['twelve-hours'],
  'accepted-just-before',
  {
    alone: true,
    needs: ['clock'],
    brokenBy: [
      'companies-list-wants-basic',
      'token-ends-after-an-hour',
      'token-ends-early',
      'token-of-no-user-ends-after-an-hour',
      'token-of-a-code-ends-after-an-hour',
    ],
  },
  async (context) => {
    const { api, clock } = context
    const value = await freshToken(api)
    await control(companies(api, { token: { value } }))
    const others = await ofOtherLogins(context)
    await clock.advance(12 * hours - minutes)
    served(await companies(api, { token: { value } }))
    for (const call of others) served(await call())
  },
)

check(
  lifetime['twelve-hours'],
  'refused-just-after',
  {
    alone: true,
    needs: ['clock'],
    brokenBy: [
      'expired-as-400',
      'token-ends-late',
      'token-never-ends',
      'auth-expired-token-accepted',
      'expired-token-of-the-query-accepted',
      'token-of-no-user-never-ends',
      'token-of-a-code-never-ends',
    ],
  },
  async (context) => {
    const { api, clock } = context
    const value = await freshToken(api)
    const inQuery = { token: 'none', query: { access_token: value } } as const
    await control(companies(api, { token: { value } }))
    await control(companies(api, inQuery))
    const others = await ofOtherLogins(context)
    await clock.advance(12 * hours + minutes)
    must.refused(await companies(api, { token: { value } }), 401, 'invalid_token')
    must.refused(await companies(api, inQuery), 401, 'invalid_token')
    for (const call of others) must.refused(await call(), 401, 'invalid_token')
    await control(companies(api, { token: { value: await freshToken(api) } }))
  },
)

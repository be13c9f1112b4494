import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { lifetime } from './requirements.ts'
import { companies, control, fieldOf, freshToken, granted, hours, minutes, served } from './steps.ts'

check(
  lifetime['twelve-hours'],
  'refused-although-used',
  { alone: true, needs: ['clock'], brokenBy: ['sliding-expiry', 'token-never-ends'] },
  async ({ api, clock }) => {
    const value = await freshToken(api)
    await clock.advance(6 * hours)
    await control(companies(api, { token: { value } }))
    await clock.advance(6 * hours + minutes)
    must.refused(await companies(api, { token: { value } }), 401, 'invalid_token')
  },
)

check(
  lifetime['twelve-hours'],
  'refused-although-used-just-before',
  { alone: true, needs: ['clock'], brokenBy: ['expired-token-lives-on-while-in-use', 'sliding-expiry'] },
  async ({ api, clock }) => {
    const value = await freshToken(api)
    await clock.advance(12 * hours - minutes)
    await control(companies(api, { token: { value } }))
    await clock.advance(2 * minutes)
    must.refused(await companies(api, { token: { value } }), 401, 'invalid_token')
    await control(companies(api, { token: { value: await freshToken(api) } }))
  },
)

check(
  lifetime['earlier-token-stays-valid'],
  'hours-after-a-later-one',
  { alone: true, needs: ['clock'], brokenBy: ['later-token-cuts-to-5min', 'token-revoked-by-next'] },
  async ({ api, clock }) => {
    const earlier = await freshToken(api)
    await freshToken(api)
    await clock.advance(2 * hours)
    served(await companies(api, { token: { value: earlier } }))
  },
)

for (const [name, needs] of [
  ['admin', []],
  ['account', ['account-grant']],
] as const) {
  check(
    lifetime['twelve-hours'],
    `expires-in-of-a-later-token-of-${name}`,
    { alone: true, needs: ['clock', ...needs], brokenBy: ['later-login-inherits-age'] },
    async ({ as, clock }) => {
      granted(await as(name).token.obtain())
      await clock.advance(2 * hours)
      const seconds = fieldOf(granted(await as(name).token.obtain()), 'expires_in')
      must.inRange('expires_in (43200, or a few seconds less)', Number(seconds), { above: 43_140, atMost: 43_200 })
    },
  )
}

import { check, must, rely } from '../../src/kit/index.ts'
import { atPasswordDesk, mustBeChanged, policyOf, ready, restore } from './password-desk.ts'
import { lawful } from './passwords.ts'
import { lifetime, password } from './requirements.ts'
import { companies, control, freshToken, granted, hours, minutes, served } from './steps.ts'

/** A token used at once and then not for this long; each beyond what the faults beside it last. */
const pauses = {
  'ten-seconds': { ms: 10_000, brokenBy: ['token-ends-after-five-seconds'] },
  'two-minutes': { ms: 2 * minutes, brokenBy: ['token-ends-after-a-minute', 'token-ends-after-five-seconds'] },
  'half-an-hour': { ms: 30 * minutes, brokenBy: ['token-ends-after-ten-minutes', 'token-ends-when-idle'] },
  'six-hours': { ms: 6 * hours, brokenBy: ['token-ends-after-an-hour', 'token-ends-when-idle'] },
} as const

for (const [pause, { ms, brokenBy }] of Object.entries(pauses)) {
  check(
    lifetime['twelve-hours'],
    `accepted-after-${pause}`,
    { alone: true, needs: ['clock'], brokenBy },
    async ({ api, clock }) => {
      const value = await freshToken(api)
      await control(companies(api, { token: { value } }))
      await clock.advance(ms)
      served(await companies(api, { token: { value } }))
    },
  )
}

check(
  lifetime['twelve-hours'],
  'accepted-after-forty-calls',
  { brokenBy: ['token-spent-by-thirty-calls', 'token-spent-by-three-calls'] },
  async ({ api }) => {
    const value = await freshToken(api)
    await control(companies(api, { token: { value } }))
    for (let call = 1; call < 40; call += 1) served(await companies(api, { token: { value } }))
  },
)

check(
  lifetime['earlier-token-stays-valid'],
  'after-twelve-more',
  {
    brokenBy: [
      'token-ten-live',
      'token-two-live',
      'token-revoked-by-next',
      'new-token-of-user-ends-previous',
      'user-has-five-tokens',
    ],
  },
  async ({ api }) => {
    const value = await freshToken(api)
    await control(companies(api, { token: { value } }))
    for (let more = 0; more < 12; more += 1) await freshToken(api)
    served(await companies(api, { token: { value } }))
  },
)

// Beside its 12 hours from issue the documents give a token no state: a change of the password ends none.
check(
  lifetime['twelve-hours'],
  'accepted-after-a-password-change',
  {
    alone: true,
    needs: ['password-change', 'password-trials'],
    brokenBy: ['token-of-password-ends-with-the-password', 'token-ends-with-password'],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      await turn.waitOutAge()
      const value = granted(await turn.logIn(turn.current)).access_token
      const caller = context.as('password')
      await control(companies(caller, { token: { value } }))
      try {
        await rely(password['change-takes-effect'], async () => {
          mustBeChanged(await turn.changeAged(lawful(policyOf(context.target), context.fresh.tag)))
        })
        must.success(await companies(caller, { token: { value } }))
      } finally {
        await restore(turn, context)
      }
    }),
)

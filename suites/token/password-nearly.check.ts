import { check, Unexercised } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { rely } from '../../src/kit/rely.ts'
import { atPasswordDesk, mayBeAged, mustNotBeChanged, policyOf, ready, restore } from './password-desk.ts'
import { firstErrorOf, mustTellNumber, pairHolds } from './password-error.ts'
import { breaking, lawful, type Rule } from './passwords.ts'
import { error, password } from './requirements.ts'
import { granted, holdsToken } from './steps.ts'

const badCredentials = /^bad credentials$/i

check(
  error['invalid-client'],
  'wrong-secret-at-change-password',
  {
    alone: true,
    effects: true,
    needs: ['password-change'],
    brokenBy: ['secret-unchecked-change-password', 'token-secret-unchecked', 'wrong-client-told-as-password-error'],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const { target, fresh } = context
      const next = lawful(policyOf(target), fresh.tag)
      const form = { username: turn.username, old_password: turn.current, new_password: next }
      const client = { id: target.identities['password']!.client.id, secret: `${fresh.tag}-wrong` }
      const answer = await turn.api.token.changePassword(form, { client })
      const isChanged = holdsToken(await turn.logIn(next))
      // A change that went through against the rules is taken back.
      if (isChanged) await turn.api.token.changePassword({ ...form, old_password: next, new_password: turn.current })
      must.hold('an unchanged password', !isChanged, `status ${answer.status} and a new password in force`)
      must.oauthError(answer)
      must.refused(answer, 401, 'invalid_client', /^client authentication failed$/i)
    }),
)

check(
  password['password-error-body'],
  'several-rules-broken',
  { needs: ['password-trials', 'password-policy'], brokenBy: ['pwd-error-oauth-form'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const answer = await turn.change('a')
      mustNotBeChanged(answer)
      const { error: code, message, values } = firstErrorOf(answer)
      must.equal(
        'types of error and message, and whether values is an array',
        [typeof code, typeof message, Array.isArray(values)],
        ['string', 'string', true],
      )
    }),
)

check(
  password['password-not-valid'],
  'caller-of-another-language',
  { brokenBy: ['mc13-localised', 'password-mc-13-reworded'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const answer = await turn.change('', undefined, { headers: { 'Accept-Language': 'de-DE' } })
      mustNotBeChanged(answer)
      pairHolds(answer)
    }),
)

const numbers: readonly (readonly [Rule, string])[] = [
  ['minUpper', 'mc11-number-off-by-one'],
  ['minLower', 'mc09-values-of-other-rule'],
  ['minLength', 'mc06-reports-old-minimum'],
]

for (const [rule, fault] of numbers) {
  const need = { minUpper: 'password-upper', minLower: 'password-lower', minLength: 'password-length' } as const
  check(
    password['password-error-number'],
    `number-of-${rule.slice(3).toLowerCase()}`,
    { needs: [need[rule as keyof typeof need]], brokenBy: [fault, 'password-number-unsaid'] },
    (context) =>
      atPasswordDesk(context, async (turn) => {
        await ready(turn)
        const policy = policyOf(context.target)
        mustTellNumber(await turn.change(breaking(rule, policy, context.fresh.tag).password), policy)
      }),
  )
}

check(
  password['password-length'],
  'characters-of-several-bytes',
  { brokenBy: ['mc06-counts-bytes', 'password-length-unenforced'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const { password: short } = breaking('minLength', policyOf(context.target), context.fresh.tag)
      // Each small letter becomes another one of two bytes, so that the password is as new as the plain one.
      const twoBytes = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x61 + 0xe0)
      const answer = await turn.change(short.replace(/[a-z]/g, twoBytes))
      mustNotBeChanged(answer)
      pairHolds(answer)
    }),
)

check(
  password['password-error-number'],
  'parameter-in-accept',
  { needs: ['password-length'], brokenBy: ['placeholder-unfilled-xml', 'password-number-unsaid'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const { password: short } = breaking('minLength', policyOf(context.target), context.fresh.tag)
      const headers = { Accept: 'application/json;charset=UTF-8' }
      const answer = await turn.change(short, undefined, { headers })
      mustNotBeChanged(answer)
      mustTellNumber(answer, policyOf(context.target))
    }),
)

/** Changes that are refused once the password was changed: neither takes effect. */
const afterChange = {
  'a-moment-after-a-change': {
    needs: ['password-age'],
    faults: ['mc12-but-changed', 'refused-change-restores-the-former-password'],
  },
  'to-a-former-password': {
    needs: ['password-history'],
    faults: ['refused-mc05-stored', 'refused-reuse-expires-old', 'refused-reuse-takes-effect'],
  },
} as const

for (const [situation, { needs, faults }] of Object.entries(afterChange)) {
  check(
    password['refused-change-has-no-effect'],
    situation,
    {
      alone: true,
      effects: true,
      needs: ['password-change', 'password-policy', ...needs],
      brokenBy: [...faults, 'password-refused-change-stored'],
    },
    (context) =>
      atPasswordDesk(context, async (turn) => {
        await ready(turn)
        const former = turn.current
        const current = lawful(policyOf(context.target), context.fresh.tag)
        try {
          const changed = await turn.changeForGood(current)
          await rely(password['change-answered'], () => Promise.resolve(must.success(changed)))
          const back = situation === 'to-a-former-password'
          const next = back ? former : lawful(policyOf(context.target), `${context.fresh.tag}9`)
          const again = back ? await turn.changeForGood(next) : await turn.change(next)
          if (!back && mayBeAged(context, changed, again))
            throw new Unexercised('the minimum age was over when the change was asked for')
          mustNotBeChanged(again)
          granted(await turn.logIn(current))
          must.refused(await turn.logIn(next), 400, 'invalid_grant', badCredentials)
        } finally {
          await restore(turn, context)
        }
      }),
  )
}

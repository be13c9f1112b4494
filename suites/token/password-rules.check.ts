import { check, Inconclusive, must } from '../../src/kit/index.ts'
import { atPasswordDesk, mustNotBeChanged, policyOf, ready, restore } from './password-desk.ts'
import { errorsOf, mustTellNumber } from './password-error.ts'
import { justLawful, rules, type Rule } from './passwords.ts'
import { password } from './requirements.ts'
import { granted } from './steps.ts'

check(
  password['password-length'],
  'just-as-long-as-it-must-be',
  {
    alone: true,
    effects: true,
    needs: ['password-change', 'password-restored', 'password-policy', 'password-length'],
    brokenBy: ['password-of-least-length-refused', 'password-of-fewest-kinds-refused'],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const { current: former } = turn
      const policy = policyOf(context.target)
      const next = justLawful(policy, context.fresh.tag)
      try {
        const answer = await turn.changeForGood(next)
        // It may be one that was used before, or one that is refused for its characters; the rules that it keeps are told by none of these codes.
        const kept = Object.entries(rules).flatMap(([rule, code]) => (policy[rule as Rule] === undefined ? [] : [code]))
        const told = errorsOf(answer).map(({ error }) => String(error))
        must.equal(
          `codes of rules that a password of ${next.length} characters keeps`,
          told.filter((code) => (kept as string[]).includes(code)),
          [],
        )
        granted(await turn.logIn(turn.current))
        if (turn.current !== former) must.refused(await turn.logIn(former), 400, 'invalid_grant')
      } finally {
        await restore(turn, context)
      }
    }),
)

// Each of these lacks most of what a policy wants: which rule is told is not said, but its number is its own.
for (const [kind, wanted] of Object.entries({ small: 'vj', capital: 'QW', digits: '73', special: '#!' })) {
  check(
    password['password-error-number'],
    `two-characters-${kind}`,
    {
      needs: ['password-trials', 'password-policy', 'password-length'],
      sampled: true,
      brokenBy: [kind === 'digits' ? 'password-number-unsaid' : 'mc07-number-of-length-rule'],
    },
    (context) =>
      atPasswordDesk(context, async (turn) => {
        await ready(turn)
        const policy = policyOf(context.target)
        if ((policy.minLength ?? 0) <= wanted.length)
          throw new Inconclusive('the policy takes a password of two characters')
        const answer = await turn.change(wanted)
        mustNotBeChanged(answer)
        mustTellNumber(answer, policy)
      }),
  )
}

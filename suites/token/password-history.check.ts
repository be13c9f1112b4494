import { check, must, rely, Unexercised } from '../../src/kit/index.ts'
import { atPasswordDesk, policyOf, ready, restore } from './password-desk.ts'
import { refusedWith } from './password-error.ts'
import { lawful } from './passwords.ts'
import { password } from './requirements.ts'

check(
  password['password-used-before'],
  'the-one-before-the-former',
  {
    alone: true,
    needs: ['password-history'],
    brokenBy: ['password-before-the-former-taken', 'password-history-unenforced'],
  },
  async (context) => {
    const policy = policyOf(context.target)
    // Whether the password in force is one of those that a history counts is not stated.
    if ((policy.history ?? 0) < 3) throw new Unexercised('passwordPolicy.history is below 3')
    await atPasswordDesk(context, async (turn) => {
      await ready(turn)
      const first = turn.current
      try {
        const once = await turn.changeForGood(lawful(policy, `${context.fresh.tag}6`))
        await rely(password['change-answered'], async () => must.success(once))
        const second = lawful(policy, `${context.fresh.tag}7`)
        const twice = await turn.changeForGood(second)
        // What is behind MC-12 and MC-13 is open (A-PWD-15): a second change may be one too many, or its password too near to the first.
        if (turn.current !== second)
          throw new Unexercised(`a second change is refused: status ${twice.status} ${twice.text}`)
        // A target may have a longer minimum age than its file declares, and name that rule first (A-PWD-15).
        refusedWith(await turn.changeForGood(first), ['MC-05', 'MC-12'])
      } finally {
        await restore(turn, context)
      }
    })
  },
)

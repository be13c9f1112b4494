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
        for (const sign of ['6', '7']) {
          const answer = await turn.changeForGood(lawful(policy, `${context.fresh.tag}${sign}`))
          await rely(password['change-answered'], async () => must.success(answer))
        }
        // A target may have a longer minimum age than its file declares, and name that rule first (A-PWD-15).
        refusedWith(await turn.changeForGood(first), ['MC-05', 'MC-12'])
      } finally {
        await restore(turn, context)
      }
    })
  },
)

import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { atPasswordDesk, mustBeChanged, policyOf, ready, restore } from './password-desk.ts'
import { lawful } from './passwords.ts'
import { password } from './requirements.ts'
import { granted } from './steps.ts'

check(
  password['change-takes-effect'],
  'while-logins-are-under-way',
  { alone: true, effects: true, brokenBy: ['login-under-way-writes-old-password-back'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await turn.waitOutAge()
      await ready(turn)
      const old = turn.current
      try {
        // Which of them comes first is open: the logins may be served or refused.
        const logins = [turn.logIn(old), turn.logIn(old)]
        const [answer] = await Promise.all([
          turn.changeAged(lawful(policyOf(context.target), context.fresh.tag)),
          ...logins,
        ])
        mustBeChanged(answer)
        granted(await turn.logIn(turn.current))
        must.refused(await turn.logIn(old), 400, 'invalid_grant')
      } finally {
        await restore(turn, context)
      }
    }),
)

import { check } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { show } from '../../src/kit/show.ts'
import { atPasswordDesk, mustNotBeChanged, policyOf, ready, restore } from './password-desk.ts'
import { errorsOf } from './password-error.ts'
import { lawful } from './passwords.ts'
import { password } from './requirements.ts'
import { granted } from './steps.ts'
import { firstTaken, longPassword, wholePasswords } from './whole-passwords.ts'

interface Unusual {
  /** Passwords to try in turn until one is taken. */
  of(plain: string): readonly string[]
  readonly faults: readonly string[]
  readonly always?: true
}

/** New passwords that are kept or refused as a whole. */
const unusual: Readonly<Record<string, Unusual>> = {
  'beyond-ascii': { of: (plain) => [`${plain}\u00e4\u00df`], faults: ['non-ascii-new-unusable'] },
  'with-an-escape': {
    of: (plain) => [`${plain}%41+b`],
    faults: ['new-password-decoded-twice', 'login-password-decoded-twice'],
  },
  'of-80-characters': {
    of: (plain) => [longPassword(plain)],
    faults: ['long-new-truncated', 'password-72-bytes', 'password-cut-at-72-bytes-for-change-password'],
  },
  // What a run may leave out above is here in one, as far as the service takes it.
  'of-80-characters-with-escapes': {
    always: true,
    of: wholePasswords,
    faults: [
      'new-password-decoded-twice',
      'login-password-decoded-twice',
      'passwords-decoded-twice-everywhere',
      'passwords-cut-at-an-ampersand',
      'long-new-truncated',
      'password-72-bytes',
      'password-cut-at-72-bytes-for-change-password',
    ],
  },
}

for (const [situation, { of, faults, always }] of Object.entries(unusual)) {
  check(
    password['change-takes-effect'],
    `password-${situation}`,
    {
      alone: true,
      ...(always ? {} : { sampled: true as const }),
      effects: true,
      brokenBy: [...faults] as [string, ...string[]],
    },
    (context) =>
      atPasswordDesk(context, async (turn) => {
        await ready(turn)
        const former = turn.current
        const logInWrongly = async (wrong: string) =>
          must.refused(await turn.logIn(wrong), 400, 'invalid_grant', /^bad credentials$/i)
        try {
          const next = await firstTaken(turn, of(lawful(policyOf(context.target), context.fresh.tag)))
          granted(await turn.logIn(next ?? former))
          // Such a password may be refused; then the old one stays in force.
          if (next === undefined) return
          await logInWrongly(`${next.slice(0, -1)}q`)
          if (next.includes('%41')) {
            granted(await turn.logIn(next))
            await logInWrongly(next.replace('%41', 'A'))
          }
          // It is told to be changed again, too: then it is the old one, and in another field.
          const another = lawful(policyOf(context.target), `${context.fresh.tag}8`)
          await turn.waitOutAge()
          mustNotBeChanged(await turn.change(another, `${next.slice(0, -1)}q`))
          const again = await turn.changeAged(another)
          const known = !errorsOf(again).some(({ error: code }) => ['MC-14', 'invalid_grant'].includes(String(code)))
          must.hold('the password in force is taken as the old one', known, show(objectOf(again)))
        } finally {
          await restore(turn, context)
        }
      }),
  )
}

import type { Answer } from '../../src/clients/answer.ts'
import { check, Unexercised } from '../../src/kit/index.ts'
import type { Context } from '../../src/kit/context.ts'
import { must } from '../../src/kit/must.ts'
import { rely } from '../../src/kit/rely.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import type { Identity } from '../../src/target/target.ts'
import { otherClients } from './other-clients.ts'
import {
  atPasswordDesk,
  logInsOfOthers,
  mayBeAged,
  mustBeChanged,
  mustNotBeChanged,
  policyOf,
  ready,
  restore,
  type Turn,
} from './password-desk.ts'
import { errorsOf, refusedWith } from './password-error.ts'
import { barelyLawful, lawful } from './passwords.ts'
import { password } from './requirements.ts'
import { granted } from './steps.ts'

interface Change {
  readonly turn: Turn
  readonly old: string
  readonly next: string
  readonly answer: Answer
}

/** Changes the password, runs the check, and restores the first password whatever the result. */
const changed = (context: Context, look: (change: Change) => Promise<void>, make = lawful) =>
  atPasswordDesk(context, async (turn) => {
    await ready(turn)
    const old = turn.current
    const next = make(policyOf(context.target), context.fresh.tag)
    try {
      await look({ turn, old, next, answer: await turn.changeForGood(next) })
    } finally {
      await restore(turn, context)
    }
  })

const inForce = ({ turn, next }: Change) =>
  rely(password['change-takes-effect'], async () => granted(await turn.logIn(next)))

check(
  password['change-answered'],
  'number-expires-in',
  {
    alone: true,
    brokenBy: [
      'chpw-empty-when-no-policy',
      'password-changed-body-empty',
      'password-changed-expires-in-text',
      'password-changed-expires-in-null',
    ],
  },
  (context) =>
    changed(context, async ({ answer }) => {
      must.success(answer)
      must.be('expires_in', objectOf(answer)['expires_in'], 'a number', answer)
    }),
)

check(
  password['change-takes-effect'],
  'new-accepted-old-refused',
  {
    alone: true,
    effects: true,
    brokenBy: [
      'new-password-stored-encoded',
      'old-password-401',
      'password-change-not-stored',
      'password-former-opens',
      'password-minimum-refused',
      'former-password-taken-for-the-old-one',
      'password-of-a-user-changed-for-the-account',
    ],
  },
  async (context) => {
    const others = await logInsOfOthers(context)
    await changed(
      context,
      async ({ turn, old, next, answer }) => {
        mustBeChanged(answer)
        granted(await turn.logIn(next))
        must.refused(await turn.logIn(old), 400, 'invalid_grant', /^bad credentials$/i)
        for (const logIn of others) granted(await logIn())
        await turn.waitOutAge()
        mustNotBeChanged(await turn.change(lawful(policyOf(context.target), `${context.fresh.tag}8`), old))
      },
      barelyLawful,
    )
  },
)

check(
  password['change-takes-effect'],
  'with-angle-brackets',
  { alone: true, effects: true, brokenBy: ['angle-brackets-filtered-out-of-new-password'] },
  (context) =>
    changed(
      context,
      async ({ turn, old, next, answer }) => {
        // Which signs a password may have is not stated: a refused one is not in force.
        const isRefused = answer.status >= 300 || objectOf(answer)['error'] !== undefined
        const [good, bad] = isRefused ? [old, next] : [next, old]
        granted(await turn.logIn(good))
        must.refused(await turn.logIn(bad), 400, 'invalid_grant')
      },
      (policy, salt) => `${lawful(policy, salt)}<x>`,
    ),
)

// The minimum age is waited out first: with a clock that is set, more time would pass between the login and the change.
check(
  password['change-takes-effect'],
  'old-refused-though-just-used',
  {
    alone: true,
    effects: true,
    brokenBy: ['old-password-from-credential-cache', 'old-password-until-first-login', 'password-former-opens'],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await turn.waitOutAge()
      await ready(turn)
      const old = turn.current
      try {
        mustBeChanged(await turn.changeAged(lawful(policyOf(context.target), context.fresh.tag)))
        must.refused(await turn.logIn(old), 400, 'invalid_grant', /^bad credentials$/i)
        granted(await turn.logIn(turn.current))
      } finally {
        await restore(turn, context)
      }
    }),
)

check(
  password['password-used-before'],
  'the-former-password',
  {
    alone: true,
    brokenBy: ['password-mc-05-reworded', 'password-mc-05-recoded', 'password-history-unenforced'],
  },
  (context) =>
    changed(context, async (change) => {
      await inForce(change)
      // A target may have a longer minimum age than its file declares, and name that rule first: A-PWD-15 leaves what is behind MC-12 open.
      refusedWith(await change.turn.changeForGood(change.old), ['MC-05', 'MC-12'])
    }),
)

check(
  password['password-too-fresh'],
  'changed-a-moment-ago',
  {
    alone: true,
    brokenBy: [
      'mc05-never-used',
      'mc12-wrong-pair',
      'mc12-spelling-corrected',
      'password-mc-12-reworded',
      'password-mc-12-recoded',
      'password-fresh-changeable',
    ],
  },
  (context) =>
    changed(context, async (change) => {
      await inForce(change)
      const other = lawful(policyOf(context.target), `${context.fresh.tag}9`)
      // One that begins like the password in force is none that was used; where it is too near to be valid, another is asked for.
      const near = await change.turn.change(change.next.slice(0, 8) + other.slice(8))
      const again = errorsOf(near)[0]?.error === 'MC-13' ? await change.turn.change(other) : near
      if (!mayBeAged(context, change.answer, again)) refusedWith(again, ['MC-12'])
    }),
)

check(
  password['change-takes-effect'],
  'whichever-client-asks',
  {
    alone: true,
    effects: true,
    needs: ['second-client'],
    brokenBy: ['password-changed-for-own-client', 'password-former-opens'],
  },
  (context) =>
    changed(context, async (change) => {
      const { turn, old, next, answer } = change
      mustBeChanged(answer)
      for (const client of otherClients(context, 'password')) {
        const logIn = (secret: string) => turn.api.token.obtain({ password: secret }, { client })
        const taken = await logIn(next)
        // A client that is not allowed for the account tells nothing of passwords.
        if (objectOf(taken)['error'] === 'unauthorized_client') continue
        granted(taken)
        must.refused(await logIn(old), 400, 'invalid_grant', /^bad credentials$/i)
        granted(await turn.logIn(next))
      }
    }),
)

check(
  password['change-takes-effect'],
  'whichever-client-had-asked',
  {
    alone: true,
    effects: true,
    needs: ['second-client'],
    brokenBy: [
      'old-password-lives-on-for-other-clients',
      'old-password-from-credential-cache',
      'password-former-opens',
    ],
  },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await turn.waitOutAge()
      await ready(turn)
      const old = turn.current
      const logIn = (client: Identity['client'], secret: string) =>
        turn.api.token.obtain({ password: secret }, { client })
      const allowed: Identity['client'][] = []
      // A client that is not allowed for the account tells nothing of passwords.
      for (const client of otherClients(context, 'password'))
        if (objectOf(await logIn(client, old))['error'] !== 'unauthorized_client') allowed.push(client)
      if (allowed.length === 0) throw new Unexercised('no other client is allowed for identities.password')
      try {
        mustBeChanged(await turn.changeAged(lawful(policyOf(context.target), context.fresh.tag)))
        for (const client of allowed) {
          must.refused(await logIn(client, old), 400, 'invalid_grant', /^bad credentials$/i)
          granted(await logIn(client, turn.current))
        }
      } finally {
        await restore(turn, context)
      }
    }),
)

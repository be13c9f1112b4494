import type { Check } from '../kit/check.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Checks that cannot run beside each other wait for their turn; all others begin at once. */
export function takingTurns(): <T>(check: Pick<Check, 'needs'>, job: () => Promise<T>) => Promise<T> {
  const turns = [
    // An approval may end the codes of the same user that were not redeemed yet: how long a code lives is not shown (A-TOK-40).
    { need: 'authorization-code', take: oneAtATime() },
    // A check that makes users for itself holds a subscription for each, of which an account may have few (B-USR-17).
    { need: 'many-users', take: oneAtATime() },
  ] as const
  return (check, job) =>
    turns
      .filter(({ need }) => check.needs.includes(need))
      .reduce(
        (inner, { take }) =>
          () =>
            take(inner),
        job,
      )()
}

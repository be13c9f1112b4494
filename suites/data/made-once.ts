import type { Context } from '../../src/kit/index.ts'
import { currentScope, type Scope } from '../../src/target/scope.ts'
import type { Target } from '../../src/target/target.ts'

const madeAtMost = 4

/**
 * Records that all checks of a target share: made once, never changed. A check that is repeated to confirm a finding gets
 * others, because a confirmation has a fresh namespace.
 */
export function madeOnce<T>(make: (context: Context) => Promise<T>): (context: Context) => Promise<T> {
  const known = new WeakMap<Target, Promise<{ readonly made: T; readonly wroteAt: number | undefined }>[]>()
  const attempts = new WeakMap<Target, Map<string, number>>()
  const positions = new WeakMap<Scope, number>()

  /** How often the current check was tried before; all runs of one property are one attempt. */
  function attemptOf(target: Target): number {
    const scope = currentScope()
    if (!scope) return 0
    const counts = attempts.get(target) ?? new Map<string, number>()
    attempts.set(target, counts)
    const attempt = positions.get(scope) ?? counts.get(scope.check) ?? 0
    if (!positions.has(scope)) counts.set(scope.check, attempt + 1)
    positions.set(scope, attempt)
    return attempt
  }

  // Names of its own: what the check that happens to ask first writes is not among them.
  const madeAndShown = async (context: Context) => {
    const made = await make(context.lasting())
    return { made, wroteAt: await context.listsShow() }
  }

  return (context) => {
    const made = known.get(context.target) ?? []
    known.set(context.target, made)
    const position = attemptOf(context.target) % madeAtMost
    const one = made[position] ?? madeAndShown(context)
    made[position] = one
    // If it failed, the next check tries again and reports the reason itself.
    one.catch(() => {
      if (made[position] === one) delete made[position]
    })
    return one.then(({ made: shared, wroteAt }) => {
      // The other checks did not write it: where their lists do not show it yet, they are as patient as its maker.
      if (wroteAt !== undefined) context.shares(wroteAt)
      return shared
    })
  }
}

import type { Arbitrary } from 'fast-check'
import { currentScope } from '../target/scope.ts'
import type { Context } from './context.ts'
import { Breach } from './mismatch.ts'

export type FastCheck = (typeof import('fast-check'))['default']

export interface Exploration {
  /** Generated values of a standard run. */
  readonly runs: number
  /** Requests that shrinking may send before it settles for the smallest value so far. */
  readonly shrinkRequests?: number
}

/**
 * Runs a body on generated values, each in a namespace of its own, and shrinks the first value that breaks the rule.
 * Anything but a breach of the check's own rule (a blocked step, a relied-on rule, a crash) ends it at once and is passed on unshrunk.
 */
export async function explore<T>(
  fc: FastCheck,
  context: Context,
  values: Arbitrary<T>,
  { runs, shrinkRequests = 300 }: Exploration,
  body: (context: Context, value: T) => Promise<void>,
): Promise<void> {
  const sent = () => currentScope()?.exchanges.length ?? 0
  let breach: Breach | undefined
  let ended: { readonly by: unknown } | undefined
  let limit = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(values, async (value) => {
    fc.pre(ended === undefined && sent() < limit)
    try {
      await body(context.renew(), value)
    } catch (error) {
      if (error instanceof Breach && error.relied === undefined) breach = error
      else ended = { by: error }
      if (ended && breach) fc.pre(false)
      throw error
    }
  })
  const seed = context.seed | 0
  const found = await fc.check(property, { seed, numRuns: runs, endOnFailure: true })
  if (ended) throw ended.by
  if (!breach) {
    if (found.failed && found.errorInstance == null) throw new Error('the generator gave no value that could be used')
    if (found.failed) throw found.errorInstance
    return
  }
  const path = found.counterexamplePath ?? undefined
  const scope = currentScope()
  if (scope?.confirms)
    throw new Breach(breach.mismatch, { trace: { seed, path, ...(breach.trace as object | undefined) } })
  limit = sent() + shrinkRequests
  if (scope) scope.shrinks = true
  // The first part of the path names the failing value: starting there, only its shrinks are tried.
  const shrunk = await fc.check(property, { seed, ...(path === undefined ? {} : { path }), numRuns: 1 })
  throw new Breach(breach.mismatch, {
    trace: { seed, path: shrunk.counterexamplePath ?? path, ...(breach.trace as object | undefined) },
  })
}

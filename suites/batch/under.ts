import { Breach } from '../../src/kit/index.ts'
import type { Requirement } from '../../src/kit/index.ts'

/** A case is held against several requirements at once: what is broken in here is this one. */
export function under<T>(requirement: Requirement, body: () => T): T {
  const named = (error: unknown): never => {
    throw error instanceof Breach && error.broken === undefined
      ? new Breach(error.mismatch, {
          ...(error.relied === undefined ? {} : { relied: error.relied }),
          trace: error.trace,
          broken: requirement,
        })
      : error
  }
  try {
    const result = body()
    return result instanceof Promise ? (result.catch(named) as T) : result
  } catch (error) {
    return named(error)
  }
}

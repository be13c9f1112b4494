import { Breach } from './mismatch.ts'
import { relying } from './relying.ts'
import type { Requirement } from './requirements.ts'

/**
 * A setup step that has a requirement of its own: if the step breaks it, the finding belongs to that requirement, and the
 * check that relied on it is blocked; but where the step was done and only its status is another success, the check goes on.
 */
export async function rely<T>(requirement: Requirement, step: () => Promise<T>): Promise<T> {
  try {
    return await relying.run(requirement.id, step)
  } catch (error) {
    if (error instanceof Breach && error.relied === undefined)
      throw new Breach(error.mismatch, { relied: requirement.id })
    throw error
  }
}

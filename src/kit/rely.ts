import { Breach } from './mismatch.ts'
import type { Requirement } from './requirements.ts'

/**
 * A setup step that itself is ruled by a requirement: where it breaks that rule, the finding is that rule's, and the
 * check that relied on it is blocked.
 */
export async function rely<T>(requirement: Requirement, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Breach && error.relied === undefined)
      throw new Breach(error.mismatch, { relied: requirement.id })
    throw error
  }
}

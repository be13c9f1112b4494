import { Breach } from './mismatch.ts'
import type { Requirement } from './requirements.ts'

/**
 * A setup step that has a requirement of its own: if the step breaks it, the finding belongs to that requirement, and the
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

import { Blocked } from './blocked.ts'

/** For what is done beside a check: nothing where it was blocked; any other error goes on. */
export function unlessBlocked(error: unknown): undefined {
  if (!(error instanceof Blocked)) throw error
  return undefined
}

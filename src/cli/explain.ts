import { visible } from '../errors/visible.ts'
import { UserError } from '../errors/user-error.ts'
import { Unreachable } from '../target/unreachable.ts'

/** Says what went wrong, and gives the exit code: 2 for what the user has to put right, 3 for a target that is not there and for faults of the kit. */
export function explain(error: unknown): 2 | 3 {
  if (error instanceof UserError || error instanceof Unreachable) {
    process.stderr.write(`fieldproof: ${visible(error.message)}\n`)
    return error instanceof UserError ? 2 : 3
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`fieldproof: internal error, please report it: ${visible(text)}\n`)
  return 3
}

import { UsageError } from '../errors/usage-error.ts'
import { TargetError } from '../target/target-error.ts'
import { Unreachable } from '../target/unreachable.ts'

/** Says in one line what went wrong, and gives the exit code: 2 for the user's input, 3 for a target that is not there. */
export function explain(error: unknown): 2 | 3 {
  if (error instanceof UsageError || error instanceof TargetError) {
    process.stderr.write(`fieldproof: ${error.message}\n`)
    return 2
  }
  if (error instanceof Unreachable) {
    process.stderr.write(`fieldproof: ${error.message}\n`)
    return 3
  }
  process.stderr.write(
    `fieldproof: an error of the kit itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  return 3
}

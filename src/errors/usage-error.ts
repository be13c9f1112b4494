/** Bad input of the user's: one clear line, exit code 2, nothing half written. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

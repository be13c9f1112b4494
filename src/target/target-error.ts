/** The target file cannot be used: the message holds file, line, column and what to do. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}

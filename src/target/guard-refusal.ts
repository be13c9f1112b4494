/** A write to an object that does not belong to this run: a bug of the kit, stopped before it was sent. */
export class GuardRefusal extends Error {
  override readonly name = 'GuardRefusal'

  constructor(
    request: string,
    /** What it would have touched. */
    readonly why: string,
  ) {
    super(`${request} was not sent: ${why}`)
  }
}

/** A write that aimed at an object which is not this run's own: a fault of the kit's, stopped before it was sent. */
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

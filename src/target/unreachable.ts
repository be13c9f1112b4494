/** Nothing is listening at an address of the target, so nothing can be judged. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Nobody listens at an address of the target: nothing can be judged. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

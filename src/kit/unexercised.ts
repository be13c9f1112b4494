/** What the target answered left a check nothing to judge: it passes nothing and accuses nobody. */
export class Unexercised extends Error {
  override readonly name = 'Unexercised'
}

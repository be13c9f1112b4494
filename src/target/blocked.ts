/** A prerequisite is missing, or the environment made the check inconclusive. Red, but no verdict on the target. */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

import { Blocked } from './blocked.ts'

/** The environment disturbed this attempt (others wrote meanwhile, a race was slowed down), so it proves nothing about the target; another attempt may. */
export class Inconclusive extends Blocked {
  constructor(
    message: string,
    /** How often it is worth to begin anew. */
    readonly againAtMost = 6,
  ) {
    super(message)
  }
}

import { Blocked } from './blocked.ts'

/** The environment spoilt this attempt (others wrote meanwhile, a race was slowed down), so that it says nothing of the target; another attempt may. */
export class Inconclusive extends Blocked {}

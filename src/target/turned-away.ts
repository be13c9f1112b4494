import { Inconclusive } from './inconclusive.ts'

/** A request of a race was answered with 429 or 503, and did nothing. A target that serves fewer at once never serves the race. */
export class TurnedAway extends Inconclusive {}

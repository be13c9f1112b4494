import type { CountedSide, PlannedCheck } from './stream.ts'

/** Whether a check counts where only those of a side do; without a side all of them count. */
export const isOfSide = (side: CountedSide | undefined, check: Pick<PlannedCheck, 'side'>): boolean =>
  side === undefined || side === 'both' || side === (check.side ?? 'server')

import { allFaults, allVariants } from '../platform/deviations.ts'
import { nearest } from '../errors/nearest.ts'
import { UsageError } from '../errors/usage-error.ts'

/** Refuses ids that no fault or variant has, with the nearest one that exists. */
export function knownDeviations(faults: readonly string[], variants: readonly string[]): void {
  const look = (option: string, ids: readonly string[], known: readonly string[]) => {
    for (const id of ids)
      if (!known.includes(id))
        throw new UsageError(
          `${option} ${id}: there is none of that name; the nearest is ${nearest(id, known)} ("fieldproof list ${option.slice(2)}s" shows all)`,
        )
  }
  look(
    '--fault',
    faults,
    allFaults.map(({ id }) => id),
  )
  look(
    '--variant',
    variants,
    allVariants.map(({ id }) => id),
  )
}

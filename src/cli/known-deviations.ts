import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'
import { clashOf } from '../platform/compose.ts'
import { allWorlds } from '../platform/worlds/named.ts'
import { allFaults, allVariants } from '../platform/deviations.ts'

/** Refuses ids that no fault or variant has, and those that cannot be in force together. */
export function knownDeviations(faults: readonly string[], variants: readonly string[]): void {
  refuseUnknown('fault', faults, allFaults)
  refuseUnknown('variant', variants, allVariants)
  const clash = clashOf([
    ...faults.flatMap((id) => allFaults.filter((one) => one.id === id)),
    ...variants.flatMap((id) => allVariants.filter((one) => one.id === id)),
  ])
  if (clash !== undefined) throw new UserError(clash, { todo: 'serve them one at a time' })
}

/** Refuses the name of a world that is none. */
export function knownWorld(name: string): void {
  refuseUnknown(
    'world',
    [name],
    allWorlds.map((world) => ({ id: world.name })),
  )
}

function refuseUnknown(kind: string, ids: readonly string[], all: ReadonlyArray<{ readonly id: string }>): void {
  const known = all.map(({ id }) => id)
  for (const id of ids)
    if (!known.includes(id))
      throw new UserError(`--${kind} ${id}: there is no such ${kind}`, {
        todo: didYouMean(id, known) ?? `"fieldproof list ${kind}s" shows all`,
      })
}

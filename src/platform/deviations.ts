import type { Fault, Variant } from './deviation.ts'
import { authorizationFaults } from './faults/authorization.ts'
import { batchFaults } from './faults/batch.ts'
import { companyFaults } from './faults/company.ts'
import { cqlFaults } from './faults/cql.ts'
import { dataFaults } from './faults/data.ts'
import { directoryFaults } from './faults/directory.ts'
import { generalFaults } from './faults/general.ts'
import { passwordFaults } from './faults/password.ts'
import { recordFaults } from './faults/record.ts'
import { shapingFaults } from './faults/shaping.ts'
import { tokenFaults } from './faults/token.ts'
import { accessVariants } from './variants/access.ts'
import { batchVariants } from './variants/batch.ts'
import { cqlVariants } from './variants/cql.ts'
import { dataVariants } from './variants/data.ts'
import { recordVariants } from './variants/record.ts'

export const allFaults: readonly Fault[] = [
  ...generalFaults, ...tokenFaults, ...passwordFaults, ...authorizationFaults, ...directoryFaults, ...companyFaults,
  ...recordFaults, ...dataFaults, ...shapingFaults, ...cqlFaults, ...batchFaults,
]

export const allVariants: readonly Variant[] = [...accessVariants, ...recordVariants, ...dataVariants, ...cqlVariants, ...batchVariants]

/** The deviation of each id; an unknown id is an error that names what comes near. */
export function named<D extends { readonly id: string }>(kind: string, known: readonly D[], ids: readonly string[]): D[] {
  return ids.map((id) => {
    const found = known.find((deviation) => deviation.id === id)
    if (found) return found
    const first = id.split('-')[0] ?? id
    const near = known.map((deviation) => deviation.id).filter((other) => other.startsWith(`${first}-`)).slice(0, 8)
    throw new Error(`unknown ${kind} ${JSON.stringify(id)}${near.length > 0 ? `; there are ${near.join(', ')}` : ''}`)
  })
}

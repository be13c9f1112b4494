import type { Variant } from '../deviation.ts'
import type { Seams } from '../seams/seams.ts'

/** A fault's way of deviating, as a lawful reading. */
export const lawful = (
  leaves: Variant['leaves'],
  { id, says, rule, seam }: Pick<Variant, 'id' | 'says' | 'rule' | 'seam'>,
): Variant => ({ id, says, leaves, ...(rule ? { rule } : {}), ...(seam ? { seam } : {}) })

/** A lawful reading in the way of every request. */
export const through = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  way: Seams['passage']['through'],
): Variant => ({ id, leaves, says, seam: { passage: { through: way } } })

/** Served beside no other variant. */
export const alone = (variant: Variant): Variant => ({ ...variant, alone: true })

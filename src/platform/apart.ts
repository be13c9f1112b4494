import { isChained, replacedBy } from './compose.ts'
import type { Variant } from './deviation.ts'

/** Whether two variants are not served together: they replace the same rule or seam, one says that it excludes the other, or stands alone. */
export const areApart = (one: Variant, other: Variant): boolean =>
  one.alone === true || other.alone === true || replaceTheSame(one, other) || says(one, other) || says(other, one)

export const replaceTheSame = (one: Variant, other: Variant): boolean =>
  replacedBy(one).some((name) => !isChained(name) && replacedBy(other).includes(name))

const says = (one: Variant, other: Variant): boolean => one.excludes?.includes(other.id) ?? false

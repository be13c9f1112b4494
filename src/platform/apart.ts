import { isChained, replacedBy } from './compose.ts'
import type { Variant } from './deviation.ts'

/** Whether two variants cannot be served together: they replace the same rule or seam, or one says that it excludes the other. */
export const areApart = (one: Variant, other: Variant): boolean =>
  replaceTheSame(one, other) || says(one, other) || says(other, one)

export const replaceTheSame = (one: Variant, other: Variant): boolean =>
  replacedBy(one).some((name) => !isChained(name) && replacedBy(other).includes(name))

const says = (one: Variant, other: Variant): boolean => one.excludes?.includes(other.id) ?? false

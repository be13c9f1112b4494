/** An id in its comparable form: no dashes, upper case. */
export const plainId = (id: string): string => id.replaceAll('-', '').toUpperCase()

/** Whether two values are spellings of the same id. Anything but a string is not an id. */
export const sameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && plainId(one) === plainId(other)

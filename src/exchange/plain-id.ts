/** Ids are compared without dashes and letter case. */
export const plainId = (id: string): string => id.replaceAll('-', '').toUpperCase()

/** Two spellings of one id. Anything but a text is no id. */
export const sameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && plainId(one) === plainId(other)

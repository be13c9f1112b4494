/** Ids are compared without dashes and letter case. */
export const plainId = (id: string): string => id.replaceAll('-', '').toUpperCase()

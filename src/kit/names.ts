/** Account and user names compare without letter case: the documents say nothing of it. */
export const sameName = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()

/** Names of a list of companies, sorted; none if it is not a list. */
export const namesOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list : [])
    .map((company: unknown) => String((company as { name?: unknown } | null)?.name))
    .sort()

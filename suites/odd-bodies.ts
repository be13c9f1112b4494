/** Bodies that are no JSON object of the fields of a call: one that breaks off after the name of such a field, others, and objects of values of other types. */
export const oddBodies = (field: string, ...mistyped: ReadonlyArray<Readonly<Record<string, unknown>>>): string[] => [
  `{"${field}":`,
  '[]',
  'null',
  '"text"',
  '',
  `${'['.repeat(500)}${']'.repeat(500)}`,
  ...mistyped.map((one) => JSON.stringify(one)),
]

/** What a body of 300,000 characters is filled up with. */
export const padding = 'x'.repeat(300_000)

/** Media types that no call is said to take. */
export const oddMediaTypes = ['text/plain', 'application/x-www-form-urlencoded', 'no media type'] as const

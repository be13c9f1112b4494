/** The JSON object in the body of an answer, or of a response part; empty where the body is anything else. */
export const objectOf = (answer: { readonly json: unknown } | undefined): Readonly<Record<string, unknown>> => {
  const json = answer?.json
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {}
}

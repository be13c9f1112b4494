/** A statement with a data-changing keyword outside quotes is not sent, even though the documents allow only select. */
export const selects = (body: string): boolean => {
  let statement: unknown
  try {
    statement = (JSON.parse(body) as { query?: unknown } | null)?.query
  } catch {
    statement = body
  }
  const bare = String(statement ?? '').replace(/"[^"]*"|'[^']*'/g, '')
  return !/\b(?:insert|update|delete|merge|drop|alter|create|truncate|replace|call|exec\w*|grant)\b/i.test(bare)
}

/** A build of a report and a download of a template change nothing. `route` is in lower case. */
export const isReportCall = (route: string, base: string | undefined): boolean =>
  base !== undefined && ['', '/build', '/download'].some((end) => route.endsWith(base.toLowerCase() + end))

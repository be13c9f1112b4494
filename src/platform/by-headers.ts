import type { Call } from './interface.ts'

/** The query parameters of the request context, and the header in which an interface of part B takes each. */
const headers: Readonly<Record<string, string>> = { account: 'X-Account-Name', company: 'X-Company-Name' }

/** A call whose context stands in headers, as one that the token and context rules can judge: its query shows what the headers say. */
export const contextFromHeaders = (
  call: Call,
  reads: (header: string | undefined, query: string | undefined) => string | undefined,
): Call => ({
  ...call,
  query: {
    ...call.query,
    get: (name) =>
      name in headers ? reads(call.header(headers[name] ?? ''), call.query.get(name)) : call.query.get(name),
  },
})

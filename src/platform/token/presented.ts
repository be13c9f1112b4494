import type { House } from '../house.ts'
import type { Call } from '../interface.ts'

/** The token of a resource call, in header or query (A-AUT-03, 04); malformed if it is not a bearer token, or if there are several. */
export function presented(call: Call, { rules }: House): 'malformed' | { readonly token: string | undefined } {
  const header = rules.bearer.fromHeader(
    call.request.headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value),
    call.operation,
  )
  const query = rules.bearer.fromQuery(call.query.all('access_token'), call.operation)
  if (header === 'malformed' || query === 'malformed' || header.length > 1 || query.length > 1) return 'malformed'
  const [inHeader] = header
  const [inQuery] = query
  if (inHeader === undefined || inQuery === undefined || inHeader === inQuery) return { token: inHeader ?? inQuery }
  const token = rules.bearer.chosen(inHeader, inQuery)
  return token === undefined ? 'malformed' : { token }
}

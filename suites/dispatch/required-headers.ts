import type { Answer } from '../../src/clients/answer.ts'
import type { CallOptions } from '../../src/clients/call.ts'
import { matchers, settle } from '../../src/kit/index.ts'

/** Headers that every call has to carry (B-DSP-01). */
export const dispatchHeaders = [
  'Authorization',
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-ID',
  'X-Company-Name',
] as const

/** A call without one of them. */
export const lackingHeader = (header: string): CallOptions =>
  header === 'Authorization' ? { token: 'none' } : { headers: { [header]: undefined } }

/** Headers without which callers in the field are served, as they send the ids. */
export const nameHeaders: readonly string[] = ['X-Account-Name', 'X-Company-Name']

/** A call without a header is refused. */
export function mustNeedHeader(header: string, answer: Answer): void {
  const served = matchers.refused4xx(answer)
  const isKnown = nameHeaders.includes(header) && answer.status >= 200 && answer.status < 300
  settle(
    served && {
      ...served,
      ...(isKnown ? { seenInTheWild: `real systems are known to serve calls of ids without ${header}` } : {}),
    },
  )
}

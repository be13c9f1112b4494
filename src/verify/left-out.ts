import { noAuthorization, type Inspection } from '../contract/index.ts'
import { headerOf, type Exchange } from '../exchange/exchange.ts'

interface Inspected {
  readonly exchange: Exchange
  readonly seen: Inspection
}

const heldAtMost = 1000

/**
 * Browsers leave all Authorization headers out of what they export, unless they are told to keep them: a call that was served is blamed for having
 * none only if the recording has one somewhere.
 */
export function leftOut() {
  const held: Inspected[] = []
  let isAny = false
  return {
    /** What can be told now, of earlier exchanges, too. */
    sift(exchange: Exchange, seen: Inspection): readonly Inspected[] {
      isAny ||= headerOf(exchange.request.headers, 'Authorization') !== undefined
      if (isAny) return [...held.splice(0), { exchange, seen }]
      const doubtful = isRefused(exchange) ? [] : seen.findings.filter(({ actual }) => actual === noAuthorization)
      if (doubtful.length === 0) return [{ exchange, seen }]
      if (held.length < heldAtMost) held.push({ exchange, seen: { ...seen, findings: doubtful } })
      const statements = doubtful.map(({ statement }) => statement)
      return [
        {
          exchange,
          seen: {
            ...seen,
            asked: seen.asked.filter((statement) => !statements.includes(statement)),
            findings: seen.findings.filter((finding) => !doubtful.includes(finding)),
          },
        },
      ]
    },
    /** Set if the recording seems to have none of these headers. */
    notice: (): string | undefined =>
      held.length === 0
        ? undefined
        : 'no entry has an Authorization header, though calls were served: whoever recorded them left it out, and it was not judged',
  }
}

/** A call without a token is refused so. */
const isRefused = ({ response }: Exchange): boolean => [400, 401, 403].includes(response?.status ?? 0)

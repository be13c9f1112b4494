import { absent, isCallerHeader, noAuthorization, type Inspection } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'

interface Inspected {
  readonly exchange: Exchange
  readonly seen: Inspection
}

type Finding = Inspection['findings'][number]
type Kind = 'authorization' | 'named'

const heldAtMost = 1000

/** The kind of header that a call is blamed for not having. */
const missedIn = ({ actual, parameter }: Finding): Kind | undefined =>
  actual === noAuthorization
    ? 'authorization'
    : actual === absent && /^(?:x-|accept$|content-type$)/i.test(parameter ?? '')
      ? 'named'
      : undefined

const told: Readonly<Record<Kind, string>> = {
  authorization:
    'no entry has an Authorization header, though calls were served: whoever recorded them left it out, and it was not judged',
  named:
    'no entry has headers of its caller, though calls were served: whoever recorded them left them out, and they were not judged',
}

/**
 * Browsers leave all Authorization headers out of what they export, unless they are told to keep them, and some recorders all headers: a call that
 * was served is blamed for having none only if the recording has one somewhere, and for another only if it has headers of callers at all.
 */
export function leftOut() {
  let held: Array<Inspected & { readonly kind: Kind }> = []
  const had = new Set<Kind>()
  return {
    /** What can be told now, of earlier exchanges, too. */
    sift(exchange: Exchange, seen: Inspection): readonly Inspected[] {
      for (const [name] of exchange.request.headers) {
        if (/^authorization$/i.test(name)) had.add('authorization')
        if (isCallerHeader(name)) had.add('named')
      }
      const certain = held.filter(({ kind }) => had.has(kind))
      held = held.filter(({ kind }) => !had.has(kind))
      const doubtful = isRefused(exchange)
        ? []
        : seen.findings.flatMap((finding) => {
            const kind = missedIn(finding)
            return kind === undefined || had.has(kind) ? [] : [{ finding, kind }]
          })
      for (const { finding, kind } of doubtful)
        if (held.length < heldAtMost) held.push({ exchange, kind, seen: { ...seen, findings: [finding] } })
      if (doubtful.length === 0) return [...certain, { exchange, seen }]
      const found = doubtful.map(({ finding }) => finding)
      const statements = new Set(found.map(({ statement }) => statement))
      return [
        ...certain,
        {
          exchange,
          seen: {
            ...seen,
            asked: seen.asked.filter((statement) => !statements.has(statement)),
            findings: seen.findings.filter((finding) => !found.includes(finding)),
          },
        },
      ]
    },
    /** Set if the recording seems to have none of these headers. */
    notice(): string | undefined {
      const kinds = [...new Set(held.map(({ kind }) => kind))]
      return kinds.length === 0 ? undefined : kinds.map((kind) => told[kind]).join('; ')
    },
  }
}

/** A call without a token is refused so. */
const isRefused = ({ response }: Exchange): boolean => [400, 401, 403].includes(response?.status ?? 0)

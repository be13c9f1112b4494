import { methodsAt } from '../contract/index.ts'
import { recordedFacts } from '../contract/recorded-facts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { RecordedExchange } from '../har/exchange-of.ts'
import type { HeldAs } from '../har/held-body.ts'

const shownAtMost = 12

/** Counts skipped exchanges, so that none is skipped silently. */
export function notJudged() {
  const counts = new Map<string, { count: number; readonly first: number }>()
  let total = 0
  return {
    add(why: string, entry: number): void {
      total += 1
      const known = counts.get(why)
      if (known) known.count += 1
      else if (counts.size < 1000) counts.set(why, { count: 1, first: entry })
    },
    total: () => total,
    lines(): string[] {
      if (total === 0) return []
      const told = [...counts].sort(([, a], [, b]) => b.count - a.count)
      const rest = told.slice(shownAtMost).reduce((sum, [, { count }]) => sum + count, 0)
      return [
        `${total} ${total === 1 ? 'exchange was' : 'exchanges were'} not judged:`,
        ...told.slice(0, shownAtMost).map(([why, { count, first }]) => `  ${count} x ${why} (first: entry ${first})`),
        ...(rest > 0 ? [`  ${rest} x others`] : []),
      ]
    },
  }
}

const lacking: Readonly<Record<Exclude<HeldAs, 'whole'>, string>> = {
  absent: 'body not recorded',
  cut: 'body truncated in the recording',
  beyond: 'body of more parts, values or levels than are read',
  aside: 'body too large for an entry, stored in a file of its own',
}

/** Why an entry says too little to be judged; undefined where it says enough. */
export function notJudgeable(recorded: RecordedExchange | undefined): string | undefined {
  if (!recorded) return 'no request in the entry'
  const { exchange, sent, received, fromCache } = recorded
  if (fromCache) return "answered from a browser's own cache"
  const kept = sent.kept === 'whole' && exchange.response ? received.kept : sent.kept
  return kept === 'whole' ? undefined : lacking[kept]
}

/** Addresses that real systems are known to serve, and that no document shows. */
const elsewhere =
  /\/service-management\/api\/v2\/composite-tree|\/api\/fsm-connector\/v1|\/re-optimize\/sync$|\/api\/oauth2\/v2\/|\/cloud-attachment-service\/api\/v1|\/technicians\/[^/]+\/skills\b|\/v1\/assignment-details\b|\/partner-dispatch\/v1\/|\/handover$/

/** An address that belongs to no operation of the documents, with the ids in its path replaced. */
export function addressKind({ request }: Exchange): string {
  const { pathname } = new URL(request.url)
  const path = pathname
    .split('/')
    .map((segment) => (/\d/.test(segment) && !/^v\d+$/.test(segment) ? '*' : segment))
    .slice(0, 7)
    .join('/')
  const methods = methodsAt(request.url, recordedFacts).join(', ')
  const what = elsewhere.test(pathname)
    ? 'known of real systems, outside of the documents,'
    : methods === ''
      ? 'no known interface'
      : `a method that the documents do not have there (they have ${methods})`
  return `${what} at ${request.method} ${path.length > 100 ? `${path.slice(0, 100)}...` : path}`
}

import type { Exchange } from '../exchange/exchange.ts'
import type { Out } from './finding.ts'
import type { Observed } from './observed.ts'

/** Calls of the Data API go to version 4 or a later one (A-DAT-30). An address of an earlier one is that of no known operation. */
export function judgeAddress({ id, request }: Exchange, out: Out, seen: Observed | undefined): void {
  const { pathname } = new URL(request.url)
  const earlier = /\/api\/data\/v([0-3])(?:\/|$)/.exec(pathname)
  if (!earlier) {
    if (seen?.reading.match.operation.interface === 'data') out.assertOfCaller('A-DAT-30')
    return
  }
  out.find({
    statement: 'A-DAT-30',
    side: 'client',
    expected: 'the Data API is called at version 4 or a later one',
    actual: `/api/data/v${earlier[1]}`,
    exchanges: [id],
  })
}

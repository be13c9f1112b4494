import type { Totals } from '../../recorder/record.ts'
import { stepLine } from './step-line.ts'

export interface LiveTotals {
  readonly judged: number
  readonly findings: number
}

/** What a recorder is at, on one line of a terminal; nothing in a pipe. */
export function liveLine(
  stream: NodeJS.WriteStream,
  { judges }: { readonly judges: boolean },
): {
  /** It listens. */
  start(): void
  passed(totals: Totals): void
  judged(judged: LiveTotals): void
  end(): void
} {
  const line = stepLine(stream, { unit: 'requests', tells: 'ended', ...(judges ? { called: 'findings' } : {}) })
  let totals: Totals | undefined
  let seen: LiveTotals = { judged: 0, findings: 0 }
  const draw = (): void => {
    if (!totals) {
      line.waits('waits for the first request')
      return
    }
    const { requests, bytes, broken, unwritten, cut } = totals
    const more = [
      size(bytes),
      ...(judges ? [`${seen.judged} judged`] : []),
      ...(broken > 0 ? [`${broken} broken`] : []),
      ...(cut > 0 ? [`${cut} bodies truncated or stored separately`] : []),
      ...(unwritten > 0 ? [`${unwritten} not written`] : []),
    ]
    line.step({ done: requests, found: seen.findings, more, current: 'the last request' })
  }
  return {
    passed(now) {
      totals = now
      draw()
    },
    judged(now) {
      if (now.judged === seen.judged && now.findings === seen.findings) return
      seen = now
      draw()
    },
    start: draw,
    end: line.end,
  }
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

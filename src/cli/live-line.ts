import { minutesAndSeconds } from '../../reports/progress.ts'
import type { Totals } from '../../recorder/record.ts'
import { beatingLine } from './beating-line.ts'

export interface LiveTotals {
  readonly judged: number
  readonly findings: number
}

/** What a recorder is at, on one line of a terminal; nothing in a pipe. */
export function liveLine(stream: NodeJS.WriteStream): {
  /** It listens. */
  start(): void
  passed(totals: Totals): void
  judged(judged: LiveTotals): void
  end(): void
} {
  const line = beatingLine(stream)
  let totals: Totals | undefined
  let seen: LiveTotals | undefined
  let drawn = 0
  const draw = (): void => {
    // A line that changes a thousand times a second is no line.
    if (Date.now() - drawn < 100) return
    drawn = Date.now()
    line.draw((elapsedMs) => [minutesAndSeconds(elapsedMs), ...parts()].join('  '))
  }
  const parts = (): readonly string[] => {
    if (!totals) return ['waits for the first request']
    const { requests, bytes, broken, unwritten, cut } = totals
    return [
      `${requests} requests`,
      size(bytes),
      ...(seen ? [`${seen.findings} findings in ${seen.judged} judged`] : []),
      ...(broken > 0 ? [`${broken} broken`] : []),
      ...(cut > 0 ? [`${cut} bodies truncated or stored separately`] : []),
      ...(unwritten > 0 ? [`${unwritten} not written`] : []),
    ]
  }
  return {
    passed(now) {
      totals = now
      draw()
    },
    judged(now) {
      seen = now
      draw()
    },
    start: draw,
    end: line.end,
  }
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

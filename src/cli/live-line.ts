import type { Totals } from '../../recorder/record.ts'

export interface LiveTotals {
  readonly judged: number
  readonly findings: number
}

/** What a recorder is at, on one line of a terminal; nothing in a pipe. */
export function liveLine(stream: NodeJS.WriteStream): {
  passed(totals: Totals): void
  judged(judged: LiveTotals): void
  end(): void
} {
  let totals: Totals | undefined
  let seen: LiveTotals | undefined
  let drawn = 0
  const draw = (): void => {
    // A line that changes a thousand times a second is no line.
    if (!stream.isTTY || !totals || Date.now() - drawn < 100) return
    drawn = Date.now()
    const { requests, bytes, broken, unwritten, cut } = totals
    const parts = [
      `${requests} requests`,
      size(bytes),
      ...(seen ? [`${seen.findings} findings in ${seen.judged} judged`] : []),
      ...(broken > 0 ? [`${broken} broken`] : []),
      ...(cut > 0 ? [`${cut} bodies truncated or stored separately`] : []),
      ...(unwritten > 0 ? [`${unwritten} not written`] : []),
    ]
    stream.write(`\r\u001b[2K${parts.join('  ').slice(0, (stream.columns ?? 80) - 1)}`)
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
    end() {
      if (stream.isTTY && totals) stream.write('\r\u001b[2K')
    },
  }
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

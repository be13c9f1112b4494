interface Span {
  readonly from: number
  readonly to: number
}

/** Moments of the recording and the same moments of the replay. */
export interface Timeline {
  /** One exchange: when it was recorded, and when it was repeated. */
  note(recorded: Span, now: Span): void
  /** A time of the server's, and what it is now: what was before it stays before it. */
  told(recorded: number, now: number): void
  /** A deletion of the recording took this long: when within it happened is not known. */
  noteDeletion(number: number, recorded: Span): void
  /** The deletion that was under way at a moment of the recording. */
  deletionAt(recorded: number): number | undefined
  /** What a moment of the recording is now; undefined where it was long before or after. */
  at(recorded: number, recordedNow: number): number | undefined
}

const aroundMs = 24 * 3_600_000

/** A client's pauses are not repeated: between two exchanges time runs faster than it did, so each moment is placed between its neighbours. */
export function timeline(clock: () => number = Date.now): Timeline {
  const deletions: Array<Span & { readonly number: number }> = []
  const server: Array<readonly [recorded: number, now: number]> = []
  let isSorted = true
  const points: Array<readonly [recorded: number, now: number]> = []
  return {
    note(recorded, now) {
      points.push([recorded.from, now.from], [Math.max(recorded.from, recorded.to), now.to])
    },
    told(recorded, now) {
      // A record of before the replay says nothing of its times, though it may be of within the recording.
      const [first] = points
      if (first && (recorded < first[0] || now < first[1])) return
      isSorted &&= recorded >= (server.at(-1)?.[0] ?? 0)
      server.push([recorded, now])
    },
    noteDeletion: (number, recorded) => void deletions.push({ number, ...recorded }),
    deletionAt: (recorded) => deletions.find(({ from, to }) => from < recorded && recorded <= Math.floor(to))?.number,
    at(recorded, recordedNow) {
      const moment = between(recorded, recordedNow)
      if (moment === undefined) return undefined
      if (!isSorted) server.sort((a, b) => a[0] - b[0])
      isSorted = true
      const next = firstFrom(server, recorded)
      const [before, after] = [server[next - 1], server[next]]
      const notAfter = after && after[0] > recorded ? Math.min(moment, after[1]) : moment
      return before ? Math.max(notAfter, before[1] + 1) : notAfter
    },
  }

  function between(recorded: number, recordedNow: number): number | undefined {
    const known = [...points, [recordedNow, clock()] as const].sort((a, b) => a[0] - b[0])
    const [first] = known
    const last = known.at(-1)
    if (!first || !last || recorded < first[0] - aroundMs || recorded > last[0] + aroundMs) return undefined
    if (recorded <= first[0]) return Math.round(first[1] - (first[0] - recorded))
    const next = firstFrom(known, recorded)
    if (next === known.length) return Math.round(last[1] + (recorded - last[0]))
    const [to, toNow] = known[next] as readonly [number, number]
    const [from, fromNow] = known[next - 1] as readonly [number, number]
    return Math.round(to === from ? toNow : fromNow + ((toNow - fromNow) * (recorded - from)) / (to - from))
  }
}

/** Place of the first point that is not before a moment. */
function firstFrom(points: ReadonlyArray<readonly [number, number]>, moment: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.[0] ?? 0) < moment) low = middle + 1
    else high = middle
  }
  return low
}

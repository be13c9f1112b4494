export interface Span { readonly from: number; readonly to: number }

/** Moments of the recording and the same moments of the replay. */
export interface Timeline {
  /** One exchange: when it was recorded, and when it was repeated. */
  note(recorded: Span, now: Span): void
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
  const points: Array<readonly [recorded: number, now: number]> = []
  return {
    note(recorded, now) { points.push([recorded.from, now.from], [Math.max(recorded.from, recorded.to), now.to]) },
    noteDeletion: (number, recorded) => void deletions.push({ number, ...recorded }),
    deletionAt: (recorded) => deletions.find(({ from, to }) => from < recorded && recorded <= Math.floor(to))?.number,
    at(recorded, recordedNow) {
      const known = [...points, [recordedNow, clock()] as const].sort((a, b) => a[0] - b[0])
      const [first] = known
      const last = known.at(-1)
      if (!first || !last || recorded < first[0] - aroundMs || recorded > last[0] + aroundMs) return undefined
      if (recorded <= first[0]) return Math.round(first[1] - (first[0] - recorded))
      const next = known.findIndex(([moment]) => moment >= recorded)
      if (next < 0) return Math.round(last[1] + (recorded - last[0]))
      const [to, toNow] = known[next] as readonly [number, number]
      const [from, fromNow] = known[next - 1] as readonly [number, number]
      return Math.round(to === from ? toNow : fromNow + ((toNow - fromNow) * (recorded - from)) / (to - from))
    },
  }
}

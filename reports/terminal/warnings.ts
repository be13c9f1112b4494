import type { RunView } from '../run-view.ts'
import { some } from '../wording.ts'

const namedAtMost = 6

/** Warnings in one line: how many, of which requirements, and whether --strict would fail on them; nothing if there are none. */
export function warnings({ checks }: Pick<RunView, 'checks'>): string[] {
  const warned = checks.filter(({ verdict }) => verdict?.is === 'warn')
  if (warned.length === 0) return []
  // A finding of an implied rule fails under --strict, unless real systems are known to differ, or it came only now and then (then the verdict says why).
  const failing = warned.filter(
    ({ planned, verdict }) =>
      planned.level === 'implied' &&
      verdict?.because === undefined &&
      verdict?.findings.some(({ seenInTheWild }) => seenInTheWild === undefined),
  ).length
  const slugs = [...new Set(warned.map(({ planned }) => planned.requirement))]
  const more = slugs.length - namedAtMost
  const strict =
    failing === 0
      ? '--strict would not fail on them'
      : failing === warned.length
        ? '--strict would fail'
        : `--strict would fail on ${failing} of them`
  return [
    `${some(warned.length, 'warning')} (${strict}): ${slugs.slice(0, namedAtMost).join(', ')}${more > 0 ? ` and ${some(more, 'more requirement')}` : ''}`,
  ]
}

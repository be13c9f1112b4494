import type { TrafficTimes } from '../verdict/stream.ts'
import type { Exchange } from '../exchange/exchange.ts'

/** The picture of a run has at most so many steps; one step is at least a second. */
const stepsAtMost = 60

interface Second {
  requests: number
  waitedMs: number
}

/** When requests were sent and how long their answers took, by operation. `waitedMs` tells what was waited for on purpose so far. */
export function trafficTimes(waitedMs: () => number) {
  const taken = new Map<string, { ms: number[]; unanswered: number }>()
  const seconds: Second[] = []
  let began: number | undefined
  let waited = 0
  const secondAt = (time: number): Second => {
    began ??= time
    const at = Math.max(0, Math.floor((time - began) / 1000))
    while (seconds.length <= at) seconds.push({ requests: 0, waitedMs: 0 })
    return seconds[at] as Second
  }
  return {
    /** Operation: such as data/create; what is none of the documents is counted as other. */
    see({ startedAt, ms, response }: Exchange, operation = 'other'): void {
      const own = taken.get(operation) ?? { ms: [], unanswered: 0 }
      taken.set(operation, own)
      if (response) own.ms.push(ms)
      else own.unanswered += 1
      const second = secondAt(startedAt)
      second.requests += 1
      const now = waitedMs()
      second.waitedMs += now - waited
      waited = now
    },
    told: (): TrafficTimes => ({ ...inSteps(seconds), operations: [...taken].sort(byName).map(row) }),
  }
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1

const row = ([operation, { ms, unanswered }]: readonly [
  string,
  { readonly ms: number[]; readonly unanswered: number },
]) => {
  const sorted = ms.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return {
    operation,
    requests: ms.length + unanswered,
    unanswered,
    medianMs: at(0.5),
    slowTenthMs: at(0.9),
    mostMs: at(1),
  }
}

function inSteps(seconds: readonly Second[]): Pick<TrafficTimes, 'stepMs' | 'requests' | 'waitedMs'> {
  let size = 1
  while (seconds.length / size > stepsAtMost) size *= 2
  const steps = Array.from({ length: Math.ceil(seconds.length / size) }, (_, at) =>
    seconds.slice(at * size, (at + 1) * size),
  )
  const total = (step: readonly Second[], of: keyof Second): number =>
    Math.round(step.reduce((sum, second) => sum + second[of], 0))
  return {
    stepMs: size * 1000,
    requests: steps.map((step) => total(step, 'requests')),
    waitedMs: steps.map((step) => total(step, 'waitedMs')),
  }
}

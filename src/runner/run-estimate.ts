import type { Check } from '../kit/check.ts'
import { checkValueOf } from '../judging/check-value.ts'
import type { Target } from '../target/target.ts'

export interface RunEstimate {
  readonly requests: number
  readonly creates: number
  /** By the rate of the target file; undefined if it sets none. */
  readonly seconds: number | undefined
}

/** What these checks will ask of a target that conforms. */
export function estimated(
  checks: ReadonlyArray<Pick<Check, 'id' | 'kind' | 'requirement'>>,
  target: Target,
): RunEstimate {
  const values = checks.map(checkValueOf)
  const sum = (key: 'requests' | 'creates') => values.reduce((total, value) => total + value[key], 0)
  const [requests, rate] = [sum('requests'), target.limits.requestsPerSecond]
  return { requests, creates: sum('creates'), seconds: rate === undefined ? undefined : requests / rate }
}

/** Two digits are as many as an estimate has. */
export function roughly(count: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return (Math.round(count / unit) * unit).toLocaleString('en')
}

export const lasting = (seconds: number): string =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`

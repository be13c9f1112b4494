import { plainJson } from '../errors/visible.ts'
import { nothing } from './compare-json.ts'
import { countsOf } from './lines.ts'
import type { Replayed } from './replay.ts'

/** All outcomes with every difference, whole and redacted; what is not there is left out. */
export function outcomesAsJson(
  { outcomes, told, left, requests, redactor }: Replayed,
  head: { readonly recording: string; readonly target: string },
): string {
  const exchanges = outcomes.map(({ differences, ...outcome }) => ({
    ...outcome,
    ...(differences
      ? {
          differences: differences.map(({ path, recorded, now }) => ({
            path,
            ...(recorded === nothing ? {} : { recorded }),
            ...(now === nothing ? {} : { now }),
          })),
        }
      : {}),
  }))
  const text = (value: unknown): unknown =>
    typeof value === 'string'
      ? redactor.text(value)
      : Array.isArray(value)
        ? value.map(text)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, text(held)]))
          : value
  return `${redactor.body(plainJson(text({ ...head, counts: countsOf(outcomes), requests, told, left, exchanges }), 2))}\n`
}

import type { Fault } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

const fault = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  optimization: Partial<Rulebook['optimization']>,
): Fault => ({ id: `optimization-${id}`, breaks, says, rule: { optimization } })

/** Quiet breaches of B-OPT, thought up in the same way: jobs and what they schedule. */
export const jobReadings: readonly Fault[] = [
  fault('lock-by-activities', ['B-OPT-08'], 'Only a job of the same activities keeps others from starting.', {
    isExclusive: (named, running) => named.some((id) => running.includes(id)),
  }),
  fault('lock-race', ['B-OPT-08'], 'A job keeps others from starting only some time after its own start.', {
    occupies: (ageMs) => ageMs > 40,
  }),
  fault('exactly-at-end', ['B-OPT-10'], 'An activity may start exactly at the end.', {
    interval: (start, end) => [start, end + 1],
  }),
  fault('offset-lost', ['B-OPT-10'], 'The offset of start and end is overlooked.', {
    moment: (text) => Date.parse(`${text.slice(0, 19)}Z`),
  }),
  fault('whole-days', ['B-OPT-10'], 'The window is widened to whole days.', {
    interval: (start, end) => [start - (start % 86_400_000), end],
  }),
  fault('siblings-too', ['B-OPT-10'], 'All activities of the service call of one that is named are scheduled.', {
    considers: (_named, siblings) => siblings(),
  }),
]

import type { Fault } from '../deviation.ts'
import { optimizationHeaders } from '../optimization/request.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

const fault = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  optimization: Partial<Rulebook['optimization']>,
): Fault => ({ id: `optimization-${id}`, breaks, says, rule: { optimization } })

const properties = ['activityIds', 'optimizationPlugin', 'start', 'end'] as const

/** Faults of B-OPT. */
export const optimizationFaults: readonly Fault[] = [
  fault('missing', ['B-OPT-01'], 'There is no Re-Optimization API.', { served: () => false }),
  fault('needs-user', ['B-OPT-01'], 'A call without X-User-Id is refused.', { needsAlso: () => ['X-User-Id'] }),
  fault('needs-partitions', ['B-OPT-02'], 'A body without partitioningStrategy is refused.', {
    requiresStrategy: () => true,
  }),
  fault('no-partitions', ['B-OPT-02'], 'A body with partitioningStrategy is refused.', {
    spelled: (name) => (name === 'partitioningStrategy' ? 'unknown' : name),
  }),
  fault('accepted-200', ['B-OPT-04'], 'A start is answered with 200.', { accepted: () => [200, { result: true }] }),
  fault('result-false', ['B-OPT-04'], 'The result of a start is false.', { accepted: () => [202, { result: false }] }),
  fault('result-text', ['B-OPT-04'], 'The result of a start is a text.', { accepted: () => [202, { result: 'true' }] }),
  fault('more-allowed', ['B-OPT-05'], 'A property too many is taken.', { allowsMore: (at) => at === 'body' }),
  fault('more-in-strategy', ['B-OPT-05'], 'A property too many of partitioningStrategy is taken.', {
    allowsMore: (at) => at === 'partitioningStrategy',
  }),
  fault('case-folded', ['B-OPT-05'], 'activityIds and the plugin are read in any letter case.', {
    spelled: (name) =>
      properties.find((known) => known.length > 5 && known.toLowerCase() === name.toLowerCase()) ?? name,
  }),
  fault('start-case-folded', ['B-OPT-05'], 'start and end are read in any letter case.', {
    spelled: (name) => (/^(?:start|end)$/i.test(name) ? name.toLowerCase() : name),
  }),
  fault('malformed-message', ['B-OPT-06'], 'A 400 has a message instead of error_description.', {
    malformed: (error, message) => ({ error, message }),
  }),
  fault('token-403', ['B-OPT-07'], 'A call without a valid token gets 403.', { tokenStatus: () => 403 }),
  fault('no-token-needed', ['B-OPT-07'], 'A call without a valid token is served.', { needsToken: () => false }),
  fault('two-at-once', ['B-OPT-08'], 'Several jobs run at once.', { isExclusive: () => false }),
  fault('busy-400', ['B-OPT-08'], 'A start while a job runs is answered with 400.', { busyStatus: () => 400 }),
  fault('fails', ['B-OPT-09'], 'A start is answered with 500.', { accepted: () => [500, { error: 'unexpected' }] }),
  fault('before-start', ['B-OPT-10'], 'Activities are scheduled an hour before the start.', {
    interval: (start, end) => [start - 3_600_000, end],
  }),
  fault('after-end', ['B-OPT-10'], 'Activities are scheduled after the end.', {
    interval: (start, end) => [start, end + 86_400_000],
  }),
  fault('partitions-overlooked', ['B-OPT-11'], 'Activities without any of the skills are scheduled.', {
    looksAtPartitions: () => false,
  }),
  ...optimizationHeaders.map((header) =>
    fault(`${header.toLowerCase()}-not-required`, ['B-OPT-13'], `A call without ${header} is served.`, {
      needs: (name) => name !== header,
    }),
  ),
  fault('account-id-any', ['B-OPT-13'], 'An X-Account-Id that is no number is taken.', {
    checksType: (name) => name !== 'X-Account-Id',
  }),
  fault('company-id-any', ['B-OPT-13'], 'An X-Company-Id that is no number is taken.', {
    checksType: (name) => name !== 'X-Company-Id',
  }),
  ...properties.flatMap((name) => [
    fault(`no-${name.toLowerCase()}`, ['B-OPT-15'], `A body without ${name} is taken.`, {
      requires: (property) => property !== name,
    }),
    fault(`any-${name.toLowerCase()}`, ['B-OPT-15'], `A body whose ${name} has another type is taken.`, {
      checks: (property) => property !== name,
    }),
  ]),
]

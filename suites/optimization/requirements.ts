import { requirements } from '../../src/kit/index.ts'

const needs = ['writes', 'service-api', 'optimization'] as const

/** The Re-Optimization API. */
export const optimization = requirements('optimization', {
  'no-server-error': {
    level: 'must',
    needs,
    says: 'No request to the Re-Optimization API is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-OPT-01'],
    traffic: ['optimization-odd-bodies-crash'],
  },
  served: {
    level: 'must',
    needs,
    says: 'A POST at the stated path with the stated headers is served; X-User-Id and X-User-Name may be left out.',
    sources: ['B-OPT-01'],
  },
  'call-headers': {
    level: 'must',
    side: 'client',
    says: 'A call carries all required headers, ids of account and company as whole numbers, an alphanumeric client id.',
    sources: ['B-OPT-01'],
  },
  body: {
    level: 'must',
    needs,
    says: 'A body of activityIds, optimizationPlugin, start and end is taken, with or without partitioningStrategy.',
    sources: ['B-OPT-02'],
  },
  'body-sent': {
    level: 'must',
    side: 'client',
    says: 'A caller sends activityIds, a plugin, start and end in their types, and at most a partitioningStrategy.',
    sources: ['B-OPT-02'],
  },
  'plugin-spelling': {
    level: 'variant',
    needs,
    says: 'Recorded: which of optimizationPlugin and optimisationPlugin is taken.',
    sources: ['B-OPT-03'],
  },
  'plugin-spelling-sent': {
    level: 'variant',
    side: 'client',
    says: 'A caller spells optimizationPlugin or optimisationPlugin.',
    sources: ['B-OPT-03'],
  },
  accepted: {
    level: 'must',
    needs,
    says: 'A start is answered with 202 and result true.',
    sources: ['B-OPT-04'],
    contract: ['optimization-accepted-200', 'optimization-result-text', 'optimization-partitioned-result-text'],
  },
  'exact-names': {
    level: 'must',
    needs,
    says: 'A property of another name, another letter case, or one too many is refused with 400.',
    sources: ['B-OPT-05'],
    traffic: ['optimization-more-allowed'],
  },
  malformed: {
    level: 'must',
    needs,
    says: 'A 400 has error and error_description.',
    sources: ['B-OPT-06'],
    contract: [
      'optimization-malformed-message',
      'optimization-description-list',
      'optimization-ids-in-a-text-get-a-400-of-the-framework',
    ],
  },
  unauthorized: {
    level: 'must',
    needs,
    says: 'Without Authorization header, or with a token that is not valid, the answer is 401.',
    sources: ['B-OPT-07'],
  },
  'one-at-a-time': {
    level: 'must',
    needs,
    says: 'While a re-optimization is in progress another one is refused with 409.',
    sources: ['B-OPT-08'],
  },
  'no-unexpected-error': {
    level: 'implied',
    needs,
    says: 'A well-formed request is not answered with 500.',
    sources: ['B-OPT-09'],
  },
  interval: {
    level: 'must',
    needs,
    says: 'Activities are scheduled at or after start and before end.',
    sources: ['B-OPT-10'],
  },
  partitions: {
    level: 'must',
    needs,
    says: 'Of skills given, each activity and each technician needs exactly one to be considered.',
    sources: ['B-OPT-11'],
  },
  'straight-lines': {
    level: 'must',
    says: 'In the CN cluster distances are straight lines.',
    sources: ['B-OPT-12'],
    untested: 'road distances are out of scope: no request shows by which distance a plugin went',
  },
  'headers-due': {
    level: 'implied',
    needs,
    says: 'A missing required header, or an id of account or company that is no whole number, is refused.',
    sources: ['B-OPT-13'],
  },
  assigned: {
    level: 'must',
    says: 'Assigned activities are rescheduled, with the plugin named.',
    sources: ['B-OPT-14'],
    untested:
      'which activities count as assigned, what a plugin does with them and when a job ends is not shown (B-OPT-16)',
  },
  'required-properties': {
    level: 'implied',
    needs,
    says: 'A body without a required property, or with one of another type, is refused with 400, error and error_description.',
    sources: ['B-OPT-15'],
    traffic: ['optimization-no-end'],
  },
  'not-shown': {
    level: 'unshown',
    needs,
    says: 'Recorded: what the documents leave open about re-optimization.',
    sources: ['B-OPT-16'],
  },
})

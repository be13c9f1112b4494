import type { Fault } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import type { TokenState } from '../rulebook/authorization.ts'

const { bearer } = authorizationRules

const accepting = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  accepts: (state: TokenState, isDownload: boolean) => boolean,
): Fault => ({
  id: `report-${id}`,
  breaks,
  says,
  rule: {
    bearer: {
      accepts: (state, room, operation) =>
        (room === 'reporting' && accepts(state, operation.includes('download'))) ||
        bearer.accepts(state, room, operation),
    },
  },
})

/** Faults of the Reporting API's callers. */
export const reportingTokenFaults: readonly Fault[] = [
  accepting(
    'build-with-any-token',
    ['A-AUT-01'],
    'A report is built with a token that was never issued.',
    (state, isDownload) => state === 'unknown' && !isDownload,
  ),
  accepting(
    'build-without-token',
    ['A-AUT-05'],
    'A report is built without a token.',
    (state, isDownload) => state === 'none' && !isDownload,
  ),
  accepting(
    'download-with-any-token',
    ['A-AUT-01', 'A-AUT-05'],
    'Files of a template are delivered with any token, and without one.',
    (state, isDownload) => isDownload && (state === 'unknown' || state === 'none'),
  ),
  {
    id: 'report-client-secret-for-token',
    breaks: ['A-AUT-05'],
    says: 'Files of a template are delivered to client credentials in place of a token.',
    rule: {
      bearer: {
        fromHeader: (values, operation) =>
          bearer.fromHeader(
            operation.includes('report') ? values.map((value) => value.replace(/^Basic .*/i, 'Bearer none')) : values,
            operation,
          ),
        accepts: (state, room, operation, facts) =>
          (room === 'reporting' && state === 'unknown' && facts?.given === 'none') ||
          bearer.accepts(state, room, operation),
      },
    },
  },
]

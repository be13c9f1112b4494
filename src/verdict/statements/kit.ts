import type { Chapter } from './chapter.ts'

const rule = (id: string, where: string) =>
  ({
    id,
    level: 'must',
    side: 'server',
    says: `No request to ${where} makes it crash: it is answered with anything but a 5xx. 503 is no crash but a request to wait, 501, 505 and 507 are refusals.`,
  }) as const

/** What no document has to say, because none allows it: rules of the kit, beside the statements of the documents. */
export const kitRules: readonly Chapter[] = [
  {
    chapter: 'Rules of the kit',
    statements: [
      rule('K-TOK-01', 'the token service'),
      rule('K-DIR-01', 'the directory'),
      rule('K-COM-01', 'the company list'),
      rule('K-DAT-01', 'the Data API'),
      rule('K-QRY-01', 'the Query API'),
      rule('K-BAT-01', 'the Batch API'),
      rule('K-SVC-01', 'the Service API'),
      rule('K-SCM-01', 'the SCIM API'),
      rule('K-USR-01', 'the User API'),
      rule('K-CRW-01', 'the Crowd Technician API'),
      rule('K-DSP-01', 'the Crowd Partner Dispatching API'),
      rule('K-RPT-01', 'the Reporting API'),
      rule('K-OPT-01', 'the Re-Optimization API'),
    ],
  },
]

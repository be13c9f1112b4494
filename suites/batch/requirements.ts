import { requirements } from '../../src/kit/index.ts'

const needs = ['writes', 'service-call', 'batch'] as const
const callers = { level: 'must', side: 'client' } as const

/** The Batch API. */
export const batch = requirements('batch', {
  'no-server-error': {
    level: 'must',
    needs,
    says: 'No request to the Batch API is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-BAT-01'],
    traffic: ['batch-malformed-crashes'],
  },
  // The message and its parts
  message: {
    level: 'must',
    needs,
    says: 'A batch is a multipart/mixed message with a boundary; it is transactional unless it says otherwise.',
    sources: ['A-BAT-01'],
  },
  'message-forms': {
    level: 'implied',
    needs,
    says: 'A batch may be written in any form that multipart/mixed allows.',
    sources: ['A-BAT-01'],
  },
  'part-headers': {
    level: 'must',
    needs,
    says: 'A part begins with Content-Type: application/http and optionally a Content-ID; these headers only mark where it starts.',
    sources: ['A-BAT-02'],
  },
  'part-forms': {
    level: 'implied',
    needs,
    says: 'The type of a part may be written as any media type: with parameters, in any letter case.',
    sources: ['A-BAT-02'],
  },
  'part-request': {
    level: 'must',
    needs,
    says: 'The body of a part is a complete HTTP request: method, path with query, headers, body.',
    sources: ['A-BAT-03'],
  },
  'full-url-refused': { level: 'must', needs, says: 'A part with a full URL is not executed.', sources: ['A-BAT-04'] },
  'any-interface': {
    level: 'must',
    needs,
    says: 'A part may address any interface at the cluster address.',
    sources: ['A-BAT-05'],
  },
  'inherited-authentication': {
    level: 'must',
    needs,
    says: 'Parts use the authentication of the batch request and carry none of their own.',
    sources: ['A-BAT-06'],
  },
  'malformed-refused': {
    level: 'implied',
    needs,
    says: 'A message that cannot be read is refused with a 4xx and changes nothing.',
    sources: ['A-BAT-15'],
  },
  context: {
    level: 'unshown',
    needs,
    says: 'Recorded: what parts inherit from the batch, what their paths are relative to, and which other requests they may carry.',
    sources: ['A-BAT-17'],
  },

  'context-sent': {
    level: 'unshown',
    side: 'client',
    untested: 'it leaves open what a caller may do, so that no call breaks it',
    says: 'What a caller names for the batch and for its parts is not shown.',
    sources: ['A-BAT-17'],
  },

  // What is done
  sequential: {
    level: 'must',
    needs,
    says: 'Parts are executed one after the other, in the order given.',
    sources: ['A-BAT-07'],
  },
  'transaction-undone': {
    level: 'must',
    needs,
    says: 'The first failure in a transactional batch ends it, and the whole batch is rolled back.',
    sources: ['A-BAT-08'],
    traffic: ['batch-goes-on', 'batch-no-rollback', 'batch-keeps-creates'],
  },
  independent: {
    level: 'must',
    needs,
    says: 'With transactional=false every part is executed, whether or not other parts fail.',
    sources: ['A-BAT-09'],
  },
  'one-start': {
    level: 'must',
    needs,
    says: 'All records that a transactional batch writes have the same lastChanged.',
    sources: ['A-BAT-16'],
    traffic: ['batch-time-per-part', 'batch-time-per-fifty-parts'],
  },
  'lock-within-transaction': {
    level: 'implied',
    needs,
    says: 'What an earlier part of a transaction wrote is the stored version for the parts after it.',
    sources: ['A-DAT-20', 'A-BAT-07'],
  },
  'missing-reference': {
    level: 'must',
    needs: [...needs, 'reference'],
    says: 'A part that refers to a missing record fails, and so does its batch if it is transactional.',
    sources: ['A-BAT-18'],
  },

  // What is answered
  'parts-answered': {
    level: 'must',
    needs,
    says: 'The response is multipart/mixed with one complete HTTP response per request, in request order.',
    sources: ['A-BAT-10'],
    traffic: [
      'bodiless-answers-of-parts-without-status-line',
      'batch-parts-reversed',
      'batch-last-answer-missing',
      'batch-answer-doubled',
      'batch-answer-json',
      'preamble-of-a-batch-counted-as-a-part',
    ],
  },
  'answer-well-formed': {
    level: 'implied',
    needs,
    says: 'The response is well-formed multipart/mixed, and so is each HTTP response in it.',
    sources: ['A-BAT-10'],
  },
  'content-id-repeated': {
    level: 'must',
    needs,
    says: 'A response part repeats the Content-ID of its request.',
    sources: ['A-BAT-11'],
    traffic: ['batch-content-id-missing', 'batch-content-id-prefixed', 'bat-header-case'],
  },
  'failure-reported': {
    level: 'must',
    needs,
    says: 'The failing part of a transactional batch reports its own error.',
    sources: ['A-BAT-12'],
  },
  'after-the-failure': {
    level: 'variant',
    needs,
    says: 'Recorded: how the parts after the failing one are answered.',
    sources: ['A-BAT-19'],
  },
  'whole-status': {
    level: 'unshown',
    needs,
    says: 'Recorded: the status of the whole response, and of parts that were rolled back.',
    sources: ['A-BAT-14'],
  },

  // How much
  'thousand-requests': {
    level: 'implied',
    needs,
    says: 'A batch of up to 1,000 requests is not refused because of its size.',
    sources: ['A-BAT-20'],
  },
  'more-than-a-thousand': {
    level: 'variant',
    needs,
    says: 'Recorded: what happens to a batch of more than 1,000 requests.',
    sources: ['A-BAT-13'],
  },

  // The caller's side
  'caller-message': {
    ...callers,
    says: 'A caller sends a batch as multipart/mixed with a boundary; its parts are whole HTTP requests under application/http, name a path only and carry no authentication.',
    sources: ['A-BAT-01', 'A-BAT-02', 'A-BAT-03', 'A-BAT-04', 'A-BAT-06'],
  },
  'caller-parts': {
    ...callers,
    level: 'advice',
    says: "A caller sends dependent data in one transaction, and reads each part's result where it does not.",
    sources: ['A-CON-03'],
  },
  'caller-limit': { ...callers, says: 'A caller sends at most 1,000 requests in a batch.', sources: ['A-CON-15'] },
  'caller-objects': {
    ...callers,
    level: 'implied',
    says: 'A caller sends at most two thousand objects in a batch.',
    sources: ['A-CON-17'],
  },
})

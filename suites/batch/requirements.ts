import { requirements } from '../../src/kit/index.ts'

const needs = ['writes', 'service-call', 'batch'] as const
const callers = { level: 'must', side: 'client' } as const

/** The Batch API. */
export const batch = requirements('batch', {
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
    says: 'A batch may be spelled in every way that multipart/mixed allows.',
    sources: ['A-BAT-01'],
  },
  'part-headers': {
    level: 'must',
    needs,
    says: 'A part begins with Content-Type: application/http and maybe a Content-ID; its headers mark its start and mean no more.',
    sources: ['A-BAT-02'],
  },
  'part-request': {
    level: 'must',
    needs,
    says: 'The body of a part is a whole request: method, path with its query, headers, body.',
    sources: ['A-BAT-03'],
  },
  'full-url-refused': { level: 'must', needs, says: 'A part with a full URL is not done.', sources: ['A-BAT-04'] },
  'any-interface': {
    level: 'must',
    needs,
    says: 'A part may address any interface at the cluster address.',
    sources: ['A-BAT-05'],
  },
  'inherited-authentication': {
    level: 'must',
    needs,
    says: 'Parts have the authentication of their batch and carry none.',
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
    says: 'What parts inherit, where their paths begin, and what else they may hold is recorded.',
    sources: ['A-BAT-17'],
  },

  // What is done
  sequential: {
    level: 'must',
    needs,
    says: 'Parts are done one after the other in the order given.',
    sources: ['A-BAT-07'],
  },
  'transaction-undone': {
    level: 'must',
    needs,
    says: 'The first failure in a transactional batch ends it, and nothing of it stays.',
    sources: ['A-BAT-08'],
    traffic: ['batch-goes-on', 'batch-no-rollback', 'batch-keeps-creates'],
  },
  independent: {
    level: 'must',
    needs,
    says: 'With transactional=false every part is done, whatever becomes of the others.',
    sources: ['A-BAT-09'],
  },
  'one-start': {
    level: 'must',
    needs,
    says: 'All records that a transactional batch writes have the same lastChanged.',
    sources: ['A-BAT-16'],
    traffic: ['batch-time-per-part'],
  },
  'missing-reference': {
    level: 'must',
    needs: [...needs, 'reference'],
    says: 'A part that refers to a missing record fails, and with it its transactional batch.',
    sources: ['A-BAT-18'],
  },

  // What is answered
  'parts-answered': {
    level: 'must',
    needs,
    says: 'The answer is multipart/mixed with one whole response for each request, in its order.',
    sources: ['A-BAT-10'],
    traffic: ['batch-parts-reversed', 'batch-last-answer-missing', 'batch-answer-doubled', 'batch-answer-json'],
  },
  'answer-well-formed': {
    level: 'implied',
    needs,
    says: 'The answer keeps to the rules of multipart/mixed and of the messages in it.',
    sources: ['A-BAT-10'],
  },
  'content-id-repeated': {
    level: 'must',
    needs,
    says: 'A response part repeats the Content-ID of its request.',
    sources: ['A-BAT-11'],
    traffic: ['batch-content-id-missing', 'batch-content-id-prefixed'],
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
    says: 'How the parts after the failing one are answered is recorded.',
    sources: ['A-BAT-19'],
  },
  'whole-status': {
    level: 'unshown',
    needs,
    says: 'The status of the answer as a whole, and of parts that were taken back, is recorded.',
    sources: ['A-BAT-14'],
  },

  // How much
  'thousand-requests': {
    level: 'implied',
    needs,
    says: 'A batch of up to a thousand requests is not refused for their number.',
    sources: ['A-BAT-20'],
  },
  'more-than-a-thousand': {
    level: 'variant',
    needs,
    says: 'What becomes of a batch of more than a thousand requests is recorded.',
    sources: ['A-BAT-13'],
  },

  // The caller's side
  'caller-message': {
    ...callers,
    says: 'A caller sends a batch as multipart/mixed with a boundary; its parts name a path only and carry no authentication.',
    sources: ['A-BAT-01', 'A-BAT-04', 'A-BAT-06'],
  },
  'caller-parts': {
    ...callers,
    level: 'advice',
    says: "A caller sends dependent data in one transaction, and reads each part's result where it does not.",
    sources: ['A-CON-03'],
  },
  'caller-limit': { ...callers, says: 'A caller sends at most a thousand requests in a batch.', sources: ['A-CON-15'] },
  'caller-objects': {
    ...callers,
    level: 'implied',
    says: 'A caller sends at most two thousand objects in a batch.',
    sources: ['A-CON-17'],
  },
})

import type { Variant } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'

const skipped = (id: string, status: number | 'absent'): Variant => ({
  id,
  leaves: ['A-BAT-19'],
  says:
    status === 'absent'
      ? 'Parts after the failed one have no response part.'
      : `Parts after the failed one are answered with ${status}.`,
  rule: { batch: { skipped: () => status } },
})

const undone: PlatformResponse = json(424, { error: 'CA-424', message: 'rolled back: a later part failed', values: [] })

/** Lawful other readings of A-BAT. */
export const batchVariants: readonly Variant[] = [
  skipped('batch-skipped-absent', 'absent'),
  skipped('batch-skipped-409', 409),
  skipped('batch-skipped-500', 500),
  {
    id: 'batch-status-207',
    leaves: ['A-BAT-14'],
    says: 'A batch is answered with 207.',
    rule: { batch: { status: () => 207 } },
  },
  {
    id: 'batch-status-of-failure',
    leaves: ['A-BAT-14'],
    says: 'A batch with a failed part is answered with 400 as a whole, with its parts.',
    rule: { batch: { status: (failed) => (failed ? 400 : 200) } },
  },
  {
    id: 'batch-taken-back-told',
    leaves: ['A-BAT-14'],
    says: 'Parts before the failed one are answered with 424: they were rolled back.',
    rule: { batch: { takenBack: () => undone } },
  },
  {
    id: 'batch-limit-2000',
    leaves: ['A-BAT-13'],
    says: 'A batch may hold up to 2000 requests.',
    rule: { batch: { limit: () => 2000 } },
  },
  {
    id: 'batch-part-authorization-refused',
    leaves: ['A-BAT-17'],
    says: 'A part that carries Authorization is refused.',
    rule: { batch: { refusesAuthorization: () => true } },
  },
  {
    id: 'batch-context-not-inherited',
    leaves: ['A-BAT-17'],
    says: 'Each part must name its own account, company and client.',
    rule: { batch: { inheritsContext: () => false } },
  },
  {
    id: 'batch-duplicate-content-ids-refused',
    leaves: ['A-BAT-17'],
    says: 'A batch in which two parts have the same Content-ID is refused.',
    rule: { batch: { refusesDuplicates: () => true } },
  },
  {
    id: 'batch-content-id-among-response-headers',
    leaves: ['A-BAT-17'],
    says: 'The Content-ID of a part is repeated in the headers of the inner response.',
    rule: { batch: { contentIdInside: () => true } },
  },
  {
    id: 'batch-transactional-any-word',
    leaves: ['A-BAT-17'],
    says: 'Other values of transactional are treated as true.',
    rule: { batch: { transactional: (value) => value !== 'false' } },
  },
  {
    id: 'batch-answer-preamble',
    leaves: ['A-BAT-10'],
    says: 'The response begins with a preamble and ends with an epilogue.',
    rule: { batch: { preamble: () => 'This is a batch response.', close: (boundary) => `\r\n--${boundary}--\r\nend` } },
  },
  {
    id: 'batch-answer-msgtype',
    leaves: ['A-BAT-17'],
    says: 'Response parts are of type application/http; msgtype=response.',
    rule: { batch: { partType: () => 'application/http; msgtype=response' } },
  },
]

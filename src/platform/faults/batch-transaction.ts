import type { Fault } from '../deviation.ts'
import type { Turn } from '../rulebook/batch.ts'
import type { JournalEntry } from '../store/journal.ts'

const keeps = (id: string, says: string, kept: (entry: JournalEntry, of: number) => boolean): Fault => ({
  id,
  breaks: ['A-BAT-08'],
  says,
  seam: { undo: { applies: (entry, of) => !kept(entry, of) } },
})

const byMethod =
  (first: (method: string) => boolean) =>
  (turns: readonly Turn[]): readonly number[] => {
    const positions = turns.map((_, position) => position)
    return [
      ...positions.filter((position) => first(turns[position]?.method ?? '')),
      ...positions.filter((position) => !first(turns[position]?.method ?? '')),
    ]
  }

/** Faults of A-BAT-07..09, 16, 18: order of execution, stopping, rollback. */
export const batchTransactionFaults: readonly Fault[] = [
  {
    id: 'batch-done-backwards',
    breaks: ['A-BAT-07'],
    says: 'Parts run from last to first.',
    rule: { batch: { sequence: (turns) => turns.map((_, position) => turns.length - 1 - position) } },
  },
  {
    id: 'batch-reads-first',
    breaks: ['A-BAT-07'],
    says: 'Parts that read run before parts that write.',
    rule: { batch: { sequence: byMethod((method) => method === 'GET') } },
  },
  {
    id: 'batch-creates-first',
    breaks: ['A-BAT-07'],
    says: 'Parts that create run before all others.',
    rule: { batch: { sequence: byMethod((method) => method === 'POST') } },
  },
  {
    id: 'batch-deletes-last',
    breaks: ['A-BAT-07'],
    says: 'Parts that delete run after all others.',
    rule: { batch: { sequence: byMethod((method) => method !== 'DELETE') } },
  },
  {
    id: 'batch-goes-on',
    breaks: ['A-BAT-08'],
    says: 'A transactional batch continues after a failure and rolls back at the end.',
    rule: { batch: { stops: () => false } },
  },
  {
    id: 'batch-stops-anyway',
    breaks: ['A-BAT-09'],
    says: 'A non-transactional batch stops at the first failure.',
    rule: { batch: { stops: () => true } },
  },
  {
    id: 'batch-no-rollback',
    breaks: ['A-BAT-08'],
    says: 'A failed transactional batch stops without rolling back.',
    rule: { batch: { rollsBack: () => false } },
  },
  {
    id: 'batch-lock-failure-keeps',
    breaks: ['A-BAT-08'],
    says: 'A failure caused by the optimistic lock does not roll back.',
    rule: { batch: { rollsBack: (transactional, failed) => transactional && failed.status !== 409 } },
  },
  {
    id: 'batch-reference-failure-keeps',
    breaks: ['A-BAT-18'],
    says: 'A failure caused by a missing reference does not roll back.',
    rule: {
      batch: {
        rollsBack: (transactional, failed) =>
          transactional && !failed.body.toString('utf8').includes('refers to no record'),
      },
    },
  },
  {
    id: 'batch-reference-failure-forgiven',
    breaks: ['A-BAT-18'],
    says: 'A part that refers to a missing record reports the error, but the batch continues and is committed.',
    rule: {
      batch: {
        fails: (response) => response.status >= 400 && !response.body.toString('utf8').includes('refers to no record'),
      },
    },
  },
  keeps('batch-keeps-creates', 'Records created by a failed transaction stay.', ({ does }) => does === 'create'),
  keeps('batch-keeps-updates', 'Updates by a failed transaction stay.', ({ does }) => does === 'update'),
  keeps(
    'batch-keeps-deletes',
    'Records deleted by a failed transaction stay deleted.',
    ({ does }) => does === 'delete',
  ),
  keeps(
    'batch-keeps-first',
    'The write of the first part of a failed transaction stays.',
    ({ position }) => position === 0,
  ),
  keeps(
    'batch-keeps-last',
    'The write of the part before the failed one stays.',
    ({ position }, of) => position === of - 2,
  ),
  keeps(
    'batch-keeps-attachments',
    'Attachments written by a failed transaction stay.',
    ({ resource }) => resource === 'Attachment',
  ),
  keeps(
    'batch-keeps-partners',
    'Business partners written by a failed transaction stay.',
    ({ resource }) => resource === 'BusinessPartner',
  ),
  keeps(
    'batch-keeps-after-many',
    'Only the last four writes of a failed transaction are rolled back.',
    ({ position }, of) => position < of - 5,
  ),
  {
    id: 'batch-undone-in-order',
    breaks: ['A-BAT-08'],
    says: 'Writes are rolled back in forward order, so one of two writes to a record stays.',
    seam: { undo: { order: (entries) => entries.toReversed() } },
  },
  {
    id: 'batch-time-per-part',
    breaks: ['A-BAT-16'],
    says: 'Each part has its own start time, so lastChanged differs within a transaction.',
    rule: { batch: { startOf: (start, position) => start + position } },
  },
]

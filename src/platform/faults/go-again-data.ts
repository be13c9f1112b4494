import type { Step } from '../data/step.ts'
import type { Fault } from '../deviation.ts'
import { lock } from '../rulebook/lock.ts'
import { recordRules } from '../rulebook/record.ts'
import { nowServed, serving } from './serving.ts'

/** Some ways to write compare less than the whole lastChanged. */
const comparing = (
  id: string,
  says: string,
  concerns: (step: Step) => boolean,
  compared: (lastChanged: number) => number,
): Fault => ({
  id,
  breaks: ['A-DAT-20'],
  says,
  rule: {
    lock: {
      refuses: (supplied, stored, step) =>
        concerns(step) ? compared(supplied) !== compared(stored) : lock.refuses(supplied, stored, step),
    },
  },
})

/** Some ways to write take a lastChangedBy from the body. */
const namingTheWriter = (id: string, says: string, concerns: (step: Step) => boolean): Fault =>
  serving(id, ['A-REC-05'], says, {
    rule: {
      record: {
        lastChangedBy: (writer, former, step) => {
          const sent = concerns(step) ? nowServed()?.sent['lastChangedBy'] : undefined
          return typeof sent === 'string' ? sent : recordRules.record.lastChangedBy(writer, former, step)
        },
      },
    },
  })

const takingAny = (operation: 'create' | 'put' | 'patch', method: string): Fault => ({
  id: `reference-to-any-resource-taken-by-${operation}`,
  breaks: ['A-DAT-27'],
  says: `${method} stores a single reference to a record of another resource than that of the reference.`,
  rule: {
    references: {
      checks: (kind, step, was) => kind !== 'single' || step.operation !== operation || !was.elsewhere(),
    },
  },
})

/** Quiet breaches of records that a second server in Go showed. */
export const goAgainDataFaults: readonly Fault[] = [
  comparing(
    'deletions-compare-the-last-32-bits',
    'DELETE passes with a lastChanged that differs from the stored one in bits beyond the last 32.',
    ({ operation }) => operation === 'delete',
    (lastChanged) => lastChanged | 0,
  ),
  comparing(
    'puts-compare-the-last-32-bits',
    'PUT passes with a lastChanged that differs from the stored one in bits beyond the last 32.',
    ({ operation }) => operation === 'put',
    (lastChanged) => lastChanged | 0,
  ),
  comparing(
    'patches-by-external-id-compare-seconds',
    'PATCH by external id passes with a lastChanged within the same ten seconds as the stored one.',
    ({ operation, by }) => operation === 'patch' && by === 'externalId',
    (lastChanged) => Math.floor(lastChanged / 10_000),
  ),
  namingTheWriter(
    'post-stores-the-last-changed-by-that-was-sent',
    'POST stores the lastChangedBy of the body, if it has one.',
    ({ operation }) => operation === 'create',
  ),
  namingTheWriter(
    'patch-stores-the-last-changed-by-that-was-sent',
    'PATCH stores the lastChangedBy of the body, if it has one.',
    ({ operation }) => operation === 'patch',
  ),
  namingTheWriter(
    'writer-that-was-sent-stored-by-external-id',
    'PUT and PATCH by external id store the lastChangedBy of the body, if it has one.',
    ({ by }) => by === 'externalId',
  ),
  takingAny('create', 'POST'),
  takingAny('put', 'PUT'),
  takingAny('patch', 'PATCH'),
]

import type { Step } from '../data/step.ts'
import type { Fault } from '../deviation.ts'
import { pause } from './pause.ts'

const is = (step: Step, operation: Step['operation'], by?: Step['by']) =>
  step.operation === operation && (by === undefined || step.by === by)

const ignored = (operation: 'put' | 'patch' | 'delete', by: Step['by']): Fault => ({
  id: `lock-ignored-on-${operation}${by === 'externalId' ? '-by-external-id' : ''}`,
  breaks:
    operation === 'delete' && by === 'externalId' ? ['A-DAT-20', 'A-DAT-21', 'A-DAT-16'] : ['A-DAT-20', 'A-DAT-21'],
  says: `${operation.toUpperCase()} by ${by === 'id' ? 'id' : 'external id'} succeeds with a stale lastChanged.`,
  rule: { lock: { refuses: (supplied, stored, step) => supplied !== stored && !is(step, operation, by) } },
})

const stored = (operation: 'put' | 'patch' | 'delete'): Fault => ({
  id: `lock-refused-${operation}-stored`,
  breaks: ['A-DAT-21'],
  says: `${operation.toUpperCase()} with a stale lastChanged is refused with CA-27 but takes effect.`,
  rule: { data: { storesRefused: (cause, step) => cause === 'lock' && is(step, operation) } },
})

const unforced = (operation: 'put' | 'patch'): Fault => ({
  id: `lock-force-update-ignored-on-${operation}`,
  breaks: ['A-DAT-22'],
  says: `${operation.toUpperCase()} with forceUpdate=true and a stale lastChanged is refused.`,
  rule: { lock: { forced: (flag, step) => flag === 'true' && !is(step, operation) } },
})

/** Faults of the optimistic lock. */
export const lockFaults: readonly Fault[] = [
  ignored('put', 'id'),
  ignored('put', 'externalId'),
  ignored('patch', 'id'),
  ignored('patch', 'externalId'),
  ignored('delete', 'id'),
  ignored('delete', 'externalId'),
  {
    id: 'lock-only-older-refused',
    breaks: ['A-DAT-20'],
    says: 'A lastChanged newer than the stored one is accepted.',
    rule: { lock: { refuses: (supplied, kept) => supplied < kept } },
  },
  {
    id: 'lock-compares-seconds',
    breaks: ['A-DAT-20', 'A-DAT-26'],
    says: 'A lastChanged within the same second as the stored one is accepted.',
    rule: { lock: { refuses: (supplied, kept) => Math.floor(supplied / 1000) !== Math.floor(kept / 1000) } },
  },
  {
    id: 'lock-refuses-current',
    breaks: ['A-DAT-05', 'A-DAT-07', 'A-DAT-10', 'A-DAT-37'],
    says: 'A write that carries the current lastChanged is refused with CA-27.',
    rule: { lock: { refuses: () => true } },
  },
  {
    id: 'lock-other-status',
    breaks: ['A-DAT-20'],
    says: 'CA-27 comes with status 412.',
    rule: { lock: { status: () => 412 } },
  },
  {
    id: 'lock-status-bad-request',
    breaks: ['A-DAT-20'],
    says: 'CA-27 comes with status 400.',
    rule: { lock: { status: () => 400 } },
  },
  {
    id: 'lock-other-code',
    breaks: ['A-DAT-20'],
    says: 'A stale lastChanged is refused with the error CA-26.',
    rule: { lock: { error: () => 'CA-26' } },
  },
  {
    id: 'lock-code-number',
    breaks: ['A-DAT-19', 'A-DAT-20'],
    says: 'The error code of a stale lastChanged is the number 27.',
    rule: { lock: { error: () => 27 } },
  },
  {
    id: 'lock-other-message',
    breaks: ['A-DAT-20'],
    says: 'The message of CA-27 has different text.',
    rule: { lock: { message: () => 'conflict' } },
  },
  {
    id: 'lock-message-missing',
    breaks: ['A-DAT-19', 'A-DAT-20'],
    says: 'CA-27 has no message.',
    rule: { lock: { message: () => undefined } },
  },
  {
    id: 'lock-values-missing',
    breaks: ['A-DAT-19', 'A-DAT-20'],
    says: 'CA-27 has no values.',
    rule: { lock: { values: () => undefined } },
  },
  {
    id: 'lock-values-empty',
    breaks: ['A-DAT-20'],
    says: 'values of CA-27 is empty.',
    rule: { lock: { values: () => [] } },
  },
  {
    id: 'lock-values-bare',
    breaks: ['A-DAT-19', 'A-DAT-20'],
    says: 'values of CA-27 is the stored lastChanged itself, not an array.',
    rule: { lock: { values: (kept) => kept } },
  },
  {
    id: 'lock-values-supplied',
    breaks: ['A-DAT-20'],
    says: 'values of CA-27 holds the lastChanged that was sent.',
    rule: { lock: { values: (_kept, supplied) => [supplied] } },
  },
  stored('put'),
  stored('patch'),
  stored('delete'),
  unforced('put'),
  unforced('patch'),
  {
    id: 'lock-force-update-default',
    breaks: ['A-DAT-22', 'A-DAT-20'],
    says: 'Updates without forceUpdate are forced.',
    rule: { lock: { forced: (flag, step) => (step.operation === 'delete' ? flag === 'true' : flag !== 'false') } },
  },
  {
    id: 'lock-force-update-false-forces',
    breaks: ['A-DAT-22', 'A-DAT-20'],
    says: 'forceUpdate=false forces the update.',
    rule: { lock: { forced: (flag, step) => (step.operation === 'delete' ? flag === 'true' : flag !== undefined) } },
  },
  {
    id: 'lock-force-update-ignored-by-external-id',
    breaks: ['A-DAT-22', 'A-DAT-15'],
    says: 'forceUpdate has no effect on updates by external id.',
    rule: {
      lock: { forced: (flag, step) => flag === 'true' && !(step.by === 'externalId' && step.operation !== 'delete') },
    },
  },
  {
    id: 'lock-force-delete-ignored',
    breaks: ['A-DAT-23'],
    says: 'DELETE by id with forceDelete=true and a stale lastChanged is refused.',
    rule: { lock: { forced: (flag, step) => flag === 'true' && !is(step, 'delete', 'id') } },
  },
  {
    id: 'lock-force-delete-ignored-by-external-id',
    breaks: ['A-DAT-16', 'A-DAT-23'],
    says: 'DELETE by external id with forceDelete=true and a stale lastChanged is refused.',
    rule: { lock: { forced: (flag, step) => flag === 'true' && !is(step, 'delete', 'externalId') } },
  },
  {
    id: 'lock-force-delete-default',
    breaks: ['A-DAT-23', 'A-DAT-20', 'A-DAT-32'],
    says: 'Deletes without forceDelete are forced.',
    rule: { lock: { forced: (flag, step) => (is(step, 'delete') ? flag !== 'false' : flag === 'true') } },
  },
  {
    id: 'lock-delete-without-last-changed',
    breaks: ['A-DAT-32'],
    says: 'DELETE without lastChanged and without forceDelete succeeds.',
    rule: { lock: { refusesUnversioned: ({ operation }) => operation !== 'delete' } },
  },
  {
    id: 'lock-delete-without-last-changed-crashes',
    breaks: ['A-DAT-32'],
    says: 'DELETE without lastChanged and without forceDelete is answered with 500.',
    rule: { lock: { unversionedStatus: ({ operation }) => (operation === 'delete' ? 500 : 400) } },
  },
  {
    id: 'lock-delete-without-last-changed-stored',
    breaks: ['A-DAT-32'],
    says: 'DELETE without lastChanged and without forceDelete is refused but deletes.',
    rule: { data: { storesRefused: (cause, step) => cause === 'unversioned' && is(step, 'delete') } },
  },
  {
    id: 'lock-race-two-winners',
    breaks: ['A-DAT-26'],
    says: 'Concurrent writers that pass the lock check within 30 ms all succeed.',
    seam: { lock: { gap: pause } },
  },
  {
    id: 'lock-race-no-winner',
    breaks: ['A-DAT-37'],
    says: 'Concurrent writers that pass the lock check within 30 ms are all refused with CA-27.',
    seam: { lock: { gap: pause } },
    rule: { lock: { yields: (rivals) => rivals > 0 } },
  },
]

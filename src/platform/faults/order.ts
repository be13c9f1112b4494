import type { Fault } from '../deviation.ts'

/** Faults of A-PAR-08 and 09: the order of lists. */
export const orderFaults: readonly Fault[] = [
  {
    id: 'order-ignored',
    breaks: ['A-PAR-08'],
    says: 'orderBy is ignored.',
    rule: { order: { asked: () => undefined } },
  },
  {
    id: 'order-desc-ignored',
    breaks: ['A-PAR-08'],
    says: 'desc sorts ascending.',
    rule: { order: { direction: () => 'asc' } },
  },
  {
    id: 'order-asc-means-desc',
    breaks: ['A-PAR-08'],
    says: 'Explicit asc sorts descending.',
    rule: { order: { direction: (word) => (word === undefined ? 'asc' : 'desc') } },
  },
  {
    id: 'order-by-id-refused',
    breaks: ['A-PAR-08'],
    says: 'A list is not sorted by id: orderBy with it is refused.',
    rule: { order: { refuses: (keys) => (keys.some(({ field }) => field === 'id') ? 400 : undefined) } },
  },
  {
    id: 'order-by-id-ignored',
    breaks: ['A-PAR-08'],
    says: 'orderBy=id is ignored.',
    rule: { order: { keys: (keys) => keys.filter(({ field }) => field !== 'id') } },
  },
  {
    id: 'order-second-field-ignored',
    breaks: ['A-PAR-08'],
    says: 'Only the first field of orderBy is used.',
    rule: { order: { keys: (keys) => keys.slice(0, 1) } },
  },
  {
    id: 'order-last-field-first',
    breaks: ['A-PAR-08'],
    says: 'The fields of orderBy are applied last to first.',
    rule: { order: { keys: (keys) => keys.toReversed() } },
  },
  {
    id: 'order-one-direction-for-all',
    breaks: ['A-PAR-08'],
    says: 'The direction of the first field applies to all fields.',
    rule: {
      order: { keys: (keys) => keys.map((key) => ({ ...key, direction: keys[0]?.direction ?? key.direction })) },
    },
  },
  {
    id: 'order-drops-unset',
    breaks: ['A-PAR-08'],
    says: 'Records without a value in the field are missing from a sorted list.',
    rule: { order: { unset: (linked) => (linked ? 'last' : 'away') } },
  },
  {
    id: 'order-after-page',
    breaks: ['A-PAR-08', 'A-PAR-07'],
    says: 'Records are sorted only within a page.',
    rule: { order: { afterPaging: () => true } },
  },
  {
    id: 'order-two-fields-crash',
    breaks: ['A-PAR-08'],
    says: 'orderBy with two fields is answered with 500.',
    rule: { order: { refuses: (keys) => (keys.length > 1 ? 500 : undefined) } },
  },
  {
    id: 'order-referenced-refused',
    breaks: ['A-PAR-09'],
    says: 'Fields of referenced records are refused in orderBy.',
    rule: { order: { refuses: (keys) => (keys.some(({ linked }) => linked) ? 400 : undefined) } },
  },
  {
    id: 'order-referenced-ignored',
    breaks: ['A-PAR-09'],
    says: 'Fields of referenced records are ignored in orderBy.',
    rule: { order: { linked: () => 'nothing' } },
  },
  {
    id: 'order-referenced-by-id',
    breaks: ['A-PAR-09'],
    says: 'A field of a referenced record sorts by the id of that record.',
    rule: { order: { linked: () => 'id' } },
  },
  {
    id: 'order-referenced-desc-ignored',
    breaks: ['A-PAR-09'],
    says: 'desc after a field of a referenced record is ignored.',
    rule: { order: { direction: (word, linked) => (linked ? 'asc' : (word ?? 'asc')) } },
  },
  {
    id: 'order-referenced-drops-unlinked',
    breaks: ['A-PAR-09'],
    says: 'Records without the reference are missing from a list sorted by it.',
    rule: { order: { unset: (linked) => (linked ? 'away' : 'last') } },
  },
]

import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { dropping, inActivities, inEach, inMaterials, inRequirements, uuidIn, withField } from './tree-edits.ts'

/** Faults of B-SVC: addresses, and the types of the parts of a tree. */
export const servicePartFaults: readonly Fault[] = [
  serviceFault('source-id-plain', ['B-SVC-10'], 'A sourceId is a plain string.', {
    address: (address) => ('sourceId' in address ? { ...address, sourceId: uuidIn(address['sourceId']) } : address),
  }),
  serviceFault('source-lower-case', ['B-SVC-10'], 'The source of an address is written in lower case.', {
    source: (type) => type.toLowerCase(),
  }),
  serviceFault(
    'address-lost',
    ['B-SVC-12'],
    'The address of an activity is not kept.',
    takes(inActivities(dropping('address'))),
  ),
  serviceFault(
    'address-of-call',
    ['B-SVC-12'],
    'All activities get the address of the first.',
    takes((body) => {
      const [first] = (body['activities'] as ReadonlyArray<Readonly<Record<string, unknown>>> | undefined) ?? []
      return first?.['address'] ? (inActivities(withField('address', first['address']))(body) as never) : body
    }),
  ),
  serviceFault('address-no-location', ['B-SVC-12'], 'The location of an address is not kept.', {
    address: (address) => dropping('location')(address) as never,
  }),
  serviceFault('address-number-lost', ['B-SVC-12'], 'The number of a street is not kept.', {
    address: (address) => dropping('streetNumber')(address) as never,
  }),
  serviceFault('explicit-with-source', ['B-SVC-11'], 'An address of its own is shown with a source.', {
    address: (address, kind) => (kind === 'explicit' ? { ...address, source: 'ACTIVITY' } : address),
  }),
  serviceFault('explicit-with-source-id', ['B-SVC-11'], 'An address of its own is shown with a sourceId.', {
    address: (address, kind) => (kind === 'explicit' ? { ...address, sourceId: { uuid: '0'.repeat(32) } } : address),
  }),
  serviceFault('referenced-without-source', ['B-SVC-11'], 'A referenced address is shown without its source.', {
    address: (address, kind) => (kind === 'referenced' ? (dropping('source')(address) as never) : address),
  }),
  serviceFault('referenced-without-source-id', ['B-SVC-11'], 'A referenced address is shown without its sourceId.', {
    address: (address, kind) => (kind === 'referenced' ? (dropping('sourceId')(address) as never) : address),
  }),
  serviceFault(
    'sourced-address-kept',
    ['B-SVC-12'],
    'An address sent with source and sourceId becomes that of the activity.',
    { takesAddress: () => true },
  ),
  serviceFault(
    'quantity-text',
    ['B-SVC-14'],
    'Quantities are shown as texts.',
    shows(inMaterials((part) => ({ ...part, quantity: String(part['quantity']) }))),
  ),
  serviceFault(
    'mandatory-text',
    ['B-SVC-15'],
    'Whether a requirement is mandatory is shown as a text.',
    shows(inRequirements((part) => ({ ...part, mandatory: String(part['mandatory']) }))),
  ),
  serviceFault(
    'duration-text',
    ['B-SVC-16'],
    'Durations are shown as texts.',
    shows(
      inEach((part) =>
        'durationInMinutes' in part ? { ...part, durationInMinutes: String(part['durationInMinutes']) } : part,
      ),
    ),
  ),
  serviceFault(
    'due-number',
    ['B-SVC-16'],
    'Due times are shown as numbers.',
    shows(
      inEach((part) =>
        typeof part['dueDateTime'] === 'string' ? { ...part, dueDateTime: Date.parse(part['dueDateTime']) } : part,
      ),
    ),
  ),
  serviceFault(
    'last-changed-text',
    ['B-SVC-16'],
    'lastChanged is shown as a text.',
    shows(inEach((part) => ('lastChanged' in part ? { ...part, lastChanged: String(part['lastChanged']) } : part))),
  ),
  serviceFault(
    'subject-number',
    ['B-SVC-22'],
    'The subject of a service call is shown as a number.',
    shows(withField('subject', 5), ['service-create', 'service-get']),
  ),
  serviceFault(
    'activity-remarks-number',
    ['B-SVC-23'],
    'The remarks of an activity are shown as a number.',
    shows(inActivities((part) => ('remarks' in part ? { ...part, remarks: 5 } : part))),
  ),
  serviceFault('planned-taken', ['B-SVC-30'], 'Planned dates that are sent are taken over.', {
    takesReadOnly: (field) => field.startsWith('planned'),
  }),
]

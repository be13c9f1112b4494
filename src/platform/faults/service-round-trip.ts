import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import {
  dropping,
  inActivities,
  inAttachments,
  inMaterials,
  inRequirements,
  inUdfValues,
  withField,
} from './tree-edits.ts'

const onGet = ['service-get']
const onActivity = ['service-activity']

/** Faults of B-SVC: what was written is not what is read. */
export const serviceRoundTripFaults: readonly Fault[] = [
  serviceFault(
    'source-activity-lost',
    ['B-SVC-31'],
    'The source activity is not kept.',
    takes(inActivities(dropping('sourceActivity'))),
  ),
  serviceFault('remarks-lost', ['B-SVC-31'], 'The remarks of a service call are not kept.', takes(dropping('remarks'))),
  serviceFault(
    'duration-lost',
    ['B-SVC-31'],
    'The duration of a service call is not kept.',
    takes(dropping('durationInMinutes')),
  ),
  serviceFault(
    'due-day-only',
    ['B-SVC-31'],
    'Only the day of a due time is kept.',
    takes((body) =>
      typeof body['dueDateTime'] === 'string'
        ? { ...body, dueDateTime: `${body['dueDateTime'].slice(0, 10)}T00:00:00Z` }
        : body,
    ),
  ),
  serviceFault(
    'responsibles-lost',
    ['B-SVC-31'],
    'The technicians of a service call are not kept.',
    takes(dropping('responsibles')),
  ),
  serviceFault(
    'equipments-lost',
    ['B-SVC-31'],
    'The equipment of a service call is not kept.',
    takes(dropping('equipments')),
  ),
  serviceFault('contact-lost', ['B-SVC-31'], 'The contact of a service call is not kept.', takes(dropping('contact'))),
  serviceFault(
    'activity-remarks-lost',
    ['B-SVC-31'],
    'The remarks of an activity are not kept.',
    takes(inActivities(dropping('remarks'))),
  ),
  serviceFault(
    'activity-due-lost',
    ['B-SVC-31'],
    'The due time of an activity is not kept.',
    takes(inActivities(dropping('dueDateTime'))),
  ),
  serviceFault(
    'region-lost',
    ['B-SVC-31'],
    'The region of an activity is not kept.',
    takes(inActivities(dropping('region'))),
  ),
  serviceFault(
    'activity-fields-of-first',
    ['B-SVC-31'],
    'All activities get the duration of the first.',
    takes((body) => {
      const [first] = (body['activities'] as ReadonlyArray<Readonly<Record<string, unknown>>> | undefined) ?? []
      return first?.['durationInMinutes']
        ? (inActivities(withField('durationInMinutes', first['durationInMinutes']))(body) as never)
        : body
    }),
  ),
  serviceFault('attachments-lost', ['B-SVC-31'], 'Attachments are not kept.', {
    stores: (table) => table !== 'Attachment',
  }),
  serviceFault(
    'attachment-title-lost',
    ['B-SVC-31'],
    'The titles of attachments are not shown.',
    shows(inAttachments(dropping('title'))),
  ),
  serviceFault(
    'requirements-lost',
    ['B-SVC-31'],
    'Requirements are not kept.',
    takes((body) => inActivities(dropping('requirements'))(dropping('requirements')(body) as never)),
  ),
  serviceFault(
    'mandatory-turned',
    ['B-SVC-31'],
    'Mandatory requirements are kept as optional ones.',
    shows(inRequirements((part) => ({ ...part, mandatory: part['mandatory'] !== true }))),
  ),
  serviceFault(
    'udf-values-lost',
    ['B-SVC-31'],
    'Values of user-defined fields of an activity are not kept.',
    takes(inActivities(dropping('udfValues'))),
  ),
  serviceFault(
    'udf-value-lower-case',
    ['B-SVC-31'],
    'Values of user-defined fields are shown in lower case.',
    shows(inUdfValues((part) => ({ ...part, value: String(part['value']).toLowerCase() }))),
  ),
  serviceFault(
    'activity-parts-at-call',
    ['B-SVC-31'],
    'What belongs to an activity is shown at its service call.',
    shows(
      (tree) => {
        const activities = (tree['activities'] as ReadonlyArray<Readonly<Record<string, unknown>>> | undefined) ?? []
        const moved = [tree, ...activities].flatMap(({ attachments }) => (attachments as unknown[] | undefined) ?? [])
        return { ...(inActivities(withField('attachments', []))(tree) as object), attachments: moved }
      },
      ['service-create', 'service-get'],
    ),
  ),
  serviceFault(
    'attachment-category-lost',
    ['B-SVC-31'],
    'The categories of attachments are not kept.',
    takes(inAttachments(dropping('category'))),
  ),
  serviceFault(
    'problem-type-lost',
    ['B-SVC-22', 'B-SVC-31'],
    'The problem type of a service call is not kept.',
    takes(dropping('problemType')),
  ),
  serviceFault(
    'serial-number-lost',
    ['B-SVC-14', 'B-SVC-31'],
    'The serial number of a reserved material is not kept.',
    takes(inMaterials(dropping('serialNumber'))),
  ),
  serviceFault(
    'shipped-lost',
    ['B-SVC-14', 'B-SVC-31'],
    'How many of a reserved material were shipped is not kept.',
    takes(inMaterials(dropping('shipped'))),
  ),
  serviceFault('materials-lost', ['B-SVC-31'], 'Reserved materials are not kept.', {
    stores: (table) => table !== 'ReservedMaterial',
  }),
  serviceFault(
    'quantity-one',
    ['B-SVC-31'],
    'Quantities are shown as 1.',
    shows(inMaterials(withField('quantity', 1))),
  ),
  serviceFault('moved-zero', ['B-SVC-31'], 'What was moved is shown as 0.', shows(inMaterials(withField('moved', 0)))),
  serviceFault(
    'warehouse-is-item',
    ['B-SVC-31'],
    'The item of a reserved material is shown as its warehouse.',
    shows(inMaterials((part) => ({ ...part, warehouse: part['item'] }))),
  ),
  serviceFault(
    'material-udf-lost',
    ['B-SVC-31'],
    'User-defined values of reserved materials are not shown.',
    shows(inMaterials(withField('udfValues', []))),
  ),
  serviceFault(
    'get-former-subject',
    ['B-SVC-31'],
    'The subject of a service call is read cut short.',
    shows((tree) => ({ ...tree, subject: String(tree['subject']).slice(0, -1) }), onGet),
  ),
  serviceFault(
    'activity-other-remarks',
    ['B-SVC-31'],
    'An activity read by itself has no remarks.',
    shows(dropping('remarks'), onActivity),
  ),
  serviceFault(
    'no-external-id-shown',
    ['B-SVC-31'],
    'The external id of a service call is not shown.',
    shows(dropping('externalId')),
  ),
  serviceFault(
    'call-not-stored',
    ['B-SVC-31'],
    'The remarks of a service call are told and not stored.',
    shows(dropping('remarks'), onGet),
  ),
]

import type { Fault } from '../deviation.ts'
import { serviceFault, shows } from './service-fault.ts'

type Part = Readonly<Record<string, unknown>>

/** What the Data API shows of the records of a resource, changed where it matches. */
const recordsFault = (id: string, says: string, resource: string, from: RegExp, to: string): Fault => ({
  id: `service-${id}`,
  breaks: ['B-SVC-31'],
  says,
  wire: {
    response: (response, { method, target }) =>
      method === 'GET' && target.includes(`/api/data/v4/${resource}/`)
        ? { ...response, body: Buffer.from(response.body.toString('utf8').replace(from, to)) }
        : response,
  },
})

/** Faults of B-SVC-31 and B-SVC-10: the records of a tree are not what the tree shows. */
export const serviceRecordFaults: readonly Fault[] = [
  recordsFault(
    'material-record-of-one-more',
    'The Data API shows a reserved material with ten times the quantity in its tree.',
    'ReservedMaterial',
    /("quantity":\d+)/,
    '$10',
  ),
  recordsFault(
    'attachment-record-of-another',
    'The Data API shows the attachment of a service call or an activity as that of another object.',
    'Attachment',
    /("objectId":"[0-9A-F-]{5})[0-9A-F]{2}/i,
    '$1EE',
  ),
  recordsFault(
    'attachment-record-named-otherwise',
    'The Data API shows an attachment with another file name than its tree.',
    'Attachment',
    /("fileName":")/,
    '$1copy of ',
  ),
  recordsFault(
    'activity-record-without-responsible',
    'The Data API shows an activity without the technicians in its tree.',
    'Activity',
    /"responsibles":\["[^\]]*\]/,
    '"responsibles":[]',
  ),
  recordsFault(
    'activity-record-of-other-equipment',
    'The Data API shows an activity with other equipment than its tree.',
    'Activity',
    /("equipment":"[0-9A-F-]{5})[0-9A-F]{2}/i,
    '$1EE',
  ),
  recordsFault(
    'call-record-udf-value-lost',
    'The Data API shows a service call with another value of a user-defined field than its tree.',
    'ServiceCall',
    /("udfValues":\[[^\]]*"value":")/,
    '$1-',
  ),
  serviceFault('refused-materials-stay', ['B-SVC-18'], 'The reserved materials of a refused tree stay.', {
    keepsRefused: (table) => table === 'ReservedMaterial',
  }),
  serviceFault('refused-attachments-stay', ['B-SVC-18'], 'The attachments of a refused tree stay.', {
    keepsRefused: (table) => table === 'Attachment',
  }),
  serviceFault(
    'source-id-of-call',
    ['B-SVC-10'],
    'An address of the business partner shows the id of the service call as its sourceId.',
    shows((tree) => ({
      ...tree,
      ...(Array.isArray(tree['activities'])
        ? {
            activities: (tree['activities'] as readonly Part[]).map((activity) =>
              (activity['address'] as Part | undefined)?.['source'] === 'BUSINESSPARTNER'
                ? { ...activity, address: { ...(activity['address'] as Part), sourceId: tree['id'] } }
                : activity,
            ),
          }
        : {}),
    })),
  ),
]

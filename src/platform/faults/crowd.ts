import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { refusedYetDone, borrowedTokenFaults } from './borrowed.ts'
import { crowdParts } from './crowd-parts.ts'
import { crowdListFaults, crowdRecordFaults } from './crowd-records.ts'
import { answering, withStatus } from './edits.ts'
import { crowdReadings } from './readings-crowd.ts'

const { crowd: strict } = crowdRules
const { at, fault, onWire, refused, isAt, whole, one, places, place, batch } = crowdParts

type Fields = Readonly<Record<string, unknown>>

/** A success told with another status. */
const told = (id: string, breaks: string, method: string, path: RegExp, status: number): Fault =>
  onWire(
    id,
    breaks,
    `A ${method} that was done is answered ${status}.`,
    answering(
      (seen, response) => isAt(method, path)(seen) && response.status < 300,
      (response) => (status === 204 ? withStatus(204) : { ...response, status }),
    ),
  )

const statuses: readonly Fault[] = [
  told('create-200', 'B-CRW-03', 'POST', whole, 200),
  told('update-204', 'B-CRW-05', 'PUT', one, 204),
  told('read-203', 'B-CRW-06', 'GET', one, 203),
  told('delete-200', 'B-CRW-08', 'DELETE', one, 200),
  told('address-create-200', 'B-CRW-09', 'POST', places, 200),
  told('address-read-203', 'B-CRW-10', 'GET', place, 203),
  told('address-update-204', 'B-CRW-11', 'PUT', place, 204),
  told('address-delete-200', 'B-CRW-12', 'DELETE', place, 200),
  told('batch-200', 'B-CRW-13', 'POST', batch, 200),
  refused('update-refused', 'B-CRW-05', 'PUT', one, 403),
  refused('delete-404', 'B-CRW-08', 'DELETE', one, 404),
  refused('address-create-refused', 'B-CRW-09', 'POST', places, 404),
  refused('address-update-refused', 'B-CRW-11', 'PUT', place, 404),
  refused('address-delete-404', 'B-CRW-12', 'DELETE', place, 404),
]

const dropping =
  (name: string): typeof strict.stores =>
  (sent) =>
    Object.fromEntries(Object.entries(sent).filter(([key]) => key !== name))

const only =
  (does: 'create' | 'update', change: typeof strict.stores): typeof strict.stores =>
  (sent, before) =>
    (before === undefined) === (does === 'create') ? change(sent, before) : sent

const isTechnician = (sent: Fields): boolean => 'lastName' in sent || 'email' in sent

const stored: readonly Fault[] = [
  fault('create-drops-email', 'B-CRW-28', 'A new technician has no email.', {
    stores: only('create', dropping('email')),
  }),
  fault('create-drops-mobile', 'B-CRW-28', 'A new technician has no mobile phone.', {
    stores: only('create', dropping('mobilePhone')),
  }),
  fault('names-cut', 'B-CRW-28', 'First names are cut after twenty characters.', {
    stores: (sent) => ({ ...sent, firstName: String(sent['firstName']).slice(0, 20) }),
  }),
  fault('no-umlauts', 'B-CRW-28', 'Characters that are not ASCII are lost.', {
    stores: (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([key, value]) => [
          key,
          typeof value === 'string' ? value.replace(/[^\0-\x7f]/g, '?') : value,
        ]),
      ),
  }),
  fault('update-drops-mobile', 'B-CRW-28', 'An update does not change the mobile phone.', {
    stores: only('update', dropping('mobilePhone')),
  }),
  fault('update-drops-email', 'B-CRW-28', 'An update does not change the email.', {
    stores: only('update', dropping('email')),
  }),
  fault('update-no-effect', 'B-CRW-28', 'An update is answered as done and changes nothing.', {
    stores: (sent, before) => (before && isTechnician(sent) ? {} : sent),
  }),
  fault('address-update-no-effect', 'B-CRW-28', 'An update of an address changes nothing.', {
    stores: (sent, before) => (before && !isTechnician(sent) ? {} : sent),
  }),
  fault('service-area-dropped', 'B-CRW-28', 'The service area of a technician is not kept.', {
    stores: dropping('serviceArea'),
  }),
  fault('radius-rounded', 'B-CRW-28', 'The radius of a service area is rounded.', {
    shows: (record) => {
      const area = record['serviceArea'] as { radius?: { value?: number } } | undefined
      if (typeof area?.radius?.value !== 'number') return record
      return { ...record, serviceArea: { ...area, radius: { ...area.radius, value: Math.round(area.radius.value) } } }
    },
  }),
  fault('address-drops-street', 'B-CRW-28', 'Addresses are shown without their street.', {
    address: ({ streetName: _street, ...others }) => others,
  }),
  fault('address-country-default', 'B-CRW-28', 'Addresses are shown as in DE.', {
    address: (record) => ({ ...record, country: 'DE' }),
  }),
  fault('delete-no-effect', 'B-CRW-28', 'A technician is still there after its deletion.', {
    removes: (of) => of !== 'technician',
  }),
  fault('address-delete-no-effect', 'B-CRW-28', 'An address is still there after its deletion.', {
    removes: (of) => of !== 'address',
  }),
]

const fields: readonly Fault[] = [
  ...(['create', 'update'] as const).flatMap((does) => [
    ...strict.requires(does, {}, {}).map((name) =>
      fault(
        `${does}-without-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        'B-CRW-20',
        `A technician can be ${does}d without ${name}.`,
        {
          requires: (asked, sent, before) =>
            strict.requires(asked, sent, before).filter((other) => asked !== does || other !== name),
        },
      ),
    ),
    fault(`refused-${does}-stored`, 'B-CRW-20', `A ${does} without a required field is refused, and done.`, {
      actsAnyway: (asked) => asked === does,
    }),
  ]),
  fault('mobile-phone-demanded', 'B-CRW-03', 'A technician cannot be created without a mobile phone.', {
    requires: (does, sent, before) => [...strict.requires(does, sent, before), 'mobilePhone'],
  }),
  fault('batch-operation-unchecked', 'B-CRW-20', 'An operation without its kind is done as an update.', {
    takesOperation: () => true,
  }),
]

const batches: readonly Fault[] = [
  ...(['CREATE', 'UPDATE', 'DELETE'] as const).flatMap((operation) => [
    fault(
      `batch-${operation.toLowerCase()}-ignored`,
      'B-CRW-13',
      `${operation} in a batch is told as done, and not done.`,
      {
        does: (asked) => asked !== operation,
      },
    ),
    fault(`batch-${operation.toLowerCase()}-not-undone`, 'B-CRW-25', `${operation} in a failed transaction stays.`, {
      undoes: (asked) => asked !== operation,
    }),
  ]),
  fault('batch-never-undone', 'B-CRW-25', 'Nothing of a failed transaction is undone.', { undoes: () => false }),
  fault('batch-transactional-by-default', 'B-CRW-13', 'A batch is one transaction unless told otherwise.', {
    isTransaction: (parameter) => parameter !== 'false',
  }),
]

const headers = [
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-Id',
  'X-Company-Name',
].flatMap((header): Fault[] => {
  const name = header.toLowerCase()
  const free: Partial<typeof strict> = {
    isGiven: (asked, value, operation) => asked === header || strict.isGiven(asked, value, operation),
  }
  return [
    fault(`${name}-not-required`, 'B-CRW-26', `A call without ${header} is served.`, free),
    {
      ...fault(`${name}-missing-yet-done`, 'B-CRW-26', `A call without ${header} is refused, and done.`, free),
      wire: refusedYetDone(at, header),
    },
  ]
})

/** Faults of B-CRW. */
export const crowdFaults: readonly Fault[] = [
  ...statuses,
  ...stored,
  ...fields,
  ...crowdRecordFaults,
  ...crowdListFaults,
  ...crowdReadings,
  ...batches,
  ...headers,
  ...borrowedTokenFaults('crowd', at, { headers: 'B-CRW-26', status: 'B-CRW-19' }),
]

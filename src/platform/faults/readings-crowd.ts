import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { crowdParts } from './crowd-parts.ts'
import { crowdReadingsTold } from './readings-crowd-told.ts'
import { answering, withStatus } from './edits.ts'

const { crowd: strict } = crowdRules
const { fault, onWire, isAt, batch } = crowdParts

type Fields = Readonly<Record<string, unknown>>

const onUpdate =
  (change: (sent: Fields, before: Fields) => Fields): typeof strict.stores =>
  (sent, before) =>
    before === undefined ? sent : change(sent, before)

const withArea = (record: Fields, change: (area: Fields) => Fields): Fields => {
  const area = record['serviceArea'] as Fields | undefined
  return area ? { ...record, serviceArea: change(area) } : record
}

const withTexts = (record: Fields, change: (text: string, name: string) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? change(value, name) : value]),
  )

const records: readonly Fault[] = [
  fault('mobile-phone-demanded-with-address', 'B-CRW-03', 'A new technician with an address needs a mobile phone.', {
    requires: (does, sent, before) => [
      ...strict.requires(does, sent, before),
      ...(does === 'create' && (sent['address'] || sent['serviceArea']) ? ['mobilePhone'] : []),
    ],
  }),
  fault('guid-taken-as-external-id', 'B-CRW-04', 'A GUID that is sent becomes the external id.', {
    externalId: (generated, { externalId }) =>
      /^[0-9a-f-]{32,36}$/i.test(String(externalId)) ? String(externalId) : generated,
  }),
  fault('external-id-used-again', 'B-CRW-04', 'A new technician gets the external id of one that was deleted.', {
    externalId: (generated, _sent, freed) => freed.at(-1) ?? generated,
  }),
  fault('update-demands-partner', 'B-CRW-05', 'An update without businessPartner is refused.', {
    requires: (does, sent, before) => [
      ...strict.requires(does, sent, before),
      ...(does === 'update' ? ['businessPartner'] : []),
    ],
  }),
  fault('update-of-the-same-204', 'B-CRW-05', 'An update that changes nothing is answered 204.', {
    status: (does, of) => (does === 'update' && of.same ? 204 : strict.status(does, of)),
  }),
  fault('id-found-by-its-beginning', 'B-CRW-06', 'A technician is found by the beginning of its external id.', {
    meant: (asked, known) => known.find((id) => asked.length >= 8 && id.startsWith(asked)) ?? asked,
  }),
  fault('record-keeps-old-address', 'B-CRW-28', 'The record of a technician shows its address as it was at first.', {
    embedded: (now, then) => (now && then) ?? now ?? null,
  }),
  fault('record-keeps-deleted-address', 'B-CRW-28', 'The record of a technician shows an address that was deleted.', {
    embedded: (now, then) => now ?? then ?? null,
  }),
  fault('deleted-revived-by-update', 'B-CRW-19', 'An update brings a deleted technician back.', {
    reachesGone: (does) => does === 'update',
  }),
  fault('addresses-outlive-technician', 'B-CRW-19', 'Addresses of a deleted technician are still there.', {
    reachesGone: (does) => does === 'address',
  }),
  fault('delete-with-parts-200', 'B-CRW-08', 'The deletion of a technician with addresses or skills is answered 200.', {
    status: (does, of) => (does === 'delete' && of.parts ? 200 : strict.status(does, of)),
  }),
  fault('created-at-moves', 'B-CRW-22', 'createdAt is the time of the last change.', {
    created: (_createdAt, lastChanged) => lastChanged,
  }),
  fault('digits-as-number', 'B-CRW-22', 'A mobile phone of digits alone is a number.', {
    shows: (record) =>
      withTexts(record, (text, name) => (name === 'mobilePhone' && /^\d+$/.test(text) ? Number(text) : text)),
  }),
  fault('partner-by-another-id', 'B-CRW-28', 'After an update the business partner has another id.', {
    stores: onUpdate((sent) => ('businessPartner' in sent ? { ...sent, businessPartner: '000918' } : sent)),
  }),
  fault('email-in-lower-case', 'B-CRW-28', 'The email is stored in lower case.', {
    stores: (sent) => withTexts(sent, (text, name) => (name === 'email' ? text.toLowerCase() : text)),
  }),
  fault('texts-cut-at-fifty', 'B-CRW-28', 'Texts are cut after fifty characters when they are changed.', {
    stores: onUpdate((sent) => withTexts(sent, (text) => text.slice(0, 50))),
  }),
  fault('list-shows-old-names', 'B-CRW-28', 'The list shows the names that a technician was created with.', {
    row: (row, first) => ({ ...row, firstName: first['firstName'], lastName: first['lastName'] }),
  }),
  fault('null-will-do', 'B-CRW-20', 'null will do for a required field.', {
    isThere: (value) => value === null || strict.isThere(value),
  }),
]

const areas: readonly Fault[] = [
  fault('update-swaps-coordinates', 'B-CRW-28', 'An update exchanges latitude and longitude.', {
    stores: onUpdate((sent) =>
      withArea(sent, (area) => ({ ...area, latitude: area['longitude'], longitude: area['latitude'] })),
    ),
  }),
  fault('update-turns-miles-to-km', 'B-CRW-28', 'An update turns miles into km.', {
    stores: onUpdate((sent) => withArea(sent, (area) => ({ ...area, radius: { unit: 'km', value: 16.09 } }))),
  }),
  fault('update-shouts-unit', 'B-CRW-16', 'After an update the unit of a radius is in capitals.', {
    stores: onUpdate((sent) =>
      withArea(sent, (area) => {
        const radius = area['radius'] as Fields
        return { ...area, radius: { ...radius, unit: String(radius['unit']).toUpperCase() } }
      }),
    ),
  }),
  fault('zero-is-nothing', 'B-CRW-28', 'A coordinate of 0 is not shown.', {
    shows: (record) =>
      withArea(record, (area) => Object.fromEntries(Object.entries(area).filter(([, value]) => value !== 0))),
  }),
  fault('update-with-area-swaps-names', 'B-CRW-28', 'An update with a service area exchanges first and last name.', {
    stores: onUpdate((sent) =>
      sent['serviceArea'] ? { ...sent, firstName: sent['lastName'], lastName: sent['firstName'] } : sent,
    ),
  }),
]

const addresses: readonly Fault[] = [
  ...(['read', 'update', 'delete'] as const).map((does) =>
    fault(
      `address-${does}-by-anyone`,
      does === 'delete' ? 'B-CRW-28' : 'B-CRW-19',
      `An address is ${does === 'read' ? 'read' : `${does}d`} by way of any technician.`,
      { isByOwner: (asked) => asked !== does },
    ),
  ),
  fault('zip-code-loses-zeros', 'B-CRW-28', 'Leading zeros of a zip code are lost.', {
    address: (record) => ({ ...record, zipCode: String(Number(record['zipCode'])) }),
  }),
  fault('empty-text-not-stored', 'B-CRW-28', 'An empty text does not replace what was there.', {
    stores: onUpdate((sent) => Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))),
  }),
  fault('address-alike-deleted', 'B-CRW-28', 'A deletion takes the addresses that read alike, too.', {
    removesAlike: () => true,
  }),
  fault('address-id-number-in-record', 'B-CRW-23', 'In the record of a technician the id of the address is a number.', {
    embedded: (now) => (now ? { ...now, id: 7 } : null),
  }),
  fault('address-list-in-record', 'B-CRW-22', 'The address in the record of a technician is a list.', {
    embedded: (now) => (now ? [now] : null),
  }),
  fault('house-letter-lost', 'B-CRW-28', 'A house number loses its letter.', {
    address: (record) => ({ ...record, number: String(record['number']).replace(/[a-z]+$/i, '') }),
  }),
  fault('country-in-capitals', 'B-CRW-28', 'A country is stored in capitals.', {
    stores: onUpdate((sent) => withTexts(sent, (text, name) => (name === 'country' ? text.toUpperCase() : text))),
  }),
]

const batches: readonly Fault[] = [
  fault('batch-steps-of-one-id', 'B-CRW-13', 'Of operations with the same id, or none, only the last is done.', {
    steps: (steps) => [...new Map(steps.map((step) => [step.id, step])).values()],
  }),
  fault('batch-update-keeps-country', 'B-CRW-28', 'An UPDATE in a batch does not change the country.', {
    carries: (operation, { country, ...others }) => (operation === 'UPDATE' ? others : { country, ...others }),
  }),
  fault('batch-create-drops-street', 'B-CRW-28', 'A CREATE in a batch loses the street.', {
    carries: (operation, { streetName, ...others }) => (operation === 'CREATE' ? others : { streetName, ...others }),
  }),
  fault('batch-undone-by-twenties', 'B-CRW-25', 'Of a failed transaction only what follows the twentieth is undone.', {
    undoes: (_operation, position, of) => position >= 20 * Math.floor((of - 1) / 20),
  }),
  fault('batch-needs-no-headers', 'B-CRW-26', 'A batch of addresses is served without its headers.', {
    isGiven: (name, value, operation) => operation === 'crowd-address-batch' || strict.isGiven(name, value, operation),
  }),
  onWire(
    'batch-of-nobody-201',
    'B-CRW-19',
    'A batch of addresses of a technician that is not there is answered 201.',
    answering(
      (seen, { status }) => isAt('POST', batch)(seen) && status === 404,
      () => withStatus(201, {}),
    ),
  ),
]

/** Quiet breaches of B-CRW, thought up by a reader of the documents (suites/two-readings). */
export const crowdReadings: readonly Fault[] = [...records, ...areas, ...addresses, ...batches, ...crowdReadingsTold]

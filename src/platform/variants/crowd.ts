import type { Variant } from '../deviation.ts'
import { answering, showing, withStatus, withText } from '../faults/edits.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { pagesFromOne } from './pages-from-one.ts'

const { crowd: strict } = crowdRules

const variant = (id: string, leaves: string, says: string, crowd: Partial<typeof strict>): Variant => ({
  id: `crowd-${id}`,
  leaves: [leaves],
  says,
  rule: { crowd },
})

const whole = (value: unknown): unknown => (/^\d+$/.test(String(value)) ? Number(value) : value)

type Fields = Readonly<Record<string, unknown>>

/** Other lawful readings of B-CRW. */
export const crowdVariants: readonly Variant[] = [
  variant('update-201', 'B-CRW-05', 'An update is answered 201.', {
    status: (does) => (does === 'update' ? 201 : strict.status(does, {})),
  }),
  variant('delete-missing-204', 'B-CRW-27', 'The deletion of what is not there is answered 204.', {
    missingStatus: (does) => (does === 'delete' ? 204 : strict.missingStatus(does)),
  }),
  variant('numbers-as-integers', 'B-CRW-15', 'House numbers and zip codes are shown as integers.', {
    address: (record) => ({ ...record, number: whole(record['number']), zipCode: whole(record['zipCode']) }),
  }),
  variant('coordinates-whole', 'B-CRW-15', 'Latitude and longitude are shown as integers.', {
    shows: (record) => {
      const area = record['serviceArea'] as { latitude?: number; longitude?: number } | undefined
      if (typeof area?.latitude !== 'number' || typeof area.longitude !== 'number') return record
      const { latitude, longitude } = area
      return {
        ...record,
        serviceArea: { ...area, latitude: Math.round(latitude), longitude: Math.round(longitude) },
      }
    },
  }),
  variant('skill-spelled-otherwise', 'B-CRW-15', 'A skill has starteddAt and tagExternalID.', {
    skill: ({ startedAt, tagExternalId, ...others }) => ({
      ...others,
      starteddAt: startedAt,
      tagExternalID: tagExternalId,
    }),
  }),
  variant('pages-from-one', 'B-CRW-30', 'The first page has the number 1.', pagesFromOne),
  variant('size-of-five', 'B-CRW-30', 'A page holds five technicians unless told otherwise.', { defaultSize: () => 5 }),
  variant('skill-name-in-part', 'B-CRW-30', 'skillName finds a part of a name.', {
    hasSkill: (skills, name) => skills.some(({ tagName }) => tagName.toLowerCase().includes(name.toLowerCase())),
  }),
  variant('expiry-before', 'B-CRW-30', 'skllValidityDate finds skills that expire before that day.', {
    hasExpiry: (skills, day) => skills.some(({ expiredAt }) => String(expiredAt).slice(0, 10) < day),
  }),
  variant('expiry-after', 'B-CRW-30', 'skllValidityDate finds skills that expire on that day or later.', {
    hasExpiry: (skills, day) => skills.some(({ expiredAt }) => String(expiredAt).slice(0, 10) >= day),
  }),
  variant('more-fields', 'B-CRW-18', 'Answers carry fields that no document names.', {
    envelope: (records) => ({ results: records, status: 'OK', errors: null }),
    row: (row) => ({ ...row, crowdType: 'PARTNER_TECHNICIAN', inactive: false }),
  }),
  {
    id: 'crowd-page-behind-the-last-404',
    leaves: ['B-CRW-07', 'B-CRW-19'],
    says: 'A page behind the last is answered 404.',
    wire: answering(
      ({ method, path, query }, { body }) =>
        method === 'GET' &&
        path.endsWith('/technicians') &&
        query.has('Page') &&
        body.toString().includes('"results":[]'),
      () => withStatus(404, { title: 'Not found' }),
    ),
  },
  {
    id: 'crowd-expiry-needs-skill-name',
    leaves: ['B-CRW-19', 'B-CRW-30'],
    says: 'A list by skllValidityDate without skillName is answered 400.',
    wire: answering(
      ({ method, path, query }) =>
        method === 'GET' && path.endsWith('/technicians') && query.has('skllValidityDate') && !query.has('skillName'),
      () => withStatus(400, { title: 'Operation not allowed' }),
    ),
  },
  variant('batch-without-body', 'B-CRW-18', 'A batch of addresses is answered without results.', {
    batchBody: () => ({}),
    failedBatchStatus: () => 409,
  }),
  variant('ids-with-reserved-characters', 'B-CRW-04', 'External ids have characters that a path needs encoded.', {
    externalId: (generated) => `CT+${generated.slice(0, 12)}/==`,
  }),
  variant('empty-fields-left-out', 'B-CRW-24', 'A record does not show what is empty.', {
    shows: (record) =>
      Object.fromEntries(
        Object.entries(record).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
      ),
  }),
  variant('update-replaces', 'B-CRW-05', 'An update leaves nothing of what it does not send, but the address.', {
    keeps: ({ addressId, businessPartner }) => ({ addressId, businessPartner }),
  }),
  variant('list-newest-first', 'B-CRW-07', 'A list begins with what was changed last.', {
    ordered: (rows) => rows.toSorted((one, other) => other.lastChanged - one.lastChanged),
  }),
  variant('size-of-three-at-most', 'B-CRW-30', 'A page holds three technicians at most, whatever size is asked for.', {
    sizeOf: (asked) => Math.min(asked, 3),
  }),
  variant('failed-transaction-201', 'B-CRW-25', 'A transaction that failed is answered 201, with what was wrong.', {
    failedBatchStatus: () => 201,
  }),
  variant('skills-not-taken', 'B-CRW-18', 'Skills of a technician are made by calls of their own only.', {
    stores: ({ skills: _skills, ...sent }) => sent,
  }),
  {
    id: 'crowd-address-update-without-body',
    leaves: ['B-CRW-11', 'B-CRW-30'],
    says: 'An update of an address is answered without a body.',
    wire: answering(
      ({ method, path }, { status }) => method === 'PUT' && /\/addresses\/[^/]+$/.test(path) && status === 200,
      (response) => ({ ...response, body: Buffer.alloc(0) }),
    ),
  },
  {
    id: 'crowd-skill-bare',
    leaves: ['B-CRW-14'],
    says: 'A skill is answered without results.',
    wire: showing(
      ({ method, path }) => method === 'GET' && /\/technicians\/[^/]+\/skills\/[^/]+$/.test(path),
      (body: { results?: Fields[] }) => body.results?.[0] ?? body,
    ),
  },
  {
    id: 'crowd-unauthorized-in-html',
    leaves: ['B-CRW-19'],
    says: 'A call without a good token is answered 401 with a page.',
    wire: answering(
      ({ path }, { status }) => path.includes('/api/crowd/v2/technicians') && status === 401,
      () => withText(401, 'text/html', '<html><body>Unauthorized</body></html>'),
    ),
  },
]

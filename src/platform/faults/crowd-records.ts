import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { crowdParts } from './crowd-parts.ts'
import { answering, showing, taking, withStatus } from './edits.ts'

const { crowd: strict } = crowdRules
const { at, fault, onWire, refused, isAt, whole, one, place } = crowdParts

type Fields = Readonly<Record<string, unknown>>

/** What is told of technicians and their parts. */
export const crowdRecordFaults: readonly Fault[] = [
  fault('missing', 'B-CRW-01', 'There are no crowd technicians.', { served: () => false }),
  onWire(
    'external-id-missing',
    'B-CRW-04',
    'The answer to a creation tells no external id.',
    showing(isAt('POST', whole), (body: { results?: Fields[] }) => ({
      ...body,
      results: body.results?.map(({ externalId: _id, ...record }) => record),
    })),
  ),
  fault('external-id-constant', 'B-CRW-04', 'Every technician gets the same external id.', {
    externalId: () => 'TECHNICIAN',
  }),
  onWire(
    'external-id-of-another',
    'B-CRW-04',
    'The external id that is told for a new technician is not the one that it is found by.',
    showing(isAt('POST', whole), (body: { results?: Fields[] }) => ({
      ...body,
      results: body.results?.map((record) => ({
        ...record,
        externalId: [...String(record['externalId'])].reverse().join(''),
      })),
    })),
  ),
  onWire(
    'read-empty',
    'B-CRW-06',
    'A technician that is there is answered with an empty list.',
    showing(isAt('GET', one), (body: { results?: Fields[] }) => (body.results ? { results: [] } : body)),
  ),
  onWire(
    'address-read-all',
    'B-CRW-10',
    'The address that is read is told twice.',
    showing(isAt('GET', place), (body: { results?: Fields[] }) =>
      body.results ? { results: [...body.results, ...body.results] } : body,
    ),
  ),
  onWire(
    'create-bare',
    'B-CRW-24',
    'A new technician is answered bare.',
    showing(isAt('POST', whole), (body: { results?: Fields[] }) => body.results?.[0] ?? body),
  ),
  onWire(
    'read-object',
    'B-CRW-24',
    'A single record is an object in results.',
    showing(isAt('GET', one), (body: { results?: Fields[] }) => (body.results ? { results: body.results[0] } : body)),
  ),
  fault('created-at-number', 'B-CRW-22', 'createdAt is a number.', {
    shows: (record) => ({ ...record, createdAt: Date.parse(String(record['createdAt'])) }),
  }),
  fault('address-city-list', 'B-CRW-23', 'The city of an address is a list.', {
    address: (record) => ({ ...record, city: [record['city']] }),
  }),
  fault('radius-unit-m', 'B-CRW-16', 'The unit of a radius is m.', {
    shows: (record) => {
      const area = record['serviceArea'] as { radius?: object } | undefined
      return area?.radius ? { ...record, serviceArea: { ...area, radius: { ...area.radius, unit: 'm' } } } : record
    },
  }),
  fault('approval-status-ok', 'B-CRW-17', 'The approval status of a skill is OK.', {
    skill: (record) => ({ ...record, approvalDecision: { approvalStatus: 'OK', reason: null } }),
  }),
  fault('skill-tag-number', 'B-CRW-21', 'The tag of a skill is a number.', {
    skill: (record) => ({ ...record, tagExternalId: 7 }),
  }),
  onWire(
    'skill-other-shape',
    'B-CRW-14',
    'A skill is told by its tag alone.',
    showing(isAt('GET', /\/skills\//), () => ({ results: [{ tag: 'Welding' }] })),
  ),
  onWire(
    'skill-results-object',
    'B-CRW-14',
    'A skill is an object in results.',
    showing(isAt('GET', /\/skills\//), (body: { results?: Fields[] }) =>
      body.results ? { results: body.results[0] } : body,
    ),
  ),
  refused('skill-missing', 'B-CRW-14', 'GET', /\/skills\//, 404),
  onWire(
    'missing-technician-400',
    'B-CRW-19',
    'A technician that is not there is answered 400.',
    answering(
      (seen, { status }) => seen.path.includes(at) && status === 404,
      (response) => ({ ...response, status: 400 }),
    ),
  ),
  onWire(
    'missing-technician-shown',
    'B-CRW-19',
    'A technician that is not there is shown without fields.',
    answering(
      (seen, { status }) => isAt('GET', one)(seen) && status === 404,
      () => withStatus(200, { results: [{ externalId: 'NOBODY' }] }),
    ),
  ),
]

/** What is told in lists. */
export const crowdListFaults: readonly Fault[] = [
  fault('list-empty', 'B-CRW-07', 'The list is empty.', {
    listed: (figures) => strict.listed({ ...figures, total: 0, results: [] }),
  }),
  fault('list-no-total', 'B-CRW-07', 'The list does not tell totalElements.', {
    listed: (figures) => ({ ...(strict.listed(figures) as Fields), totalElements: undefined }),
  }),
  fault('list-bare', 'B-CRW-07', 'The list is a bare array.', { listed: ({ results }) => results }),
  fault('list-names-swapped', 'B-CRW-07', 'First and last names are swapped in the list.', {
    row: (row) => ({ ...row, firstName: row['lastName'], lastName: row['firstName'] }),
  }),
  fault('list-skill-name-ignored', 'B-CRW-07', 'skillName is overlooked.', { hasSkill: () => true }),
  fault('list-skill-name-none', 'B-CRW-07', 'No technician is found by the name of a skill.', {
    hasSkill: () => false,
  }),
  fault('list-expiry-ignored', 'B-CRW-07', 'skllValidityDate is overlooked.', { hasExpiry: () => true }),
  fault('list-expiry-none', 'B-CRW-07', 'No technician is found by the day that a skill expires.', {
    hasExpiry: () => false,
  }),
  onWire(
    'list-skill-name-lost-on-later-pages',
    'B-CRW-07',
    'skillName is overlooked on every page but the first.',
    taking(
      (seen) => isAt('GET', whole)(seen) && Number(seen.query.get('Page') ?? 0) > 0,
      ({ target }) => ({ target: target.replace(/([?&])skillName=[^&]*&?/, '$1') }),
    ),
  ),
  onWire(
    'list-size-ignored',
    'B-CRW-07',
    'Size is overlooked.',
    taking(isAt('GET', whole), ({ target }) => ({ target: target.replace(/([?&])Size=\d+&?/, '$1') })),
  ),
  onWire(
    'list-page-ignored',
    'B-CRW-07',
    'Page is overlooked.',
    taking(isAt('GET', whole), ({ target }) => ({ target: target.replace(/([?&])Page=\d+&?/, '$1') })),
  ),
  ...(
    [
      ['elements', { numberOfElements: 0 }],
      ['pages', { totalPages: 1 }],
      ['first', { first: false }],
      ['last', { last: true }],
    ] as const
  ).map(([name, wrong]) =>
    fault(
      `figures-${name}`,
      'B-CRW-29',
      `The figure ${Object.keys(wrong)[0]} of a list is always ${Object.values(wrong)[0]}.`,
      {
        listed: (figures) => ({ ...(strict.listed(figures) as Fields), ...wrong }),
      },
    ),
  ),
]

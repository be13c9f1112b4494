import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { crowdParts } from './crowd-parts.ts'
import { answering, withStatus } from './edits.ts'

const { crowd: strict } = crowdRules
const { at, fault, onWire, isAt, one, place } = crowdParts

type Fields = Readonly<Record<string, unknown>>

const invented = (token: string | undefined): boolean => token?.endsWith('-never-issued') ?? false

const lists: readonly Fault[] = [
  fault('figures-elements-of-a-full-page', 'B-CRW-29', 'numberOfElements is the size of the page.', {
    listed: (figures) => ({ ...(strict.listed(figures) as Fields), numberOfElements: figures.size }),
  }),
  fault('figures-total-of-all', 'B-CRW-29', 'totalElements counts technicians that the filter leaves out.', {
    listed: (figures) => ({ ...(strict.listed(figures) as Fields), totalElements: figures.all }),
  }),
  fault('figures-count-the-deleted', 'B-CRW-29', 'totalElements counts deleted technicians.', {
    listed: (figures) => strict.listed({ ...figures, total: figures.total + figures.gone }),
  }),
  fault('figures-short-page-first', 'B-CRW-29', 'A page that is not full is told as the first.', {
    listed: (figures) => ({
      ...(strict.listed(figures) as Fields),
      first: figures.page === 0 || figures.results.length < figures.size,
    }),
  }),
]

const skills: readonly Fault[] = [
  fault('skill-expires-a-day-early', 'B-CRW-21', 'The day that a skill expires is told as the evening before.', {
    skill: (record) => ({
      ...record,
      expiredAt: new Date(Date.parse(String(record['expiredAt'])) - 3_600_000).toISOString(),
    }),
  }),
  fault('skill-of-another-number', 'B-CRW-21', 'A skill names its technician by another id.', {
    skill: (record) => ({ ...record, technicianExternalId: '4711' }),
  }),
]

const refusals: readonly Fault[] = [
  onWire('header-names-in-their-case-only', 'B-CRW-01', 'Headers are found in one letter case only.', {
    response: (response, { target, headers }) =>
      target.includes(at) && headers.some(([name]) => name === 'x-company-id')
        ? withStatus(400, { title: 'Bad Request' })
        : response,
  }),
  onWire(
    'unauthorized-not-found',
    'B-CRW-19',
    'A technician that is asked for with a token never issued is answered 404.',
    answering(
      (seen, { status }) => isAt('GET', one)(seen) && status === 401 && invented(seen.header('Authorization')),
      () => withStatus(404, { title: 'Not found' }),
    ),
  ),
  onWire(
    'address-read-to-any-token',
    'B-CRW-19',
    'An address is shown to any token.',
    answering(
      (seen, { status }) => isAt('GET', place)(seen) && status === 401 && invented(seen.header('Authorization')),
      () => withStatus(200, { results: [{ id: 'A' }] }),
    ),
  ),
  onWire(
    'odd-id-crashes',
    'B-CRW-19',
    'An external id of another form is answered 500.',
    answering(
      (seen, { status }) => isAt('GET', one)(seen) && status === 404 && !/[0-9A-F]{20}$/.test(seen.path),
      () => withStatus(500, { title: 'Internal Server Error' }),
    ),
  ),
]

/** Those of them that lie in what is told: lists, skills and refusals. */
export const crowdReadingsTold: readonly Fault[] = [...lists, ...skills, ...refusals]

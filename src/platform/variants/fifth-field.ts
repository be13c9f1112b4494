import { createHash } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { answering, showing, withStatus, withText, type Seen } from '../faults/edits.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { inTurn, turningAway } from './turned-away.ts'
import { headerIn } from '../faults/passing.ts'

const { crowd } = crowdRules

type Fields = Readonly<Record<string, unknown>>

const place = '/api/crowd/v2/technicians'
const isCrowd = ({ path }: Pick<Seen, 'path'>): boolean => path.includes(place)
const isList = ({ method, path }: Seen): boolean => method === 'GET' && path.endsWith(place)
const text = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')

const variant = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  rules: Partial<typeof crowd>,
  more: Pick<Variant, 'wire' | 'excludes'> = {},
): Variant => ({ id: `crowd-${id}`, leaves, says, rule: { crowd: rules }, ...more })

const demanded = ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-Id', 'X-Company-Name']

/** A call without one of the headers of part B, or with another Accept. */
const lacksHeader = (request: PlatformRequest): boolean =>
  request.target.includes(place) &&
  (demanded.some((name) => !headerIn(request, name)) ||
    (headerIn(request, 'Accept') ?? '').replaceAll(' ', '').toLowerCase() !== 'application/json;charset=utf-8')

let puts = 0
const reviewed = new Set<string>()
const ownerIn = (path: string): string => /\/technicians\/(?:external-id\/)?([^/]+)/.exec(path)?.[1] ?? ''

const lists: readonly Variant[] = [
  variant('list-in-no-order', ['B-CRW-07'], 'A list is in the order of a hash of the external ids.', {
    ordered: (rows) =>
      rows.toSorted((one, other) => {
        const of = (row: object) => hashOf(String((row as Fields)['externalId']))
        return of(one) < of(other) ? -1 : 1
      }),
  }),
  variant(
    'pages-of-two-or-three',
    ['B-CRW-30'],
    'A page holds two technicians unless told otherwise, and three at most.',
    {
      defaultSize: () => 2,
      sizeOf: (asked) => Math.min(asked, 3),
    },
  ),
  {
    id: 'crowd-pages-out-of-reach-400',
    leaves: ['B-CRW-19', 'B-CRW-30'],
    says: 'A page that is not there is answered 400 with a text, a list of nobody 404.',
    excludes: ['crowd-page-behind-the-last-404'],
    wire: answering(
      (seen, { status, body }) =>
        isList(seen) && (status === 400 || (status === 200 && body.toString('utf8').includes('"results":[]'))),
      ({ status, body }) =>
        status === 200 && body.toString('utf8').includes('"totalElements":0')
          ? withStatus(404, { title: 'Not found' })
          : withText(400, 'text/plain', 'operation not allowed'),
    ),
  },
  variant('last-changed-in-milliseconds', ['B-CRW-07'], 'lastChanged in a list is a number.', {
    row: (row) => ({ ...row, lastChanged: Date.parse(String(row['lastChanged'])) }),
  }),
  variant(
    'lists-with-links',
    ['B-CRW-18'],
    'Lists have figures and links of their own, rows an email, records messages.',
    {
      listed: (figures) => ({
        ...(crowd.listed(figures) as Fields),
        pageable: { paged: true },
        sort: { sorted: false },
        empty: figures.total === 0,
        _links: { self: { href: place } },
      }),
      row: (row) => ({ ...row, email: 'somebody@example.org', status: 'ACTIVE', score: 3 }),
      envelope: (records) => ({ results: records, messages: [] }),
    },
  ),
  variant(
    'skill-name-by-its-beginning',
    ['B-CRW-30'],
    'skillName finds beginnings of names in any letters; empty, those without skills.',
    {
      hasSkill: (skills, name) =>
        name === ''
          ? skills.length === 0
          : skills.some(({ tagName }) => tagName.toLowerCase().startsWith(name.toLowerCase())),
    },
  ),
  variant('expiry-never-or-later', ['B-CRW-30'], 'skllValidityDate finds skills that expire then, later or never.', {
    hasExpiry: (skills, day) =>
      skills.some(({ expiredAt }) => typeof expiredAt !== 'string' || expiredAt.slice(0, 10) >= day.slice(0, 10)),
  }),
]

const records: readonly Variant[] = [
  {
    id: 'crowd-puts-200-and-201-in-turn',
    leaves: ['B-CRW-05', 'B-CRW-11'],
    says: 'Updates are answered 201 and 200 in turn, those of addresses without a body.',
    excludes: [
      'crowd-update-201',
      'crowd-puts-201',
      'crowd-address-update-without-body',
      'crowd-address-update-creates',
    ],
    wire: answering(
      (seen, { status }) => seen.method === 'PUT' && isCrowd(seen) && status === 200,
      (response, { path }) => {
        const status = ++puts % 2 === 1 ? 201 : 200
        return path.includes('/addresses/') ? empty(status) : { ...response, status }
      },
    ),
  },
  {
    id: 'crowd-missing-without-body',
    leaves: ['B-CRW-27', 'B-CRW-18'],
    says: 'What is not there is answered 404 without a body.',
    wire: answering(
      (seen, { status }) => isCrowd(seen) && status === 404,
      () => empty(404),
    ),
  },
  variant('numbers-as-texts', ['B-CRW-15'], 'House numbers and zip codes are shown as texts.', {
    address: (record) => ({ ...record, number: text(record['number']), zipCode: text(record['zipCode']) }),
  }),
  {
    id: 'crowd-update-of-nobody-creates',
    leaves: ['B-CRW-05', 'B-CRW-30'],
    says: 'An update of a technician that is not there makes one with an external id of its own, and is answered 201.',
    rule: { crowd: { updateMakes: () => true } },
  },
  variant(
    'update-leaves-nothing',
    ['B-CRW-05'],
    'An update leaves nothing of what it does not send, nor any address.',
    {
      keeps: ({ businessPartner }) => ({ businessPartner }),
      keepsParts: () => false,
    },
  ),
  {
    id: 'crowd-bodies-refused-422',
    leaves: ['B-CRW-20', 'B-CRW-18'],
    says: 'A body that will not do is refused with 422 and a problem that names no field.',
    excludes: ['crowd-batch-without-body'],
    wire: answering(
      (seen, { status }) => seen.method !== 'GET' && isCrowd(seen) && status === 400,
      () => withText(422, 'application/problem+json', '{"title":"Unprocessable"}'),
    ),
  },
  {
    id: 'crowd-headers-before-the-token',
    leaves: ['B-CRW-26', 'B-CRW-30'],
    says: 'Without a header, or with another Accept, a call is answered 403 without a body, whatever its token.',
    excludes: ['crowd-media-types-demanded', 'part-b-token-in-header-only'],
    wire: turningAway(lacksHeader, empty(403)),
  },
  variant(
    'batch-in-three-phases',
    ['B-CRW-13', 'B-CRW-18'],
    'A batch creates first, then updates, then deletes; its answer has no body.',
    {
      steps: <Step extends { readonly id: unknown }>(steps: readonly Step[]) => {
        const phase = (step: Step) => ['CREATE', 'UPDATE', 'DELETE'].indexOf(String((step as Fields)['operation']))
        return steps.toSorted((one, other) => phase(one) - phase(other))
      },
    },
    {
      excludes: ['crowd-batch-201-whatever', 'crowd-batch-without-body', 'crowd-failed-transaction-201'],
      wire: answering(
        ({ path }, { status }) => path.endsWith('/addresses/actions/batch') && status === 201,
        () => empty(201),
      ),
    },
  ),
  variant(
    'batch-gives-its-own-ids',
    ['B-CRW-13', 'B-CRW-18'],
    'An address that a batch creates gets an id of its own, which the record of its technician shows.',
    { ownIds: () => true, batchBody: () => ({}) },
  ),
]

const skills: readonly Variant[] = [
  {
    id: 'crowd-skill-bare-without-nulls',
    leaves: ['B-CRW-14', 'B-CRW-21'],
    says: 'A skill is answered bare, and does not show what is not set.',
    excludes: ['crowd-skill-bare'],
    rule: {
      crowd: {
        skill: (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
      },
    },
    wire: showing(
      ({ method, path }) => method === 'GET' && /\/technicians\/[^/]+\/skills\/[^/]+$/.test(path),
      (body: { results?: Fields[] }) => body.results?.[0] ?? body,
    ),
  },
  {
    id: 'crowd-skills-in-review-after-an-update',
    leaves: ['B-CRW-18', 'B-CRW-21'],
    says: 'The status of a skill is X7; an update of its technician puts it in review.',
    rule: { crowd: { skill: (record) => ({ ...record, status: 'X7' }) } },
    wire: inTurn(
      {
        response: (response, { method, target }) => {
          const { status } = response
          if (method === 'PUT' && target.includes('/external-id/') && status < 300) reviewed.add(ownerIn(target))
          return response
        },
      },
      showing(
        ({ path }, { status }) => isCrowd({ path }) && status < 300 && reviewed.has(ownerIn(path)),
        // A skill may come bare.
        (body: { results?: Fields[] }) =>
          Array.isArray(body.results) ? { ...body, results: body.results.map((one) => inReview(one)) } : inReview(body),
      ),
    ),
  },
]

const review = { approvalStatus: 'REVIEW', reason: null }

/** A technician, or a skill that is read by itself, with its decisions taken back. */
function inReview(record: Fields): Fields {
  if ('approvalDecision' in record) return { ...record, approvalDecision: review }
  const list = record['skills']
  return Array.isArray(list)
    ? { ...record, skills: (list as Fields[]).map((skill) => ({ ...skill, approvalDecision: review })) }
    : record
}

/** Lawful readings of B-CRW, thought up by a fifth reader of the documents (suites/two-readings). */
export const fifthFieldVariants: readonly Variant[] = [...lists, ...records, ...skills]

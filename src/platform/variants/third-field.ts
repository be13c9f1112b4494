import type { Variant } from '../deviation.ts'
import { answering, showing } from '../faults/edits.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { isFieldList, objectSent, turningAway } from './turned-away.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules

type Fields = Readonly<Record<string, unknown>>

const crowdVariants: readonly Variant[] = [
  {
    id: 'crowd-batch-stops-at-failure',
    leaves: ['B-CRW-13', 'B-CRW-18'],
    says: 'A batch that is no transaction ends at the first operation that fails.',
    rule: { crowd: { goesOn: () => false } },
  },
  {
    id: 'crowd-address-delete-again-204',
    leaves: ['B-CRW-27'],
    says: 'A second deletion of an address is answered 204, that of a technician 404.',
    excludes: ['crowd-delete-missing-204', 'crowd-delete-of-nothing-204'],
    wire: answering(
      ({ method, path }, { status }) =>
        method === 'DELETE' && /\/technicians\/[^/]+\/addresses\//.test(path) && status === 404,
      () => empty(204),
    ),
  },
  {
    id: 'crowd-skill-in-both-spellings-203',
    leaves: ['B-CRW-14', 'B-CRW-15'],
    says: 'A skill has both spellings of two fields and more of its own; it is answered with 203.',
    rule: {
      crowd: {
        skill: (record) => ({
          ...crowd.skill(record),
          starteddAt: record['startedAt'],
          tagExternalID: record['tagExternalId'],
          level: 3,
        }),
      },
    },
    wire: answering(
      ({ method, path }, { status }) => method === 'GET' && path.includes('/skills/') && status === 200,
      (response) => ({ ...response, status: 203 }),
    ),
  },
]

const isUpdate = ({ method, target }: PlatformRequest): boolean =>
  method === 'PUT' && target.includes('/api/v1/assignment-details/')
const endsBeforeItStarts = (request: PlatformRequest): boolean => {
  const { startDateTime, endDateTime } = objectSent(request)
  return Date.parse(String(endDateTime)) < Date.parse(String(startDateTime))
}

const dispatchVariants: readonly Variant[] = [
  {
    id: 'dispatch-batch-207-with-nothing',
    leaves: ['B-DSP-11', 'B-DSP-23'],
    says: 'A batch is answered 207 with the items that failed; none if all were accepted.',
    rule: {
      dispatch: { batchStatus: () => 207, results: (results) => results.filter(({ status }) => status >= 300) },
    },
  },
  {
    id: 'dispatch-released-as-text',
    leaves: ['B-DSP-23'],
    says: 'Where nothing is dispatched there is no status, and released is a text.',
    // Nobody could see when an effect is there that comes late.
    excludes: ['dispatch-effects-20-seconds-later', 'dispatch-answers-202'],
    rule: { dispatch: { told: (status) => status ?? undefined } },
    wire: showing(
      ({ method, path }) => method === 'GET' && path.endsWith('/api/v1/assignment-details'),
      (body: { results?: Array<{ serviceAssignment?: Fields }> }) => ({
        ...body,
        ...(body.results
          ? {
              results: body.results.map((one) => ({
                ...one,
                serviceAssignment: {
                  ...one.serviceAssignment,
                  released: String(one.serviceAssignment?.['released']).toUpperCase(),
                },
              })),
            }
          : {}),
      }),
    ),
  },
  {
    id: 'dispatch-batch-either-spelling',
    leaves: ['B-DSP-22'],
    says: 'A batch reads technicianid and technicianId, the other calls technicianid alone.',
    rule: {
      dispatch: {
        technicianOf: (body, action) =>
          action === 'batch-accept'
            ? (body['technicianId'] ?? body['technicianid'])
            : dispatch.technicianOf(body, action),
      },
    },
  },
  {
    id: 'dispatch-reversed-times-422',
    leaves: ['B-DSP-04'],
    says: 'An update that ends before it starts is refused with 422, another is answered 201.',
    rule: { dispatch: { status: (action) => (action === 'update' ? 201 : dispatch.status(action)) } },
    wire: turningAway((request) => isUpdate(request) && endsBeforeItStarts(request), json(422, { title: 'Refused' })),
  },
]

const inUtc = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(Date.parse(value)).toISOString().replace('Z', '000Z')
    : value
const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
const rewritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewritten).sort(byText)
  if (!isFieldList(value)) return inUtc(value)
  const fields = Object.entries(value).map(([name, inner]) => [name, rewritten(inner)] as const)
  const isReference = fields.length > 0 && fields.every(([name]) => ['id', 'code', 'externalId'].includes(name))
  return Object.fromEntries([
    ...fields,
    ...(isReference && 'code' in value ? [['name', 'a name'] as const] : []),
  ]) as Fields
}

const dashedType = (activity: Fields): Fields => ({
  ...activity,
  ...(activity['subject'] === '-' ? { type: { code: 'DEFAULT', name: 'by default' } } : {}),
})

const serviceVariants: readonly Variant[] = [
  {
    id: 'service-sorted-and-filled',
    leaves: ['B-SVC-22', 'B-SVC-23', 'B-SVC-31'],
    says: 'Lists are sorted, references have a name, and times are in UTC with six digits behind the second.',
    rule: { service: { shown: (tree) => rewritten(tree) } },
  },
  {
    id: 'service-unknown-id-tries-code',
    leaves: ['B-SVC-09'],
    says: 'A reference whose id no record has is looked up by its code.',
    rule: { service: { tries: () => ['code'] } },
  },
  {
    id: 'service-odd-default-activity',
    leaves: ['B-SVC-27'],
    says: 'A default activity has a dash as its subject, an object as its type, and a time that it is due at.',
    rule: {
      service: {
        defaultActivity: () => ({
          subject: '-',
          dueDateTime: '2030-01-01T00:00:00Z',
          requirements: [{ inherited: true, mandatory: true }],
        }),
        shown: (tree) => ({
          ...dashedType(tree),
          ...(Array.isArray(tree['activities'])
            ? { activities: (tree['activities'] as Fields[]).map(dashedType) }
            : {}),
        }),
      },
    },
  },
]

const isReport = (path: string): boolean => /\/api\/reporting\/v1(?:\/build)?$/.test(path)

const reportVariants: readonly Variant[] = [
  {
    id: 'report-schema-break-200',
    leaves: ['B-RPT-11', 'B-RPT-14'],
    says: 'Parameters that break the schema are answered 200 with errors, and no report is built.',
    excludes: ['report-refused-422', 'report-refused-409'],
    wire: answering(
      ({ path }, { status, body }) =>
        isReport(path) && status === 400 && /"message":"(?!the |client)/.test(body.toString('utf8')),
      () => json(200, { errors: ['the parameters break the schema'] }),
    ),
  },
  {
    id: 'report-languages-as-tags',
    leaves: ['B-RPT-07'],
    says: 'Languages are tags as in pt-BR, und for no language, and the types are one text.',
    rule: {
      reporting: {
        languages: (files) =>
          files
            .flatMap((name) => {
              const [found, tag] = /^translations(?:_(\w+))?\.properties$/.exec(name) ?? []
              return found === undefined ? [] : [tag?.replace('_', '-') ?? 'und']
            })
            .sort(),
        types: () => 'PDF,XLSX',
      },
    },
  },
]

const optimizationVariants: readonly Variant[] = [
  {
    id: 'optimization-client-and-user-ids-of-any-form',
    leaves: ['B-OPT-01', 'B-OPT-16'],
    says: 'An X-Client-Id of any signs is taken, and an X-User-Id that is no number.',
    rule: { optimization: { checksType: (name) => name !== 'X-Client-Id' && name !== 'X-User-Id' } },
  },
  {
    id: 'optimization-terse-errors',
    leaves: ['B-OPT-06'],
    says: 'A 400 has a number as its code, an empty description, a trace, and a media type of its own.',
    rule: { optimization: { malformed: () => ({ error: '17', error_description: '', trace: '4bf92f35' }) } },
    wire: answering(
      ({ path }, { status }) => path.endsWith('/actions/re-optimize') && status === 400,
      (response) => ({
        ...response,
        headers: response.headers.map(([name, value]) =>
          /^content-type$/i.test(name) ? [name, 'application/problem+json'] : [name, value],
        ),
      }),
    ),
  },
]

/** Lawful readings of B-CRW, B-DSP, B-SVC, B-RPT and B-OPT, thought up by a third reader of the documents (suites/two-readings). */
export const thirdFieldVariants: readonly Variant[] = [
  ...crowdVariants,
  ...dispatchVariants,
  ...serviceVariants,
  ...reportVariants,
  ...optimizationVariants,
]

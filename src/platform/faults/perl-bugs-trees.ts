import type { Fault } from '../deviation.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { eachRecord, reshaping, rewriting, withJson, type Json } from './passing.ts'
import { elementsIn, type PeopleFields } from './people-kinds.ts'
import { nowServed, serving } from './serving.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn, treePath } from './tree-wire.ts'

const { reporting } = reportingRules

/** A part of a tree whose address does not show a latitude of 0. */
function withoutZeroLatitude(part: PeopleFields): PeopleFields {
  const { address } = part
  if (!isFieldList(address) || !isFieldList(address['location']) || address['location']['latitude'] !== 0) return part
  return { ...part, address: { ...address, location: { ...address['location'], latitude: null } } }
}

const withCodeOfTheFirst = (technicians: unknown): unknown =>
  elementsIn(technicians).map((one, at) => (at === 0 ? one : { ...one, code: null }))

const usedAsMoved = (part: PeopleFields): PeopleFields =>
  'reservedMaterials' in part
    ? {
        ...part,
        reservedMaterials: elementsIn(part['reservedMaterials']).map((one) =>
          'moved' in one ? { used: one['moved'], ...one } : one,
        ),
      }
    : part

/** A schema, as the text that a record shows, without the last of several properties. */
function withoutTheLast(text: unknown): unknown {
  const schema: unknown = typeof text === 'string' ? JSON.parse(text) : undefined
  const properties = isFieldList(schema) ? schema['properties'] : undefined
  if (!isFieldList(schema) || !isFieldList(properties) || Object.keys(properties).length < 2) return text
  const last = Object.keys(properties).sort().at(-1)
  const { required } = schema
  return JSON.stringify({
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== last)),
    ...(Array.isArray(required) ? { required: required.filter((name) => name !== last) } : {}),
  })
}

/** Breaches of one value, one place or one address among several, as a stranger's server in Perl had them. */
export const perlBugsTreesFaults: readonly Fault[] = [
  reshaping(
    'service-read-without-a-latitude-of-zero',
    ['B-SVC-10', 'B-SVC-31'],
    'A latitude of 0 is answered as null.',
    ({ path }) => path.includes(treePath),
    (tree) => ({
      ...withoutZeroLatitude(tree),
      ...('activities' in tree ? { activities: activitiesIn(tree).map(withoutZeroLatitude) } : {}),
    }),
  ),
  reshaping(
    'service-activity-read-without-code-of-later-technicians',
    ['B-SVC-31'],
    'An activity read by itself shows the code of its first technician alone.',
    ({ method, path }) => method === 'GET' && path.includes(treePath) && path.includes('/activities/'),
    (activity) =>
      'responsibles' in activity
        ? { ...activity, responsibles: withCodeOfTheFirst(activity['responsibles']) }
        : activity,
  ),
  rewriting(
    'service-material-used-is-what-was-moved',
    ['B-SVC-14'],
    'What was used of a reserved material is what was moved where it is not sent.',
    ({ method }) => method === 'POST',
    (request) =>
      isTreePost(request)
        ? withJson(request, (tree: Json) => ({
            ...usedAsMoved(tree),
            ...('activities' in tree ? { activities: activitiesIn(tree).map(usedAsMoved) } : {}),
          }))
        : request,
  ),
  reshaping(
    'report-schema-without-the-last-parameter',
    ['B-RPT-07'],
    'The last of several parameters is missing in paramatersSchema.',
    ({ resource }) => resource === 'ReportTemplate',
    (body) =>
      eachRecord(body, (record) =>
        'paramatersSchema' in record
          ? { ...record, paramatersSchema: withoutTheLast(record['paramatersSchema']) }
          : record,
      ),
  ),
  serving(
    'report-parameters-unchecked-at-the-shorter-address',
    ['B-RPT-11'],
    'Parameters that break the schema are taken at the shorter address.',
    {
      rule: {
        reporting: {
          checks: (what, encoding) =>
            !/\/v1\/?$/.test(nowServed()?.asked.path ?? '') && reporting.checks(what, encoding),
        },
      },
    },
  ),
]

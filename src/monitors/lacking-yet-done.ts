import { asKnown, isCallerHeader, standsElsewhere, type ExchangeReading } from '../contract/index.ts'
import { isObject } from '../exchange/json.ts'
import type { Monitor } from './monitor.ts'
import { attributes, emails, schema, word } from './scim-lack.ts'
import { numberedAs } from './written-kinds.ts'

/** What a request lacks, or has too much of, that a sentence has it refused for: undefined where it is whole. */
type Lack = (reading: ExchangeReading) => string | undefined

interface Due {
  readonly statement: string
  readonly operations: RegExp
  readonly lack: Lack
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const fields =
  (...names: readonly string[]): Lack =>
  ({ requestJson }) =>
    isObject(requestJson) ? names.find((name) => !isGiven(requestJson[name])) : undefined

const headers =
  (...names: readonly string[]): Lack =>
  (reading) =>
    hasHeaders(reading)
      ? names.find((name) => !isGiven(reading.requestHeader(name.toLowerCase())) && !standsElsewhere(name, reading))
      : undefined

/** A recording may have been cleaned of headers, or keep some that every program sends. */
const hasHeaders = ({ exchange: { request } }: ExchangeReading): boolean =>
  request.headers.some(([name]) => isCallerHeader(name))

const context = (company: string) =>
  headers('X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', company, 'X-Company-Name')

const properties = new Set([
  'activityIds',
  'optimizationPlugin',
  'optimisationPlugin',
  'start',
  'end',
  'partitioningStrategy',
])

const core = 'urn:ietf:params:scim:schemas:core:2.0:'

const first =
  (...lacks: readonly Lack[]): Lack =>
  (reading) =>
    lacks.map((lack) => lack(reading)).find((one) => one !== undefined)

const dues: readonly Due[] = [
  { statement: 'B-SCM-15', operations: /^scim\/users\/create$/, lack: emails },
  { statement: 'B-SCM-16', operations: /^scim\/users\/create$/, lack: schema(`${core}User`) },
  {
    statement: 'B-SCM-16',
    operations: /^scim\/users\/replace$/,
    lack: first(attributes('userName', 'active'), schema(`${core}User`)),
  },
  { statement: 'B-SCM-16', operations: /^scim\/groups\/(?:create|replace)$/, lack: schema(`${core}Group`) },
  {
    statement: 'B-SCM-16',
    operations: /^scim\/groups\/update$/,
    lack: first(attributes('Operations'), word, schema('urn:ietf:params:scim:api:messages:2.0:PatchOp')),
  },
  { statement: 'B-USR-28', operations: /^user\/replace$/, lack: ownId },
  { statement: 'B-USR-29', operations: /^user\/create$/, lack: fields('companyGroupId', 'email') },
  {
    statement: 'B-USR-29',
    operations: /^user\//,
    lack: (reading) => (reading.query('account') ? undefined : 'account'),
  },
  { statement: 'B-USR-30', operations: /^user\//, lack: headers('X-Request-ID', 'X-Client-Version') },
  {
    statement: 'B-CRW-20',
    operations: /^crowd\/create$/,
    lack: fields('businessPartner', 'email', 'firstName', 'lastName'),
  },
  {
    statement: 'B-CRW-20',
    operations: /^crowd\/update$/,
    lack: fields('email', 'firstName', 'lastName', 'mobilePhone'),
  },
  { statement: 'B-CRW-26', operations: /^crowd\//, lack: context('X-Company-Id') },
  { statement: 'B-DSP-18', operations: /^dispatch\/(?:notify|release)$/, lack: fields('activityId') },
  { statement: 'B-DSP-18', operations: /^dispatch\/(?:confirm|reject|accept)$/, lack: activity },
  { statement: 'B-DSP-18', operations: /^dispatch\/accept-batch$/, lack: tooMany },
  {
    statement: 'B-DSP-18',
    operations: /^dispatch\/update$/,
    lack: fields('startDateTime', 'endDateTime', 'responsible'),
  },
  {
    statement: 'B-DSP-18',
    operations: /^dispatch\/list$/,
    lack: (reading) => (Number(reading.query('page') ?? 0) > 1000 ? 'a page of at most 1000' : undefined),
  },
  { statement: 'B-DSP-26', operations: /^dispatch\//, lack: context('X-Company-ID') },
  { statement: 'B-OPT-05', operations: /^optimization\//, lack: tooMuch },
  { statement: 'B-OPT-15', operations: /^optimization\//, lack: fields('activityIds', 'start', 'end') },
]

/** Whether the id in a body is a number or a text is not said here, nor what becomes of a PUT without it (B-USR-34). */
function ownId(reading: ExchangeReading): string | undefined {
  const { requestJson } = reading
  const id = isObject(requestJson) ? requestJson['id'] : undefined
  const [path, text] = [numberedAs(reading.path('userId')), typeof id === 'number' ? String(id) : numberedAs(id)]
  // A number has rounded an id that is longer than it keeps.
  if (path === undefined || text === undefined || text === path || Number(text) === Number(path)) return undefined
  return 'the id of its path'
}

/** The technician is spelled in two ways (B-DSP-22). */
function activity(reading: ExchangeReading): string | undefined {
  const body = reading.requestJson
  if (!isObject(body)) return undefined
  if (!isGiven(body['activityId'])) return 'activityId'
  return isGiven(body['technicianid']) || isGiven(body['technicianId']) ? undefined : 'technicianid'
}

const tooManyItems = 50

function tooMany({ requestJson }: ExchangeReading): string | undefined {
  const items = isObject(requestJson) ? requestJson['items'] : undefined
  return Array.isArray(items) && items.length > tooManyItems ? `at most ${tooManyItems} items` : undefined
}

function tooMuch({ requestJson }: ExchangeReading): string | undefined {
  const extra = isObject(requestJson) ? Object.keys(requestJson).find((name) => !properties.has(name)) : undefined
  return extra === undefined ? undefined : `no property ${extra}`
}

/** Calls that have to be refused for what they lack, and are answered as done (B-SCM-15, 16, B-USR-28, 29, 30, B-CRW-20, 26, B-DSP-18, 26, B-OPT-05, 15). */
export const lackingYetDone: Monitor = {
  name: 'lacking-yet-done',
  side: 'server',
  statements: [...new Set(dues.map(({ statement }) => statement))],
  see({ observed: { reading, status, moment }, out }) {
    if (status === 0 || status >= 500 || status === 401 || status === 403 || status === 429) return
    const unmet = dues.flatMap(({ statement, operations, lack }) => {
      const lacks = operations.test(reading.match.operation.id) ? lack(reading) : undefined
      return lacks === undefined ? [] : [{ statement, lacks }]
    })
    for (const { statement, lacks } of unmet) {
      out.assert(statement)
      if (status < 200 || status > 299) continue
      // A property too many beside one that is missing may be that one, in another spelling.
      const finding = {
        statement,
        side: 'server',
        expected: `a refusal: ${reading.match.operation.id} needs ${lacks}`,
        actual: `status ${status}`,
        exchanges: [moment.ref],
      } as const
      const narrow = { parameter: lacks, ...(unmet.length === 1 ? { further: true as const } : {}) }
      out.find(asKnown(finding, reading.exchange, narrow))
    }
  },
}

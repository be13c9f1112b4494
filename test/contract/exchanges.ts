import type { ContractFacts, Inspection } from '../../src/contract/index.ts'
import { inspect } from '../../src/contract/index.ts'
import { basePaths } from '../../src/target/base-paths.ts'
import type { Exchange, HeaderList } from '../../src/exchange/exchange.ts'

export const facts: ContractFacts = {
  addresses: { auth: 'https://auth.test', directory: 'https://directory.test', base: 'https://eu.test/clusters/eu' },
  basePaths,
  dtos: {
    ServiceCall: { version: 27, syncBase: 10, older: { version: 18, syncBase: 8 } },
    Attachment: { version: 19, syncBase: 10 },
  },
  side: 'both',
}

export interface Sketch {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly send?: unknown
  readonly status?: number
  readonly type?: string | undefined
  readonly answerHeaders?: Readonly<Record<string, string>>
  readonly answer?: unknown
}

/** Texts stay as they are, anything else becomes JSON. */
const bytes = (value: unknown): Uint8Array =>
  value === undefined ? new Uint8Array() : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const list = (headers: Readonly<Record<string, string | undefined>>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))

export function exchange(sketch: Sketch): Exchange {
  const type = 'type' in sketch ? sketch.type : 'application/json;charset=UTF-8'
  return {
    id: 'x',
    startedAt: 0,
    ms: 1,
    request: {
      method: sketch.method ?? 'GET',
      url: sketch.url,
      headers: list(sketch.headers ?? {}),
      body: bytes(sketch.send),
    },
    response: {
      status: sketch.status ?? 200,
      statusText: '',
      headers: list({ ...sketch.answerHeaders, 'Content-Type': type }),
      body: bytes(sketch.answer),
    },
  }
}

export const look = (sketch: Sketch, more: Partial<ContractFacts> = {}): Inspection =>
  inspect(exchange(sketch), { ...facts, ...more })

export const id = '2F1C9A4E7B5D4C0F8E6A3B2D1C0F9E8D'
const basic = 'Basic Zm9vOmJhcg=='
const form = 'application/x-www-form-urlencoded'
const bearer = { Authorization: 'Bearer t0k3n', 'X-Client-ID': 'kit', 'X-Client-Version': '1' }
const named = {
  ...bearer,
  'X-Account-ID': '1',
  'X-Account-Name': 'acme',
  'X-Company-ID': '3',
  'X-Company-Name': 'main',
}
const context = 'account=acme&company=main&user=admin'

export const tokenBody = {
  access_token: 'abc',
  token_type: 'Bearer',
  expires_in: 43200,
  scope: 'local',
  cluster_url: 'https://eu.test',
  account: 'acme',
  account_id: 1,
  user: 'admin',
  user_email: 'admin@acme.test',
  user_id: 7,
  companies: [{ id: 3, name: 'main', description: 'Main' }],
}
export const call = {
  id,
  lastChanged: 1_700_000_000_000,
  lastChangedBy: '7',
  externalId: 'e-1',
  subject: 'pump',
  inactive: false,
  chargeableEfforts: null,
  dueDateTime: '2026-01-02T03:04:05Z',
  businessPartner: id,
  technicians: [id],
}
export const records = (...found: unknown[]) => ({ data: found.map((serviceCall) => ({ serviceCall })) })
export const stale = {
  error: 'CA-27',
  message: 'resource concurrent modification detected',
  values: [1_700_000_000_000],
}

const scimType = 'application/scim+json'
export const personShown = {
  id: 7,
  email: 'a@b.test',
  firstName: null,
  lastName: 'B',
  phone: null,
  name: 'a',
  active: true,
  created: '2026-01-02T03:04:05Z',
  lastChanged: '2026-01-02T03:04:05.678Z',
  companies: [{ companyId: 5, groupId: 3 }],
}
export const userPage = {
  content: [personShown],
  firstPage: true,
  lastPage: true,
  number: 0,
  numberOfElements: 1,
  size: 20,
  totalElements: 1,
  totalPages: 1,
  sort: {},
}
export const scimUser = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'a',
  emails: [{ value: 'a@b.test', primary: true }],
  active: true,
}
export const scimGroup = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], members: [{ value: '7' }] }
export const scimPatch = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'add', path: 'members', value: [{ value: '7' }] }],
}

/** One sound exchange of each kind; a test bends what it is about. */
export const sound = {
  crowd: (method: string, path: string, { headers, ...more }: Partial<Sketch> = {}): Sketch => ({
    method,
    url: `https://eu.test/clusters/eu/api/crowd/v2/technicians${path}`,
    headers: {
      ...without(named, 'X-Company-ID'),
      'X-Company-Id': '3',
      Accept: 'application/json;charset=UTF-8',
      'content-type': 'application/json',
      ...headers,
    },
    ...more,
  }),
  dispatch: (method: string, path: string, { headers, ...more }: Partial<Sketch> = {}): Sketch => ({
    method,
    url: `https://eu.test/clusters/eu/cloud-partner-dispatch-service${path}`,
    headers: { ...named, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...more,
  }),
  dispatchAction: (action: string, send: unknown, more: Partial<Sketch> = {}): Sketch =>
    sound.dispatch('POST', `/api/partner-dispatch/v1/${action}`, { send, status: 201, ...more }),
  token: (more: Partial<Sketch> = {}): Sketch => ({
    method: 'POST',
    url: 'https://auth.test/api/oauth2/v1/token',
    headers: { Authorization: basic, 'Content-Type': form },
    send: 'grant_type=password&username=acme%2Fadmin&password=x',
    answer: tokenBody,
    ...more,
  }),
  tokenError: (status: number, error: string, error_description: string, more: object = {}): Sketch =>
    sound.token({ status, answer: { error, error_description, ...more } }),
  password: (more: Partial<Sketch> = {}): Sketch => ({
    method: 'POST',
    url: 'https://auth.test/api/oauth2/v1/change_password',
    headers: { Authorization: basic, 'Content-Type': form },
    send: 'username=acme%2Fpassword&old_password=a&new_password=b',
    answer: { expires_in: 86400 },
    ...more,
  }),
  passwordError: (error: string, message: string, values: unknown = [2], more: object = {}): Sketch =>
    sound.password({ status: 400, answer: { error, message, values, ...more } }),
  authorize: (more: Partial<Sketch> = {}): Sketch => ({
    url: 'https://auth.test/api/oauth2/v1/authorize?response_type=code&client_id=kit&redirect_uri=https%3A%2F%2Fclient.test%2Fback',
    status: 302,
    type: undefined,
    ...more,
  }),
  user: (method: string, path: string, more: Partial<Sketch> & { query?: string } = {}): Sketch => ({
    method,
    url: `https://eu.test/api/user/v1/users${path}?account=acme${more.query ?? ''}`,
    headers: { ...bearer, 'X-Request-ID': 'r-1', 'Content-Type': 'application/json' },
    ...(method === 'POST' ? { send: { companyGroupId: 3, email: 'a@b.test' } } : {}),
    ...(method === 'PUT' ? { send: { id: 7, companyGroupId: 3 } } : {}),
    status: method === 'DELETE' ? 204 : 200,
    answer: method === 'DELETE' ? undefined : method === 'GET' && path === '' ? userPage : personShown,
    ...more,
  }),
  scim: (method: string, path: string, send?: unknown, more: Partial<Sketch> = {}): Sketch => ({
    method,
    url: `https://eu.test/api/scim/v2/${path}`,
    headers: { ...bearer, Accept: scimType, 'Content-Type': scimType },
    send,
    ...more,
  }),
  account: (more: Partial<Sketch> = {}): Sketch => ({
    url: 'https://directory.test/ds/api/directory/v1/accounts/acme',
    headers: bearer,
    answer: { accountName: 'acme', clusterName: 'EU', URL: 'https://eu.test' },
    ...more,
  }),
  companies: (more: Partial<Sketch> = {}): Sketch => ({
    url: `https://eu.test/clusters/eu/masterCloudInterface/informationService/companies?${context}`,
    headers: { ...bearer, Accept: 'application/json' },
    answer: { companies: [{ name: 'main', description: 'Main' }] },
    ...more,
  }),
  data: (method: string, path: string, more: Partial<Sketch> & { query?: string } = {}): Sketch => ({
    method,
    url: `https://eu.test/clusters/eu/api/data/v4/${path}?${context}&dtos=ServiceCall.27${more.query ?? ''}`,
    headers: bearer,
    ...(method === 'POST' || method === 'PUT' || method === 'PATCH' ? { send: { subject: 'pump' } } : {}),
    status: method === 'PUT' || method === 'PATCH' ? 201 : 200,
    answer: method === 'DELETE' ? undefined : records(call),
    ...more,
  }),
  attachment: (more: object = {}, query = 'dtos=Attachment.19'): Sketch => ({
    url: `https://eu.test/api/data/v4/Attachment/${id}?${query}`,
    headers: bearer,
    answer: { data: [{ attachment: { id, lastChanged: 1, fileName: 'a', ...more } }] },
  }),
  content: (path: string, answerHeaders: Readonly<Record<string, string>>): Sketch => ({
    url: `https://eu.test/${path}`,
    headers: bearer,
    answer: 'bytes',
    type: 'text/plain',
    answerHeaders,
  }),
  deleted: (more: Partial<Sketch> = {}): Sketch => ({
    url: 'https://eu.test/api/data/v4/ServiceCall/deleted?from=1&to=2&dtos=DeletedObjects.2',
    headers: bearer,
    answer: { deletedIds: [{ id, externalId: 'e' }, { id }] },
    ...more,
  }),
  batch: (more: Partial<Sketch> = {}): Sketch => ({
    method: 'POST',
    url: `https://eu.test/clusters/eu/api/data/batch/v1/?${context}&transactional=true`,
    headers: { ...bearer, 'Content-Type': 'Multipart/Mixed; charset=utf-8; boundary="cut"' },
    send: '--cut--',
    type: 'multipart/mixed; boundary=cut',
    answer: '--cut--',
    ...more,
  }),
  tree: (more: Partial<Sketch> & { path?: string } = {}): Sketch => ({
    method: more.path === undefined ? 'POST' : 'GET',
    url: `https://eu.test/clusters/eu/api/service-management/v2/composite-tree/service-calls${more.path ?? ''}`,
    headers: {
      ...bearer,
      'Content-Type': 'application/json',
      'X-Account-Name': 'acme',
      'X-Company-Name': 'main',
      'X-Client-ID': 'kit',
      'X-Client-Version': '1',
    },
    ...(more.path === undefined ? { send: treeSent } : {}),
    answer: treeShown,
    ...more,
  }),
  reoptimize: (more: Partial<Sketch> = {}): Sketch => ({
    method: 'POST',
    url: 'https://eu.test/clusters/eu/optimization/api/v1/jobs/actions/re-optimize',
    headers: {
      ...bearer,
      'Content-Type': 'application/json',
      'X-Request-Id': 'r',
      'X-Client-Id': 'kit',
      'X-Client-Version': '1',
      'X-Account-Id': '7',
      'X-Account-Name': 'acme',
      'X-Company-Id': '3',
      'X-Company-Name': 'main',
    },
    send: wishSent,
    status: 202,
    answer: { result: true },
    ...more,
  }),
  report: (path: string, more: Partial<Sketch> = {}): Sketch => ({
    method: 'POST',
    url: `https://eu.test/clusters/eu/api/reporting/v1${path}`,
    headers: { ...bearer, 'Content-Type': 'application/json' },
    send: path === '/download' ? { reportTemplate: id } : reportSent,
    status: 200,
    answer: path === '/download' ? 'PK' : reportSent,
    ...more,
  }),
  query: (more: Partial<Sketch> = {}): Sketch => ({
    method: 'POST',
    url: `https://eu.test/clusters/eu/api/query/v1?${context}&clientIdentifier=kit&dtos=ServiceCall.27`,
    headers: { ...bearer, 'Content-Type': 'application/json' },
    send: { query: 'select sc.id, sc.subject from ServiceCall sc' },
    answer: { data: [{ sc: { id, subject: 'pump' } }, { sc: { id, subject: null } }] },
    ...more,
  }),
}
/** A report to be built. */
export const reportSent = {
  reportTemplate: id,
  reportLanguage: 'de',
  reportParameters: { checklistInstanceId: '7' },
  reportTimeZone: 'Europe/Berlin',
  reportType: 'PDF',
}

/** What is to be rescheduled. */
export const wishSent = {
  activityIds: [id],
  optimizationPlugin: 'Nearest',
  start: '2031-01-02T08:00:00Z',
  end: '2031-01-02T18:00:00Z',
}

/** A service call tree as sent, and as shown. */
export const treeSent = {
  businessPartner: { id },
  subject: 'pump',
  priority: 'LOW',
  status: '-2',
  activities: [{ subject: 'look' }],
}
export const activityShown = { id: { uuid: id }, code: 'A-1', subject: 'look', lastChanged: 1 }
export const treeShown = {
  ...treeSent,
  id: { uuid: id },
  code: 'SC-1',
  lastChanged: 1,
  activities: [activityShown],
}

export const without = <T extends object>(value: T, key: keyof T): Omit<T, keyof T> => {
  const { [key]: _, ...rest } = value
  return rest
}

import { authenticate, isRefusal } from '../caller.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import { exclusively } from '../store/exclusive.ts'
import { clusterAddress } from '../world/clusters.ts'
import { Unreadable, type InnerRequest, type Part } from './part.ts'
import { readParts } from './read.ts'
import { run } from './run.ts'
import { writeResponses } from './write.ts'

const refused = (status: number, message: string): PlatformResponse =>
  json(status, { error: 'CA-400', message, values: [] })

/** POST of a batch: parsed as a whole, then run part by part (A-BAT). */
async function post(call: Call, house: House): Promise<PlatformResponse> {
  const { batch } = house.rules
  const type = call.header('Content-Type') ?? ''
  const status = batch.refusedStatus(type)
  if (call.journal) return refused(status, 'a batch cannot contain a batch')
  if (batch.checksToken()) {
    const caller = authenticate(call, house, { room: 'batch', company: false })
    if (isRefusal(caller)) return caller
  }
  const boundary = batch.boundary(type)
  if (boundary === undefined) return refused(status, 'Content-Type must be multipart/mixed with a boundary')
  const transactional = batch.transactional(call.query.get('transactional'))
  if (transactional === undefined) return refused(status, 'transactional must be true or false')
  let parts: readonly Part[]
  try {
    parts = batch.taken(await readParts(batch.bytes(call.request.body, boundary), boundary))
  } catch (error) {
    if (error instanceof Unreadable) return refused(status, error.message)
    throw error
  }
  if (parts.length === 0) return refused(status, 'the batch contains no request')
  if (parts.length > batch.limit()) return refused(status, `a batch may hold at most ${batch.limit()} requests`)
  const ids = parts.flatMap(({ headers }) => headers['content-id'] ?? [])
  if (batch.refusesDuplicates() && new Set(ids).size < ids.length)
    return refused(status, 'two parts have the same Content-ID')
  const why = batch.refusesMessage(
    parts.map(({ content }) => content),
    ids.length,
  )
  if (why !== undefined) return refused(status, why)
  const serve = (request: InnerRequest, part: Part, journal: NonNullable<Call['journal']>) =>
    served(request, part, call, house, journal)
  const work = () => run({ parts, transactional, serve }, house)
  const { shown, failed } = transactional ? await exclusively(house, work) : await work()
  return writeResponses(shown, failed, house.rules)
}

/** Answers the request of a part like any other, on behalf of the sender of the batch (A-BAT-06). */
async function served(
  inner: InnerRequest,
  part: Part,
  call: Call,
  house: House,
  journal: NonNullable<Call['journal']>,
): Promise<PlatformResponse> {
  const { batch } = house.rules
  const isUrl = /^[a-z][a-z\d+.-]*:|^\/\//i.test(inner.target)
  if (isUrl && batch.refusesUrl(inner.target, call.request.origin))
    return refused(400, 'a part must name a path, not a full URL')
  const path = inner.target.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?]*/i, '')
  if (!path.startsWith('/')) return refused(400, 'the path of a part must begin with /')
  const carried = batch.headers(inner.headers, part.headers)
  const own = carried.filter(([name]) => !/^(authorization|content-length|host|connection)$/i.test(name))
  if (batch.refusesAuthorization() && carried.some(([name]) => /^authorization$/i.test(name)))
    return refused(400, 'a part must not carry authentication')
  const target = withContext(addressed(path, call), call, batch)
  if (!batch.reaches(target, inner.method))
    return json(404, { error: 'not_found', error_description: 'there is nothing at this path' })
  const request: PlatformRequest = {
    method: inner.method,
    target,
    body: inner.body,
    origin: call.request.origin,
    headers: [
      ...own,
      ...inherited(
        call,
        own.map(([name]) => name.toLowerCase()),
        carried,
        batch,
      ),
    ],
  }
  return call.serve(request, journal)
}

/** The path within the cluster that received the batch; it may include the cluster's own prefix. */
function addressed(path: string, call: Call): string {
  const prefix = clusterAddress('', call.cluster)
  return prefix === '' || path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`
}

function inherited(
  call: Call,
  own: readonly string[],
  carried: InnerRequest['headers'],
  batch: House['rules']['batch'],
): PlatformRequest['headers'] {
  const fromBatch = call.request.headers.filter(
    ([name]) => /^(x-client-id|x-client-version|x-request-id)$/i.test(name) && !own.includes(name.toLowerCase()),
  )
  const token = batch.inheritsToken()
    ? call.request.headers.filter(([name]) => /^authorization$/i.test(name))
    : carried.filter(([name]) => /^authorization$/i.test(name))
  return [...(batch.inheritsContext() ? fromBatch : []), ...token]
}

/** Parts that do not state their own context inherit that of the batch (A-BAT-17). */
function withContext(target: string, call: Call, batch: House['rules']['batch']): string {
  const names = [
    ...(batch.inheritsContext() ? ['account', 'company', 'user', 'clientId', 'clientVersion'] : []),
    ...(batch.inheritsToken() ? ['access_token'] : []),
  ]
  const [path = '', search = ''] = target.split(/\?(.*)/s)
  const told = search.split('&').map((pair) => pair.split('=')[0])
  const more = names.flatMap((name) => {
    const value = call.query.get(name)
    return value === undefined || told.includes(name) ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  const query = [...(search === '' ? [] : [search]), ...more].join('&')
  return query === '' ? path : `${path}?${query}`
}

/** The Batch API, at each cluster's address. */
export const batchInterface: Interface = {
  name: 'batch',
  at: 'cluster',
  routes: ['/api/data/batch/v1/', '/api/data/batch/v1'].map((path) => ({ method: 'POST', path, handle: post })),
}

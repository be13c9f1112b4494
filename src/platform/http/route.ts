import { perHouse, type House } from '../house.ts'
import type { Call } from '../interface.ts'
import { originRouter, clusterRouter } from '../interfaces.ts'
import { isFree, whenFree } from '../store/exclusive.ts'
import type { Journal } from '../store/journal.ts'
import { finishJobs } from '../optimization/job.ts'
import { operationOf } from '../operation-of.ts'
import { clusterOf, mainCluster } from '../world/clusters.ts'
import { json } from './answers.ts'
import type { PlatformRequest, PlatformResponse } from './message.ts'
import { MalformedEncoding, parseQuery } from './query.ts'

const failure = (
  status: number,
  error: string,
  error_description: string,
  headers: PlatformResponse['headers'] = [],
): PlatformResponse => json(status, { error, error_description }, headers)

/** Answers one request in-process, without a socket. Parts of a batch use it too, possibly within one transaction. */
export async function route(request: PlatformRequest, house: House, journal?: Journal): Promise<PlatformResponse> {
  try {
    if (!journal && !isFree(house)) await whenFree(house)
    const go = (passed: PlatformRequest) => routed(passed, house, journal)
    return await house.seams.passage.through(request, go, { house, inBatch: journal !== undefined })
  } catch (error) {
    if (error instanceof MalformedEncoding) return failure(400, 'invalid_request', error.message)
    // A bug in the platform: the text names it, so that whoever sees the 500 can fix it.
    return failure(500, 'internal_error', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

async function routed(request: PlatformRequest, house: House, journal: Journal | undefined): Promise<PlatformResponse> {
  finishJobs(house)
  const mark = request.target.indexOf('?')
  const wholePath = mark < 0 ? request.target : request.target.slice(0, mark)
  const { cluster, path } = clusterOf(wholePath)
  const find = cluster === mainCluster ? originRouter() : clusterRouter()
  if (!isDecodable(path)) throw new MalformedEncoding('broken percent-encoding in the path')
  const found = find(request.method, path)
  if ('allowed' in found) {
    if (found.allowed.length === 0) return failure(404, 'not_found', 'there is nothing at this path')
    return failure(405, 'method_not_allowed', `${request.method} is not supported here`, [
      ['Allow', found.allowed.join(', ')],
    ])
  }
  house.enters(found.room)
  const params = Object.fromEntries(
    Object.entries(found.rawParams).map(([name, raw]) => [name, decodeURIComponent(raw)]),
  )
  // The parts of a batch are a matter of the batch.
  const operation = journal ? 'batch' : operationOf(request.method, found.route.path, params)
  const call: Call = {
    request,
    cluster,
    operation,
    rawParams: found.rawParams,
    ...(journal ? { journal } : {}),
    params,
    query: parseQuery(mark < 0 ? '' : request.target.slice(mark + 1), (raw) =>
      house.rules.context.decode(raw, operation),
    ),
    serve: (inner, shared) => route(inner, house, shared),
    header: (name) => request.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
  }
  if (journal || !house.rules.context.repeats()) return found.route.handle(call, house)
  return onceFor(`${request.method} ${call.header('X-Request-ID')}`, call, house, () => found.route.handle(call, house))
}

const answered = perHouse(() => new Map<string, PlatformResponse>())

/** Answers a write as the one before it with this key: only a fault gets here. */
async function onceFor(
  key: string,
  { request, header }: Call,
  house: House,
  handle: () => PlatformResponse | Promise<PlatformResponse>,
): Promise<PlatformResponse> {
  if (request.method === 'GET' || header('X-Request-ID') === undefined) return handle()
  const answer = answered(house).get(key) ?? (await handle())
  answered(house).set(key, answer)
  return answer
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
  } catch {
    return false
  }
  return true
}

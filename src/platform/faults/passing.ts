import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { PartWay, Way } from '../seams/passage.ts'
import type { Seams } from '../seams/seams.ts'

type Breaks = Fault['breaks']
export type Json = Record<string, unknown>

/** A fault in the way of every request. */
export const passing = (id: string, breaks: Breaks, says: string, through: Seams['passage']['through']): Fault => ({
  id,
  breaks,
  says,
  seam: { passage: { through } },
})

/** A fault in the way of the parts of batches. */
export const inParts = (id: string, breaks: Breaks, says: string, part: Seams['passage']['part']): Fault => ({
  id,
  breaks,
  says,
  seam: { passage: { part } },
})

/** A fault of single answers: changes the JSON of successful answers to some requests. */
export const reshaping = (
  id: string,
  breaks: Breaks,
  says: string,
  concerns: (asked: Asked, way: Way) => boolean,
  change: (body: Json, asked: Asked, request: PlatformRequest) => unknown,
): Fault =>
  passing(id, breaks, says, async (request, go, way) => {
    const response = await go(request)
    const asked = askedOf(request)
    return isWell(response) && concerns(asked, way)
      ? withJson(response, (body) => change(body, asked, request))
      : response
  })

/** A fault that serves another request than the one that was sent. */
export const rewriting = (
  id: string,
  breaks: Breaks,
  says: string,
  concerns: (asked: Asked, way: Way) => boolean,
  change: (request: PlatformRequest, asked: Asked) => PlatformRequest | PlatformResponse,
): Fault =>
  passing(id, breaks, says, (request, go, way) => {
    const asked = askedOf(request)
    if (!concerns(asked, way)) return go(request)
    const changed = change(request, asked)
    return 'status' in changed ? Promise.resolve(changed) : go(changed)
  })

/** The value of a header, whatever its letter case. */
export const headerIn = ({ headers }: Pick<PlatformRequest, 'headers'>, name: string): string | undefined =>
  headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]

/** A request to the Batch API. */
export const isBatch = ({ path, method }: Pick<Asked, 'path' | 'method'>): boolean =>
  method === 'POST' && /\/api\/data\/batch\/v1\/?$/.test(path)

export const refused = (status: number, message: string): PlatformResponse =>
  json(status, { error: 'CA-400', message, values: [] })

export const isWell = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300

/** What a request asks for, read from its target. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Of the Data API. */
  readonly resource: string | undefined
  readonly by: 'list' | 'id' | 'externalId' | 'deleted' | 'content' | undefined
  /** The id or external id. */
  readonly name: string | undefined
}

const dataPath = /\/api\/data\/v4\/([A-Za-z]+)(?:\/(.*))?$/

let latest: { readonly method: string; readonly target: string; readonly asked: Asked } | undefined

export function askedOf({ method, target }: { readonly method: string; readonly target: string }): Asked {
  // Each deviation in a row asks it of the same request.
  if (latest?.target !== target || latest.method !== method) latest = { method, target, asked: read(method, target) }
  return latest.asked
}

function read(method: string, target: string): Asked {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const [, resource, rest] = dataPath.exec(path) ?? []
  const by = !resource
    ? undefined
    : rest === undefined || rest === ''
      ? 'list'
      : rest === 'deleted'
        ? 'deleted'
        : rest.endsWith('/content')
          ? 'content'
          : rest.startsWith('externalId/')
            ? 'externalId'
            : 'id'
  return {
    method,
    path,
    get query() {
      return new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1).replaceAll('+', '%2B'))
    },
    resource,
    by,
    name: rest === undefined ? undefined : decoded(rest.replace(/^externalId\//, '').replace(/\/content$/, '')),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The request with some query parameters set, or left out where null. */
export function withQuery<Request extends { readonly target: string }>(
  request: Request,
  changes: Readonly<Record<string, string | null>>,
): Request {
  const [path = '', search = ''] = request.target.split(/\?(.*)/s)
  const kept = search.split('&').filter((pair) => pair !== '' && !((pair.split('=')[0] ?? '') in changes))
  const more = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  const query = [...kept, ...more].join('&')
  return { ...request, target: query === '' ? path : `${path}?${query}` }
}

/** The request with a query parameter given once for each value, encoded; none leaves it out. */
export function withParts<Request extends { readonly target: string }>(
  request: Request,
  name: string,
  values: readonly string[],
): Request {
  const { target } = withQuery(request, { [name]: null })
  const more = values.map((value) => `${name}=${encodeURIComponent(value)}`)
  const mark = target.includes('?') ? '&' : '?'
  return more.length === 0 ? { ...request, target } : { ...request, target: `${target}${mark}${more.join('&')}` }
}

/** A failed attempt to parse costs more than most deviations, and each in a row would make one. */
const mayBeJson = (body: Buffer): boolean => body.length > 0 && '{[ \t\r\n'.includes(String.fromCharCode(body[0] ?? 0))

export function jsonIn({ body }: { readonly body: Buffer }): Json | undefined {
  if (!mayBeJson(body)) return undefined
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? (parsed as Json) : undefined
  } catch {
    return undefined
  }
}

/** The message with its JSON changed; untouched if it has none. */
export function withJson<Message extends { readonly body: Buffer }>(
  message: Message,
  change: (body: Json) => unknown,
): Message {
  const body = jsonIn(message)
  return body ? { ...message, body: Buffer.from(JSON.stringify(change(body)) ?? '', 'utf8') } : message
}

/** A request with another body, its length header gone. */
export const withBody = <Request extends { readonly headers: PlatformRequest['headers']; readonly body: Buffer }>(
  request: Request,
  body: Buffer,
): Request => ({
  ...request,
  body,
  headers: request.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
})

/** The records of a data answer, without what stands beside them; none if it is another body. */
export const recordsIn = (body: Json | undefined): readonly Json[] =>
  (Array.isArray(body?.['data']) ? (body['data'] as Json[]) : []).map((element) => Object.values(element)[0] as Json)

/** The body of a data answer with each record changed. */
export const eachRecord = (body: Json, change: (record: Json, at: number) => Json | undefined): Json => ({
  ...body,
  ...(Array.isArray(body['data'])
    ? {
        data: (body['data'] as Json[]).flatMap((element, at) => {
          const [key = '', record] = Object.entries(element)[0] ?? []
          const changed = change(record as Json, at)
          return changed ? [{ ...element, [key]: changed }] : []
        }),
      }
    : {}),
})

/** What one batch remembers for a fault. */
export function batchMemory<State>(make: () => State): (way: PartWay) => State {
  const states = new WeakMap<object, State>()
  return ({ batch }) => {
    const known = states.get(batch)
    if (known !== undefined) return known
    const made = make()
    states.set(batch, made)
    return made
  }
}

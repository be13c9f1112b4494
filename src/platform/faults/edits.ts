import type { PlatformRequest, PlatformResponse, WireFilter } from '../http/message.ts'
import { clients } from '../world/clients.ts'

/** A request as a wire fault looks at it. */
export interface Seen {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** The body as a form. */
  readonly form: URLSearchParams
  header(name: string): string | undefined
}

const seenIn = ({ method, target, headers, body }: PlatformRequest): Seen => {
  const [path = '', query = ''] = target.split('?', 2)
  return {
    method,
    path,
    get query() {
      return new URLSearchParams(query)
    },
    get form() {
      return new URLSearchParams(body.toString('utf8'))
    },
    header: (name) => headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
  }
}

type When = (seen: Seen, response: PlatformResponse) => boolean

/** Another answer to the calls that a fault is about. */
export const answering = (
  when: When,
  change: (response: PlatformResponse, seen: Seen) => PlatformResponse,
): WireFilter => ({
  response(response, request) {
    const seen = seenIn(request)
    return when(seen, response) ? change(response, seen) : response
  },
})

/** Another JSON body in the answers that a fault is about; bodies that are no JSON stay. */
export const showing = (when: When, change: (body: never, seen: Seen) => unknown): WireFilter =>
  answering(when, (response, seen) => {
    try {
      return withJson(response, change(JSON.parse(response.body.toString('utf8')) as never, seen))
    } catch {
      return response
    }
  })

/** A call taken for another one. */
export const taking = (
  when: (seen: Seen) => boolean,
  change: (request: PlatformRequest) => Partial<PlatformRequest>,
): WireFilter => ({
  request: (request) => (when(seenIn(request)) ? { ...request, ...change(request) } : request),
})

export const withJson = (response: PlatformResponse, body: unknown): PlatformResponse => ({
  ...response,
  body: Buffer.from(JSON.stringify(body) ?? '', 'utf8'),
})

export const withStatus = (status: number, body?: unknown): PlatformResponse => ({
  status,
  headers: [['Content-Type', 'application/json;charset=UTF-8']],
  body: Buffer.from(JSON.stringify(body) ?? '', 'utf8'),
})

export const withText = (status: number, type: string, body: string): PlatformResponse => ({
  status,
  headers: [['Content-Type', type]],
  body: Buffer.from(body, 'utf8'),
})

export const isTokenCall = ({ path }: Seen): boolean => path.endsWith('/oauth2/v1/token')
export const isChange = ({ path }: Seen): boolean => path.endsWith('/change_password')
export const isDirectory = ({ path }: Seen): boolean => path.includes('/directory/v1/accounts/')
export const isCompanies = ({ path }: Seen): boolean => path.endsWith('/informationService/companies')
/** A list of the Data API. */
export const isList = ({ method, path }: Seen): boolean => method === 'GET' && /\/api\/data\/v4\/[A-Za-z]+$/.test(path)

/** A Basic header with the secret that belongs to its client id. */
export function withRightSecret([name, value]: readonly [string, string]): readonly [string, string] {
  const [id] = Buffer.from(value.replace(/^Basic +/i, ''), 'base64')
    .toString('utf8')
    .split(':')
  const client = clients.find((known) => known.id === id)
  return client && name.toLowerCase() === 'authorization'
    ? [name, `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`]
    : [name, value]
}

/** Whether a Basic header names a client that exists. */
export const knownClient = (header: string): boolean =>
  clients.some(({ id }) =>
    Buffer.from(header.replace(/^Basic +/i, ''), 'base64')
      .toString('utf8')
      .startsWith(`${id}:`),
  )

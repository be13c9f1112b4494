import type { IncomingHttpHeaders } from 'node:http'

export interface Call {
  readonly method: string
  /** Decoded segments below the address of the cluster. */
  readonly path: readonly string[]
  readonly query: ReadonlyMap<string, string>
  /** Every expand parameter, in order. */
  readonly expand: readonly string[]
  /** Every parameter, in order, repeated ones too. */
  readonly pairs: readonly (readonly [string, string])[]
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Address the caller used, without path. */
  readonly origin: string
  readonly cluster: string
}

export interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly json?: unknown
  readonly text?: string
  readonly bytes?: Buffer
}

export class Refusal extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export function oauthRefusal(status: number, error: string, description: string, more: object = {}): Refusal {
  const challenge = error === 'invalid_client' ? 'Basic realm="peer"' : `Bearer error="${error}"`
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': challenge } : {}
  return new Refusal({ status, headers, json: { error, error_description: description, ...more } })
}

/** Choice: codes of this peer start with PEER, since the document gives none but CA-27. */
export function dataRefusal(status: number, error: string, message: string, ...values: unknown[]): Refusal {
  return new Refusal({ status, json: { error, message, values } })
}

/** Choice: a wrong method on a known path is 405 with Allow. */
export function onlyMethods(call: Call, ...methods: string[]): void {
  if (!methods.includes(call.method)) throw new Refusal({ status: 405, headers: { allow: methods.join(', ') } })
}

/** Choice: percent-encoding only, so a plus sign in a query stays a plus sign; of a repeated parameter the first counts, but for expand. */
export function readTarget(target: string): Pick<Call, 'path' | 'query' | 'expand' | 'pairs'> {
  const [path = '', text = ''] = target.split(/\?(.*)/s)
  const query = new Map<string, string>()
  const expand: string[] = []
  const pairs: [string, string][] = []
  try {
    for (const pair of text.split('&').filter((part) => part !== '')) {
      const at = pair.indexOf('=')
      const name = decodeURIComponent(at < 0 ? pair : pair.slice(0, at))
      const value = at < 0 ? '' : decodeURIComponent(pair.slice(at + 1))
      if (name === 'expand') expand.push(value)
      pairs.push([name, value])
      if (!query.has(name)) query.set(name, value)
    }
    return { path: path.split('/').slice(1).map(decodeURIComponent), query, expand, pairs }
  } catch {
    throw oauthRefusal(400, 'invalid_request', 'Broken percent-encoding')
  }
}

import type { Platform } from '../../../src/platform/platform.ts'
import { send, tokenOf, type Sent } from '../access/wire.ts'

interface Options {
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Identity of the platform's target file. */
  readonly as?: string
}

/** One request to the SCIM or the User API; `path` is below /api. */
export type People = (method: string, path: string, body?: unknown, options?: Options) => Promise<Sent>

/** The interfaces of people of a platform in-process. */
export function peopleOf(platform: Platform): People {
  const tokens = new Map<string, Promise<string>>()
  return async (method, path, body, { query = {}, headers = {}, as = 'admin' } = {}) => {
    const token = tokens.get(as) ?? tokenOf(platform, as)
    tokens.set(as, token)
    const text = Object.entries({ account: 'acme', ...query })
      .flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}=${encodeURIComponent(one)}`))
      .join('&')
    return send(platform, `/api${path}?${text}`, {
      method,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: Object.fromEntries(
        Object.entries({
          Authorization: `Bearer ${await token}`,
          'X-Request-ID': 'r-1',
          'X-Client-Version': '1',
          'Content-Type': path.startsWith('/scim') ? 'application/scim+json' : 'application/json',
          ...headers,
        }).filter(([, value]) => value !== ''),
      ),
    })
  }
}

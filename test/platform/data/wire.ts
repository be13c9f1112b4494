import type { Platform } from '../../../src/platform/platform.ts'
import { send, tokenOf, type Sent } from '../access/wire.ts'

export interface Options {
  /** Parameters on top of dtos and the context; undefined leaves one out, a list repeats one. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Body bytes as they are, instead of JSON. */
  readonly raw?: string
}

/** One request to the Data API; `path` is below /api/data/v4. */
export type Data = (method: string, path: string, body?: unknown, options?: Options) => Promise<Sent>

const users: Readonly<Record<string, string>> = {
  admin: 'admin',
  superuser: 'super',
  user: 'field',
  unprivileged: 'bare',
  'calls-only': 'calls',
  'own-only': 'owner',
}

/** The Data API of a platform in-process, as an identity of its target file. */
export async function dataOf(platform: Platform, identity = 'admin'): Promise<Data> {
  const token = await tokenOf(platform, identity)
  const { dtos } = platform.targetFile('http://platform.test') as { dtos: Record<string, { version: number }> }
  return (method, path, body, { query = {}, raw } = {}) => {
    const resource = path.split('/')[1] ?? ''
    const parameters = {
      account: 'acme',
      company: 'Acme North',
      clientId: 'kit',
      clientVersion: '1',
      user: users[identity],
      dtos: `${resource}.${dtos[resource]?.version ?? 1}`,
      ...query,
    }
    const text = Object.entries(parameters)
      .flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}=${encodeURIComponent(one)}`))
      .join('&')
    return send(platform, `/api/data/v4${path}?${text}`, {
      method,
      body: raw ?? (body === undefined ? '' : JSON.stringify(body)),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })
  }
}

/** The one record of an answer. */
export function recordOf({ json }: Sent): Record<string, unknown> {
  const [element] = Array.isArray(json['data']) ? (json['data'] as Array<Record<string, Record<string, unknown>>>) : []
  return Object.values(element ?? {})[0] ?? {}
}

export const versionOf = (answer: Sent): number => Number(recordOf(answer)['lastChanged'])

export const external = (externalId: string): string => `externalId/${encodeURIComponent(externalId)}`

let count = 0
/** A GUID that no other call returns. */
export const guid = (): string => (++count).toString(16).toUpperCase().padStart(32, 'A')

import type { Platform } from '../../../src/platform/platform.ts'
import { send, tokenOf, type Sent } from '../access/wire.ts'

interface Options {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Body as it is, instead of the statement in JSON. */
  readonly raw?: string
}

export type Select = (statement: string, options?: Options) => Promise<Sent>

const dtos = 'ServiceCall.27;BusinessPartner.25;Activity.43;Person.25'

const users: Readonly<Record<string, string>> = { admin: 'admin', 'calls-only': 'calls', 'own-only': 'owner' }

/** The Query API of a platform in-process, as an identity of its target file. */
export async function queryOf(platform: Platform, identity = 'admin'): Promise<Select> {
  const token = await tokenOf(platform, identity)
  return (statement, { query = {}, headers = {}, raw } = {}) => {
    const parameters = {
      account: 'acme',
      company: 'Acme North',
      user: users[identity],
      clientIdentifier: 'kit',
      clientId: 'kit',
      clientVersion: '1',
      dtos,
      ...query,
    }
    const text = Object.entries(parameters)
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
      .join('&')
    return send(platform, `/api/query/v1?${text}`, {
      method: 'POST',
      body: raw ?? JSON.stringify({ query: statement }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    })
  }
}

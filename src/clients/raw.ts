import { answer, type Answer } from './answer.ts'
import type { Caller } from './caller.ts'

export interface RawApi {
  /**
   * Writes exactly these bytes to the service's address and reads one HTTP response. `{host}`, `{token}` and `{base}` in a string
   * stand for the address's host, the identity's access token and the address's path prefix. The guard lets only reads, and writes to the run's own objects, pass.
   */
  send(bytes: string | Uint8Array, options?: { readonly service?: 'auth' | 'directory' | 'base' }): Promise<Answer>
}

export const rawApi = (caller: Caller): RawApi => ({
  async send(bytes, { service = 'base' } = {}) {
    const { target, scope } = caller
    const needsGrant =
      (service === 'base' && !target.addresses.base) || (typeof bytes === 'string' && bytes.includes('{token}'))
    const grant = needsGrant ? await caller.identities.grant(caller.name, scope) : undefined
    const address = service === 'base' ? (target.addresses.base ?? grant?.base ?? '') : target.addresses[service]
    const { host, pathname, origin } = new URL(address)
    const raw =
      typeof bytes === 'string'
        ? Buffer.from(
            bytes
              .replaceAll('{host}', host)
              .replaceAll('{token}', grant?.token ?? '')
              .replaceAll('{base}', pathname.replace(/\/+$/, '')),
          )
        : bytes
    const [head = ''] = Buffer.from(raw)
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)
    const [requestLine = '', ...fields] = head.split(/\r?\n/)
    const [method = 'GET', path = '/'] = requestLine.trim().split(/\s+/)
    const exchange = await caller.transport.send(
      {
        method,
        url: path.startsWith('/') ? `${origin}${path}` : `${origin}/`,
        raw,
        headers: fields.map(
          (field) =>
            [field.slice(0, Math.max(0, field.indexOf(':'))), field.slice(field.indexOf(':') + 1).trim()] as const,
        ),
        body: Buffer.from(raw).subarray(Math.min(raw.length, head.length + 4)),
      },
      scope,
    )
    return answer(exchange, scope)
  },
})

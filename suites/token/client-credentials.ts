import type { CallOptions } from '../../src/clients/call.ts'
import type { Context } from '../../src/kit/index.ts'

/** A call with the id and secret of its client in place of a token. */
export const clientCredentials = ({ target }: Pick<Context, 'target'>, identity = 'admin') => {
  const { id, secret } = target.identities[identity]!.client
  const basic = Buffer.from(`${id}:${secret}`).toString('base64')
  return { token: 'none', headers: { Authorization: `Basic ${basic}` } } as const satisfies CallOptions
}

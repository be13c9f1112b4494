import type { Context } from '../../src/kit/index.ts'
import type { Identity } from '../../src/target/target.ts'

/** The clients of the target file beside the one of an identity; whether they are allowed for its account is not said. */
export function otherClients({ target }: Context, identity: string): Identity['client'][] {
  const own = target.identities[identity]?.client.id
  const byId = new Map(Object.values(target.identities).map(({ client }) => [client.id, client]))
  return [...byId.values()].filter(({ id }) => id !== own)
}

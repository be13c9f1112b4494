import { createApi } from '../../src/clients/api.ts'
import type { Api } from '../../src/clients/api.ts'
import { createIdentities } from '../../src/target/identities.ts'
import type { Target } from '../../src/target/target.ts'
import { against, type Handler } from '../target/server.ts'

/** Clients of one identity facing a server of a test's own; its token service grants, and every other request goes to the handler. */
export async function clientsFacing(
  handler: Handler,
  {
    identity = 'admin',
    clusters = [],
    ...more
  }: { identity?: string; clusters?: readonly string[] } & Partial<Target> = {},
) {
  let issued = 0
  const made = await against(
    (request, response, body) => {
      if (request.url?.endsWith('/token'))
        return void response.end(
          JSON.stringify({ access_token: `token-${++issued}`, expires_in: 43_200, cluster_url: made.origin }),
        )
      return handler(request, response, body)
    },
    { clusters },
  )
  const target: Target = { ...made.target, ...more }
  const identities = createIdentities(target, made.transport, () => undefined)
  const api: Api = createApi({
    name: identity,
    identity: identities.of(identity),
    target,
    scope: made.scope,
    transport: made.transport,
    identities,
  })
  return { ...made, api, identities, issued: () => issued }
}

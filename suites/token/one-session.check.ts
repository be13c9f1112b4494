import { Blocked, check, Inconclusive, must, observe, Unexercised, type Context } from '../../src/kit/index.ts'
import { rely } from '../../src/kit/rely.ts'
import { codeAt } from './lead-back.ts'
import { authorize } from './requirements.ts'

interface Started {
  readonly client_id: string
  readonly redirect_uri: string
}

/** Walks through authorize in a browser that keeps its cookies: once as usual, then with something changed. */
async function twice(context: Context, change: (first: Started) => Started) {
  const { api, target } = context
  const { client, username, password } = target.identities['admin']!
  const { redirectUri: redirect_uri } = target.fixtures
  if (!username || !password || redirect_uri === undefined)
    throw new Blocked('identities.admin has no username and password for the login page')
  const session = new Map<string, Map<string, string>>()
  const walk = (started: Started) =>
    api.token.logInAndApprove({ response_type: 'code', ...started }, { username, password }, session)
  const first = { client_id: client.id, redirect_uri }
  await rely(authorize['authorize-leads-back-with-code'], async () => codeAt(await walk(first)))
  return walk(change(first))
}

// The login may be remembered, and so may an approval of long ago: of an earlier run, say.
observe(
  authorize['code-particulars'],
  'another-client-in-the-same-session',
  { needs: ['authorization-code', 'second-client'] },
  async (context) => {
    const { identities } = context.target
    const own = identities['admin']!.client.id
    const ids = Object.values(identities).map(({ client }) => client.id)
    const other = ids.find((id) => id !== own)
    if (other === undefined) throw new Inconclusive('all identities use one client')
    const { code, steps } = await twice(context, (first) => ({ ...first, client_id: other }))
    const asked = steps.some(({ status }) => status < 300)
    return `another client in the session of a login: ${code === undefined ? 'no code' : asked ? 'a page, then a code' : 'a code at once'}`
  },
)

check(
  authorize['authorize-leads-back-with-code'],
  'another-address-in-the-same-session',
  { needs: ['authorization-code'], brokenBy: ['authorize-back-to-first-address', 'authorize-query-lost'] },
  async (context) => {
    const { redirect } = await twice(context, ({ client_id, redirect_uri }) => {
      const uri = new URL(redirect_uri)
      uri.searchParams.set('again', context.fresh.tag)
      return { client_id, redirect_uri: uri.href }
    })
    // Another address may have to be registered.
    if (redirect?.searchParams.has('code') !== true)
      throw new Unexercised('another redirect_uri is not taken: it may have to be registered')
    must.equal('again, in the query of redirect_uri,', redirect.searchParams.get('again'), context.fresh.tag)
  },
)

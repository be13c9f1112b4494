import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { World } from '../world/types.ts'
import { isWell, jsonIn, withJson } from './passing.ts'
import { answeringLogins, clientIn } from './token-calls.ts'

type Kind = 'user' | 'account' | 'service' | 'general'

/** Whose token a form asks for: by a client of general scope, or by a user, an account or a client alone. */
function kindOf(world: World, client: string, form: URLSearchParams): Kind {
  const type = world.clients.find(({ id }) => id === client)?.type
  if (type === 'Admin' || type === 'Store') return 'general'
  if (form.get('grant_type') === 'client_credentials') return 'service'
  return form.get('username')?.includes('/') ? 'user' : 'account'
}
const kinds: readonly Kind[] = ['user', 'account', 'service', 'general']

const clusterUrl = (kind: Kind): Fault =>
  answeringLogins(
    `cluster-url-of-token-service-for-${kind}`,
    ['A-TOK-05', 'A-DIR-05'],
    `cluster_url is where the token service is (${kind} only).`,
    (response, form, request, { world }) =>
      isWell(response) && kindOf(world, clientIn(request), form) === kind
        ? withJson(response, (body) => ({ ...body, cluster_url: `${String(body['cluster_url'])}/api/oauth2` }))
        : response,
  )

const scopeRefused = (kind: Kind): Fault =>
  answeringLogins(
    `unknown-scope-refused-for-${kind}`,
    ['A-TOK-19'],
    `Who asks for a scope that is neither general nor local is refused (${kind} only).`,
    (response, form, request, { world }) =>
      !/^(?:general|local)?$/.test(form.get('scope') ?? '') && kindOf(world, clientIn(request), form) === kind
        ? json(400, { error: 'invalid_scope', error_description: 'The scope is not valid' })
        : response,
  )

const before = perHouse(() => new Map<string, Readonly<Record<string, unknown>>>())

/** A field of the token response of a user that is left from the user who logged in before. */
const left = (id: string, breaks: Fault['breaks'], field: string): Fault =>
  answeringLogins(
    id,
    breaks,
    `${field} is that of the user of the account who logged in before.`,
    (response, _form, request, house) => {
      const own = jsonIn(response)
      if (!isWell(response) || typeof own?.['user'] !== 'string') return response
      const key = `${clientIn(request)}\n${String(own['account'])}`
      const last = before(house).get(key)
      before(house).set(key, own)
      return last && last['user'] !== own['user']
        ? withJson(response, (body) => ({ ...body, [field]: last[field] }))
        : response
    },
  )

/** Token responses that are wrong for one kind of login, or after another one. */
export const fifthResponseFaults: readonly Fault[] = [
  ...kinds.map(clusterUrl),
  ...kinds.map(scopeRefused),
  left('user-email-of-user-before', ['A-TOK-08'], 'user_email'),
  left('user-id-of-user-before', ['A-TOK-08'], 'user_id'),
  left('companies-of-user-before', ['A-TOK-15', 'A-TOK-09'], 'companies'),
]

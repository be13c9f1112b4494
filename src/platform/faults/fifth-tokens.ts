import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { tokenRules } from '../rulebook/token.ts'
import { clusterOf } from '../world/clusters.ts'
import { askedOf, isWell, passing, withJson, withQuery, type Json } from './passing.ts'
import { answeringLogins, invalidToken, isToken, issuedIn, showingLogins, withHeader } from './token-calls.ts'

const bound = perHouse(() => new Map<string, string>())

/** Quiet breaches of tokens and their responses that a fifth reader of the document thought up. */
export const fifthTokenFaults: readonly Fault[] = [
  showingLogins(
    'account-login-expires-in-milliseconds',
    ['A-TOK-03', 'A-TOK-21'],
    'After a login with the account name alone expires_in is in milliseconds.',
    (body, login) => (login === 'account' ? { ...body, expires_in: Number(body['expires_in']) * 1000 } : body),
  ),
  {
    id: 'requested-general-scope-granted',
    breaks: ['A-TOK-19'],
    says: 'Who asks for scope=general gets it; any other scope asked for is ignored.',
    rule: {
      token: {
        scope: (type, requested) => (requested === 'general' ? 'general' : tokenRules.token.scope(type, requested)),
      },
    },
  },
  passing(
    'requested-scope-relaxes-context',
    ['A-TOK-19', 'A-AUT-07'],
    'A token that was requested with scope=general needs no context, although its scope is local.',
    (request, go, { house }) => {
      const token = isToken(request) ? undefined : issuedIn(house, request)
      if (token?.requestedScope !== 'general' || token.scope !== 'local') return go(request)
      const { query } = askedOf(request)
      const lacks = (name: string, value: string | undefined) =>
        query.has(name) || value === undefined ? {} : { [name]: value }
      const context = {
        ...lacks('account', token.account.name),
        ...lacks('company', token.companies[0]?.name),
        ...lacks('user', token.user?.name),
      }
      const sent = new Set(request.headers.map(([name]) => name.toLowerCase()))
      const known = [
        ['x-client-id', token.client.id, 'clientId'],
        ['x-client-version', token.client.version, 'clientVersion'],
      ] as const
      return go(
        known
          .filter(([name, , form]) => !sent.has(name) && !query.has(form))
          .reduce((passed, [name, value]) => withHeader(passed, name, value), withQuery(request, context)),
      )
    },
  ),
  answeringLogins(
    'token-of-user-lists-whole-account',
    ['A-TOK-15'],
    'The token response of a user lists all companies of the account; the company list is right.',
    (response, form, _request, { world }) =>
      isWell(response) && form.get('username')?.includes('/')
        ? withJson(response, (body) => ({
            ...body,
            companies: world.accounts
              .find(({ name }) => name === body['account'])
              ?.companies.map(({ id, name, description }) => ({ id, name, description })),
          }))
        : response,
  ),
  showingLogins(
    'account-login-account-id-string',
    ['A-TOK-07'],
    'account_id is a string after a login with the account name alone.',
    (body, login) => (login === 'account' ? { ...body, account_id: String(body['account_id']) } : body),
  ),
  showingLogins(
    'token-second-company-id-string',
    ['A-TOK-09'],
    'From the second company on its id is a string.',
    (body) => ({
      ...body,
      companies: (body['companies'] as Json[]).map((company, at) =>
        at === 0 ? company : { ...company, id: String(company['id']) },
      ),
    }),
  ),
  passing(
    'general-token-bound-by-first-use',
    ['A-TOK-26'],
    'A token of general scope is valid only in the cluster of the first call made with it.',
    (request, go, { house }) => {
      const token = isToken(request) ? undefined : issuedIn(house, request)
      const { cluster, path } = clusterOf(request.target)
      if (token?.scope !== 'general' || path.includes('/directory/')) return go(request)
      const first = bound(house).get(token.value) ?? cluster
      bound(house).set(token.value, first)
      return first === cluster ? go(request) : Promise.resolve(invalidToken())
    },
  ),
]

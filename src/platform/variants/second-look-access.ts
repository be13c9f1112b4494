import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn } from '../faults/passing.ts'
import { cookieIn, locationOf, withCookie } from '../faults/sixth-logins.ts'
import { formIn, issuedIn } from '../faults/token-calls.ts'
import { json, redirect } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { issueCode } from '../token/codes.ts'
import { loginNamed } from '../token/named.ts'
import { lawful, through } from './lawful.ts'

const isCompanyList = ({ path }: { readonly path: string }): boolean => path.endsWith('/informationService/companies')

const abroad = /^\/clusters\/[a-z]+(?=\/)/

/** The request again, at the cluster whose paths are at the root. */
const atHome = ({ origin, target }: PlatformRequest): string => `${origin}${target.replace(abroad, '')}`

/** What a company is described by: each by the other's name. */
const described: Readonly<Record<string, string>> = {
  'Acme North': 'split off from Acme South & Sons',
  'Acme South & Sons': 'supplies Acme North',
}

/** Lawful servers of access that a second look at the checks found accused. */
export const secondLookAccessVariants: readonly Variant[] = [
  through(
    'clients-approved-before',
    ['A-TOK-23'],
    'The login is kept in a cookie, and users have approved all clients on another day: whoever comes again is led back at once.',
    async (request, go, { house }) => {
      const { path, query } = askedOf(request)
      const user = cookieIn(headerIn(request, 'cookie'), 'user')
      const named = user === undefined ? undefined : loginNamed(house, user)
      const client = house.world.clients.find(({ id }) => id === query.get('client_id'))
      if (path.endsWith('/authorize') && named && client && query.get('response_type') === 'code') {
        const uri = query.get('redirect_uri') ?? ''
        return redirect(302, `${uri}${uri.includes('?') ? '&' : '?'}code=${issueCode(house, client, uri, named)}`)
      }
      const response = await go(request)
      return /[?&]code=/.test(locationOf(response))
        ? withCookie(response, 'user', formIn(request).get('username') ?? '')
        : response
    },
  ),
  lawful(['A-COM-01', 'A-COM-07'], {
    id: 'companies-described-by-each-other',
    says: 'The description of a company names another one; the text form holds that of the first.',
    rule: {
      company: {
        json: (companies) => ({
          companies: companies.map(({ name, description }) => ({ name, description: described[name] ?? description })),
        }),
        text: (companies) =>
          companies
            .map(({ name }, at) => (at === 0 && companies.length > 1 ? `${name} - ${described[name] ?? ''}` : name))
            .join('\n'),
      },
    },
  }),
  through(
    'company-list-refuses-another-company-by-name',
    ['A-COM-01', 'A-AUT-06'],
    'A company list asked for in the name of a company that the caller is not of is answered with 403, which says that name.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      const company = asked.query.get('company')
      const own = issuedIn(house, request)?.companies.map(({ name }) => name.toLowerCase())
      if (!isCompanyList(asked) || !isWell(response) || company === null || !own || own.length === 0) return response
      return own.includes(company.trim().toLowerCase())
        ? response
        : json(403, { error: 'access_denied', error_description: `company ${company} is not assigned` })
    },
  ),
  through('json-called-plain-text', ['A-GEN-01'], 'JSON bodies are sent as text/plain.', async (request, go) => {
    const response = await go(request)
    return jsonIn(response) === undefined
      ? response
      : {
          ...response,
          headers: response.headers.map(([name, value]) =>
            name.toLowerCase() === 'content-type' && value.startsWith('application/json')
              ? [name, 'text/plain;charset=UTF-8']
              : [name, value],
          ),
        }
  }),
  lawful(['A-TOK-08', 'A-TOK-10', 'A-TOK-41'], {
    id: 'scim-form-for-codes-and-some-users',
    says: 'A code, and the login of some users, is answered in the form used with SCIM, with the fields of that form alone.',
    rule: {
      token: {
        shown: (body, login, { grant }) =>
          login === 'user' && (grant === 'authorization_code' || ['super', 'field'].includes(String(body['user'])))
            ? {
                access_token: body['access_token'],
                account: body['account'],
                account_id: body['account_id'],
                tenant_id: null,
                companies: (body['companies'] as ReadonlyArray<Readonly<Record<string, unknown>>>).map(
                  ({ name, description }, at) => ({ permissionGroupId: at + 1, name, description }),
                ),
              }
            : body,
      },
    },
  }),
  lawful(['A-TOK-08'], {
    id: 'users-told-by-their-full-names',
    says: 'user in a token response is the full name of the user, not that of the login.',
    rule: {
      token: {
        shown: (body, login) =>
          login === 'user' ? { ...body, user: `Dr. ${String(body['user'])} of ${String(body['account'])}` } : body,
      },
    },
  }),
  through(
    'callers-without-rights-abroad-401-unauthorized',
    ['A-AUT-13', 'A-TOK-26'],
    'The company list of another cluster takes a token of general scope, and finds no rights for it: 401 unauthorized.',
    async (request, go) => {
      const response = await go(request)
      return abroad.test(request.target) && isCompanyList(askedOf(request)) && isWell(response)
        ? json(401, { error: 'unauthorized', error_description: 'no permission' })
        : response
    },
  ),
  through(
    'local-tokens-led-home',
    ['A-TOK-26'],
    'Another cluster sends a token of local scope home with 302.',
    async (request, go, { house }) => {
      const response = await go(request)
      const isForeign = abroad.test(request.target) && issuedIn(house, request)?.scope === 'local'
      return isForeign && jsonIn(response)?.['error'] === 'invalid_token' ? redirect(302, atHome(request)) : response
    },
  ),
  through('login-page-with-401', ['A-TOK-23'], 'The login page comes with status 401.', async (request, go) => {
    const response = await go(request)
    const isPage = request.method === 'GET' && /\/oauth2\/v1\/login(?:\?|$)/.test(request.target)
    return isPage && isWell(response) ? { ...response, status: 401 } : response
  }),
]

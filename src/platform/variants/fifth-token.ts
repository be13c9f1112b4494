import type { Variant } from '../deviation.ts'
import { clientIn, isPasswordChange, isToken, formIn } from '../faults/token-calls.ts'
import { askedOf, headerIn, jsonIn, withBody, withQuery } from '../faults/passing.ts'
import { perHouse } from '../house.ts'
import { json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { loginNamed } from '../token/named.ts'
import type { World } from '../world/types.ts'

const types = ['BEARER', 'Bearer', 'bEaReR']
let responses = 0
let lists = 0
const turned = <One>(all: readonly One[], by: number): readonly One[] => {
  const at = all.length === 0 ? 0 : by % all.length
  return [...all.slice(at), ...all.slice(0, at)]
}
const wrong = perHouse(() => new Map<string, number>())
const sameLetters = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const accountMeant = ({ accounts }: World, given: string): string =>
  accounts.find(({ name }) => sameLetters(name, given))?.name ?? given
const isLoginPage = (path: string): boolean => path.endsWith('/api/oauth2/v1/login')

/** The form of a change of the password of a single sign-on user; undefined for any other request. */
function ofSignOn({ accounts }: World, request: PlatformRequest): URLSearchParams | undefined {
  const form = isPasswordChange(request) ? formIn(request) : undefined
  const username = form?.get('username')
  const isSso = accounts.some(({ name, sso, users }) =>
    users.some((user) => (user.sso ?? sso) && `${name}/${user.name}` === username),
  )
  return isSso ? form : undefined
}

/** A change of a password is looked at as a login with the old one. */
function asLogin(request: PlatformRequest, form: URLSearchParams): PlatformRequest {
  const login = new URLSearchParams({
    grant_type: 'password',
    username: form.get('username') ?? '',
    password: form.get('old_password') ?? '',
  })
  return {
    ...withBody(request, Buffer.from(login.toString())),
    target: request.target.replace('/change_password', '/token'),
  }
}

/** Lawful other readings of the token service that a fifth reader of the document thought up. */
export const fifthTokenVariants: readonly Variant[] = [
  {
    id: 'token-type-in-turns',
    leaves: ['A-TOK-02'],
    says: 'token_type is in other letters in each response.',
    rule: { token: { type: () => types[(responses += 1) % types.length] } },
  },
  {
    id: 'companies-in-turns',
    leaves: ['A-TOK-09', 'A-COM-01', 'A-COM-05'],
    says: 'Companies stand in another order each time, in token responses and in both forms of the list.',
    rule: {
      token: {
        companies: (all, assigned, login) =>
          turned(login === 'user' ? all.filter(({ name }) => assigned.includes(name)) : all, (lists += 1)),
      },
      company: { listed: (companies) => turned(companies, (lists += 1)) },
    },
  },
  {
    id: 'token-cluster-url-alias-slash',
    leaves: ['A-TOK-05', 'A-DIR-05'],
    says: 'cluster_url has another host name in capitals and a slash at its end; the directory has neither.',
    rule: {
      token: {
        shown: (body) => ({
          ...body,
          cluster_url: `${String(body['cluster_url']).replace('127.0.0.1', 'LOCALHOST')}/`,
        }),
      },
    },
  },
  {
    id: 'password-change-of-sso-redirected',
    leaves: ['A-TOK-34', 'A-PWD-01'],
    says: 'A change of the password of a single sign-on user is answered with saml_redirect.',
    seam: {
      passage: {
        through: (request, go, { house }) => {
          const form = ofSignOn(house.world, request)
          return go(form ? asLogin(request, form) : request)
        },
      },
    },
  },
  {
    id: 'password-change-of-sso-bad-credentials',
    leaves: ['A-TOK-34', 'A-PWD-01'],
    says: 'A single sign-on user has no password here: a change of it is answered with invalid_grant.',
    excludes: ['password-change-of-sso-redirected'],
    seam: {
      passage: {
        through: async (request, go, { house }) =>
          ofSignOn(house.world, request)
            ? json(400, { error: 'invalid_grant', error_description: 'Bad credentials' })
            : go(request),
      },
    },
  },
  {
    id: 'password-change-by-clients-not-allowed-refused',
    leaves: ['A-TOK-35', 'A-PWD-01'],
    says: 'A change of a password by a client that is not allowed for its account is answered with unauthorized_client.',
    seam: {
      passage: {
        through: (request, go, { house }) => {
          const form = isPasswordChange(request) ? formIn(request) : undefined
          const named = form && loginNamed(house, form.get('username') ?? '')
          const client = house.world.clients.find(({ id }) => id === clientIn(request))
          const isBarred = named && client && !house.rules.grant.allows(client.accounts, named.account.name, 'password')
          return go(form && isBarred ? asLogin(request, form) : request)
        },
      },
    },
  },
  {
    id: 'unknown-code-told-with-code',
    leaves: ['A-TOK-25', 'A-TOK-40'],
    says: 'A code that yields no token is answered with invalid_grant and a description of its own.',
    rule: {
      refusal: {
        unknown_code: () => ({ status: 400, error: 'invalid_grant', description: 'Invalid authorization code: ab12' }),
      },
    },
  },
  {
    id: 'names-folded-everywhere',
    leaves: ['A-TOK-06', 'A-TOK-33', 'A-DIR-06', 'A-GEN-04'],
    says: 'Names of accounts and users are found in any letter case, in logins, in the directory and in the query.',
    rule: {
      grant: { sameName: sameLetters },
      directory: { finds: (name, names) => names.find((known) => sameLetters(known, name)) },
    },
    seam: {
      passage: {
        through: (request, go, { house }) => {
          const account = askedOf(request).query.get('account')
          const meant = account === null ? null : accountMeant(house.world, account)
          return go(meant === account ? request : withQuery(request, { account: meant }))
        },
      },
    },
  },
  {
    id: 'slow-after-five-wrong-passwords',
    leaves: ['A-TOK-33', 'A-GEN-09'],
    says: 'After five wrong passwords in a row each answer to the user comes three seconds late.',
    seam: {
      passage: {
        async through(request, go, { house }) {
          const username = isToken(request) ? formIn(request).get('username') : null
          if (username === null) return go(request)
          const times = wrong(house).get(username) ?? 0
          if (times >= 5) await new Promise((done) => setTimeout(done, 3000))
          const response = await go(request)
          wrong(house).set(username, jsonIn(response)?.['error'] === 'invalid_grant' ? times + 1 : 0)
          return response
        },
      },
    },
  },
  {
    id: 'authorize-wants-its-cookie',
    leaves: ['A-TOK-23'],
    says: 'authorize redirects with 307 and a cookie that the login page needs; further parameters follow the code, which is percent-encoded whole.',
    excludes: ['authorize-see-other', 'authorize-keeps-method'],
    wire: {
      response(response, request) {
        const { path } = askedOf(request)
        if (path.endsWith('/authorize') && response.status === 302)
          return {
            ...response,
            status: 307,
            headers: [...response.headers, ['Set-Cookie', 'flow=7; Path=/; HttpOnly']],
          }
        if (!isLoginPage(path)) return response
        if (!/(?:^|; )flow=7(?:;|$)/.test(headerIn(request, 'cookie') ?? ''))
          return textAnswer(400, 'text/html;charset=UTF-8', '<!DOCTYPE html><html><body>No session</body></html>')
        const headers = response.headers.map(([name, value]) => [
          name,
          /^location$/i.test(name)
            ? value.replace(
                /([?&]code=)([^&]+)/,
                (_all, key: string, code: string) =>
                  `${key}${decodeURIComponent(code).replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`)}&state=&session_state=9`,
              )
            : value,
        ]) as PlatformResponse['headers']
        return { ...response, status: response.status === 302 ? 303 : response.status, headers }
      },
    },
  },
]

import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { changePassword, passwordsOf } from '../token/passwords.ts'
import { loginNamed } from '../token/named.ts'
import { answering, isDirectory, showing, withStatus } from './edits.ts'
import { jsonIn, passing } from './passing.ts'
import { answeringLogins, formIn, invalidToken, isPasswordChange, issuedIn } from './token-calls.ts'

const grants = [
  ['password', 'a password'],
  ['authorization_code', 'an authorization code'],
  ['client_credentials', 'client credentials'],
] as const

const dashed = (name: string): string => name.replaceAll('_', '-')
const most = 72
const cut = (password: string): string => Buffer.from(password).subarray(0, most).toString('latin1')

/** Quiet breaches of the token service and the directory that an eighth reader of the document thought up. */
export const eighthAccessFaults: readonly Fault[] = [
  ...grants.slice(0, 2).map(([grant, words]) =>
    passing(
      `token-of-${dashed(grant)}-ends-with-the-password`,
      ['A-TOK-21'],
      `A change of the password ends the tokens that its user got for ${words}.`,
      (request, go, { house }) => {
        const token = issuedIn(house, request)
        return token?.grant === grant && passwordsOf(house, token).changedAt >= token.issuedAt
          ? Promise.resolve(invalidToken())
          : go(request)
      },
    ),
  ),
  ...(
    [
      ['authorization_code', 'A-TOK-23', 'the login page'],
      ['change_password', 'A-PWD-04', 'change_password'],
    ] as const
  ).map(([use, statement, words]): Fault => ({
    id: `password-cut-at-72-bytes-for-${dashed(use)}`,
    breaks: [statement],
    says: `Only the first 72 bytes of a password count for ${words}.`,
    rule: {
      grant: {
        passwordHolds: (given, current, at) => (at === use ? cut(given) === cut(current) : given === current),
      },
    },
  })),
  ...grants.map(([grant, words]) =>
    answeringLogins(
      `several-scopes-refused-with-${dashed(grant)}`,
      ['A-TOK-19'],
      `Who asks for several scopes with ${words} is refused.`,
      (response, form) =>
        form.get('grant_type') === grant && /\S\s+\S/.test(form.get('scope') ?? '')
          ? json(400, { error: 'invalid_scope', error_description: 'The scope is not valid' })
          : response,
    ),
  ),
  passing(
    'refused-reuse-takes-effect',
    ['A-PWD-17'],
    'A change refused with MC-05 takes effect, unless it names the present password.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isPasswordChange(request) || jsonIn(response)?.['error'] !== 'MC-05') return response
      const wanted = formIn(request).get('new_password') ?? ''
      const named = loginNamed(house, formIn(request).get('username') ?? '')
      if (named && passwordsOf(house, named).former[0] !== wanted) changePassword(house, named, wanted)
      return response
    },
  ),
  ...(['US', 'AU'] as const).map((country): Fault => ({
    id: `cluster-by-english-of-${country.toLowerCase()}`,
    breaks: ['A-GEN-08'],
    says: `The directory names the cluster ${country} to callers whose first language is the English of that country.`,
    wire: showing(
      (seen) => isDirectory(seen) && (seen.header('Accept-Language') ?? '').startsWith(`en-${country}`),
      (body: Record<string, unknown>) => ({ ...body, clusterName: country }),
    ),
  })),
  ...(
    [
      ['id', 'X-Client-ID', 'clientVersion', 'X-Client-Version'],
      ['version', 'X-Client-Version', 'clientId', 'X-Client-ID'],
    ] as const
  ).map(([name, here, there, absent]): Fault => ({
    id: `client-${name}-in-a-header-alone-refused-by-the-data-api`,
    breaks: ['A-AUT-09'],
    says: `The Data API refuses ${here} beside ${there} in the query.`,
    wire: answering(
      ({ path, query, header }) =>
        path.includes('/api/data/v4/') &&
        header(here) !== undefined &&
        query.has(there) &&
        header(absent) === undefined,
      () => withStatus(400, { error: 'invalid_request', error_description: 'The client is named in two forms' }),
    ),
  })),
]

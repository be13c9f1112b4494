import type { Fault } from '../deviation.ts'
import { tokenLifetimeMs } from '../rulebook/token.ts'
import { loginNamed } from '../token/named.ts'
import { changePassword, passwordsOf } from '../token/passwords.ts'
import { findToken } from '../token/store.ts'
import { inParts, isWell, passing, withJson } from './passing.ts'
import { nowServed, serving } from './serving.ts'
import { answeringLogins, formIn, isPasswordChange, withForm } from './token-calls.ts'

/** Whether the request that is served has a token that was got with a code. */
const isOfACode = (): boolean => {
  const { house, token = '' } = nowServed() ?? {}
  return house !== undefined && findToken(house, token.replace(/^Bearer +/i, ''))?.grant === 'authorization_code'
}

/** Breaches of logins by a code, of changes of a password beside other logins, and of people whom a batch makes. */
export const storiesAAccessFaults: readonly Fault[] = [
  answeringLogins(
    'cluster-url-of-token-service-for-a-code',
    ['A-TOK-05', 'A-DIR-05'],
    'cluster_url is where the token service is, for tokens got with a code only.',
    (response, form) =>
      isWell(response) && form.get('grant_type') === 'authorization_code'
        ? withJson(response, (body) => ({ ...body, cluster_url: `${String(body['cluster_url'])}/api/oauth2` }))
        : response,
  ),
  serving('token-of-a-code-ends-after-an-hour', ['A-TOK-21'], 'Tokens got with a code end after an hour.', {
    rule: { token: { isOver: (ageMs) => ageMs >= (isOfACode() ? 3_600_000 : tokenLifetimeMs) } },
  }),
  serving('token-of-a-code-never-ends', ['A-TOK-21', 'A-AUT-01'], 'Tokens got with a code never end.', {
    rule: { token: { isOver: (ageMs) => ageMs >= tokenLifetimeMs && !isOfACode() } },
  }),
  passing(
    'former-password-taken-for-the-old-one',
    ['A-PWD-04', 'A-PWD-16'],
    'A former password is taken as old_password of a change.',
    (request, go, { house }) => {
      const form = isPasswordChange(request) ? formIn(request) : undefined
      const named = form && loginNamed(house, form.get('username') ?? '')
      const [current, ...former] = named ? passwordsOf(house, named).former : []
      if (!form || current === undefined || !former.includes(form.get('old_password') ?? '')) return go(request)
      form.set('old_password', current)
      return go(withForm(request, form))
    },
  ),
  passing(
    'password-of-a-user-changed-for-the-account',
    ['A-PWD-01', 'A-TOK-14'],
    'A change of the password of a user is one of the account, too.',
    async (request, go, { house }) => {
      const response = await go(request)
      const form = isPasswordChange(request) && isWell(response) ? formIn(request) : undefined
      const [account = '', user] = form?.get('username')?.split('/') ?? []
      const named = user === undefined ? undefined : loginNamed(house, account)
      if (named) changePassword(house, named, form?.get('new_password') ?? '')
      return response
    },
  ),
  inParts(
    'batch-groups-committed-by-themselves',
    ['A-BAT-08'],
    'A SCIM group that a part creates is stored at once, whatever becomes of the transaction.',
    (request, go, { journal }) =>
      request.method === 'POST' && /\/Groups(?:\?|$)/.test(request.target)
        ? go(request, { start: journal.start, add: () => undefined })
        : go(request),
  ),
]

import type { Fault } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { authorizationRules, type ContextItem } from '../rulebook/authorization.ts'
import { refusalRules } from '../rulebook/refusal.ts'

const { bearer, context } = authorizationRules
const { refusal } = refusalRules

const accepted = (id: string, state: string, breaks: Fault['breaks'], says: string): Fault => ({
  id,
  breaks,
  says,
  rule: { bearer: { accepts: (seen, room, operation) => seen === state || bearer.accepts(seen, room, operation) } },
})

const excused = (id: string, item: ContextItem, says: string): Fault => ({
  id,
  breaks: ['A-AUT-07'],
  says,
  rule: {
    context: {
      needs: (asked, scope, operation, room) => asked !== item && context.needs(asked, scope, operation, room),
    },
  },
})

const instead = (response: PlatformResponse, type: string, body: string): PlatformResponse => ({
  ...response,
  headers: [['Content-Type', type]],
  body: Buffer.from(body),
})

const showsToken = ({ target, headers }: PlatformRequest) =>
  target.includes('access_token=') || headers.some(([name]) => name.toLowerCase() === 'authorization')

const unreserved = /%(?:2D|2E|5F|7E|3\d|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/gi

/** Faults of A-AUT: token validation and context on resource calls. */
export const authorizationFaults: readonly Fault[] = [
  accepted('auth-invalid-token-accepted', 'unknown', ['A-AUT-01'], 'Any token is accepted.'),
  accepted('auth-expired-token-accepted', 'expired', ['A-AUT-01', 'A-TOK-21'], 'An expired token is accepted.'),
  {
    id: 'auth-invalid-token-status',
    breaks: ['A-AUT-01'],
    says: 'An invalid token is answered with 403.',
    rule: { refusal: { invalid_token: () => ({ ...refusal.invalid_token(), status: 403 }) } },
  },
  {
    id: 'auth-invalid-token-word',
    breaks: ['A-AUT-01'],
    says: 'The error for an invalid token is "unauthorized".',
    rule: { refusal: { invalid_token: () => ({ ...refusal.invalid_token(), error: 'unauthorized' }) } },
  },
  {
    id: 'auth-invalid-token-body',
    breaks: ['A-AUT-01'],
    says: 'An invalid token is answered with 401 and plain text instead of the OAuth structure.',
    wire: {
      response: (response) =>
        response.body.includes('"invalid_token"') ? instead(response, 'text/plain', 'Unauthorized') : response,
    },
  },
  {
    id: 'auth-invalid-request-status',
    breaks: ['A-AUT-02'],
    says: 'A request that token validation finds invalid is answered with 401.',
    rule: { refusal: { invalid_request: (why) => ({ ...refusal.invalid_request(why), status: 401 }) } },
  },
  {
    id: 'auth-invalid-request-word',
    breaks: ['A-AUT-02'],
    says: 'The error for an invalid request is "bad_request".',
    rule: { refusal: { invalid_request: (why) => ({ ...refusal.invalid_request(why), error: 'bad_request' }) } },
  },
  {
    id: 'auth-header-refused',
    breaks: ['A-AUT-03', 'A-GEN-07'],
    says: 'A token in the Authorization header is not read.',
    rule: { bearer: { fromHeader: () => [] } },
  },
  {
    id: 'auth-query-refused',
    breaks: ['A-AUT-04'],
    says: 'A token in the query is not read.',
    rule: { bearer: { fromQuery: () => [] } },
  },
  {
    id: 'auth-query-refused-by-data',
    breaks: ['A-AUT-04'],
    says: 'The Data API does not read a token in the query.',
    wire: {
      request: (request) => ({
        ...request,
        target: request.target.replace(/^(.*\/api\/data\/.*[?&])access_token=/, '$1ignored_token='),
      }),
    },
  },
  accepted('auth-no-token-accepted', 'none', ['A-AUT-05'], 'A call without a token is accepted.'),
  {
    id: 'auth-no-token-body',
    breaks: ['A-AUT-05'],
    says: 'A call without a token is answered with 401 and an HTML page.',
    wire: {
      response: (response, request) =>
        response.status === 401 && !showsToken(request)
          ? instead(response, 'text/html', '<html>Please log in</html>')
          : response,
    },
  },
  excused('auth-client-id-optional', 'clientId', 'Local scope is served without a client id.'),
  excused('auth-client-version-optional', 'clientVersion', 'Local scope is served without a client version.'),
  excused('auth-account-optional', 'account', 'Local scope is served without an account.'),
  excused('auth-company-optional', 'company', 'Local scope is served without a company.'),
  excused('auth-user-optional', 'user', 'Local scope with user authorization is served without a user.'),
  {
    id: 'auth-request-id-required',
    breaks: ['A-AUT-08'],
    says: 'A call without a request id is refused.',
    rule: { context: { requestId: (header, query) => (header ?? query) !== undefined } },
  },
  {
    id: 'auth-request-id-query-refused',
    breaks: ['A-AUT-08'],
    says: 'A call with the query parameter requestId is refused.',
    rule: { context: { requestId: (_header, query) => query === undefined } },
  },
  {
    id: 'auth-client-id-query-ignored',
    breaks: ['A-AUT-09'],
    says: 'The client id is read from the header only.',
    rule: { context: { clientId: (header) => header } },
  },
  {
    id: 'auth-client-id-header-ignored',
    breaks: ['A-AUT-09'],
    says: 'The client id is read from the query only.',
    rule: { context: { clientId: (_header, query) => query } },
  },
  {
    id: 'auth-client-version-query-ignored',
    breaks: ['A-AUT-09'],
    says: 'The client version is read from the header only.',
    rule: { context: { clientVersion: (header) => header } },
  },
  {
    id: 'auth-client-version-header-ignored',
    breaks: ['A-AUT-09'],
    says: 'The client version is read from the query only.',
    rule: { context: { clientVersion: (_header, query) => query } },
  },
  {
    id: 'auth-encoded-unreserved-kept',
    breaks: ['A-AUT-11'],
    says: 'Percent-encoded unreserved characters in a query are not decoded.',
    rule: {
      context: {
        decode: (raw, operation) =>
          context.decode(
            raw.replace(unreserved, (encoded) => encoded.replace('%', '%25')),
            operation,
          ),
      },
    },
  },
]

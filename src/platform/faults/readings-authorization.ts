import type { Fault } from '../deviation.ts'
import type { PlatformRequest } from '../http/message.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { accessSeams } from '../seams/access.ts'
import { answering, isList, taking, withStatus, type Seen } from './edits.ts'

const { bearer, context } = authorizationRules

const refusing = (id: string, breaks: Fault['breaks'], says: string, refuses: typeof bearer.accepts): Fault => ({
  id,
  breaks,
  says,
  rule: {
    bearer: {
      accepts: (state, room, operation, facts) =>
        bearer.accepts(state, room, operation) && !refuses(state, room, operation, facts),
    },
  },
})

const isInvalid = ({ status, body }: { status: number; body: Buffer }): boolean =>
  status === 401 && body.includes('"invalid_token"')

const isBatch = ({ path }: Seen): boolean => /\/api\/batch\b|\/batch\//.test(path)
const isQuery = ({ path }: Seen): boolean => path.includes('/api/query/')
const isOldAttachment = ({ path }: Seen): boolean => path.includes('/dataCloudInterface/')

const withoutHeader = (name: string) => (request: PlatformRequest) => ({
  headers: request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase()),
})

/** Quiet breaches of token validation and context (A-AUT, A-GEN-07). */
export const authorizationReadings: readonly Fault[] = [
  refusing(
    'companies-list-wants-basic',
    ['A-GEN-07', 'A-TOK-21'],
    'The company list refuses a token that is older than ten minutes.',
    (_state, room, _operation, facts) => room === 'company' && (facts?.ageMs ?? 0) > 600_000,
  ),
  {
    id: 'invalid-token-401-dataform',
    breaks: ['A-AUT-01'],
    says: 'Batch and Query API answer an invalid token in the form of a Data API error.',
    wire: answering(
      (seen, response) => isInvalid(response) && (isBatch(seen) || isQuery(seen)),
      () => withStatus(401, { error: 'CA-1', message: 'The token is not valid', values: [] }),
    ),
  },
  {
    id: 'invalid-token-attachment-302',
    breaks: ['A-AUT-01'],
    says: 'The older attachment address redirects an invalid token to a login page.',
    wire: answering(
      (seen, response) => isInvalid(response) && isOldAttachment(seen),
      () => ({ status: 302, headers: [['Location', '/login']], body: Buffer.alloc(0) }),
    ),
  },
  {
    id: 'invalid-token-missing-record-404',
    breaks: ['A-AUT-01'],
    says: 'A record is looked for before the token is judged: an invalid token gets 404 at its path.',
    wire: answering(
      ({ method, path }, response) =>
        isInvalid(response) && method === 'GET' && /\/api\/data\/v4\/[A-Za-z]+\/[^/]+$/.test(path),
      () => withStatus(404, { error: 'CA-404', message: 'There is no such record', values: [] }),
    ),
  },
  {
    id: 'tampered-signature-ok',
    breaks: ['A-AUT-01'],
    says: 'The last four characters of a token are not looked at.',
    rule: {
      bearer: {
        meant: (given, issued) =>
          issued().find((token) => token.length === given.length && token.slice(0, -4) === given.slice(0, -4)) ?? given,
      },
    },
  },
  {
    id: 'revived-by-whitespace',
    breaks: ['A-AUT-01', 'A-TOK-21'],
    says: 'An expired token is accepted if a comma follows it.',
    rule: {
      bearer: {
        fromHeader: (values, operation) => {
          const [, token] = /^Bearer +([\w.~+/-]+=*,)$/i.exec(values[0] ?? '') ?? []
          return token === undefined ? bearer.fromHeader(values, operation) : [token]
        },
        meant: (given) => given.replace(/,$/, ''),
        accepts: (state, room, operation, facts) =>
          state === 'expired' ? facts?.given?.endsWith(',') === true : bearer.accepts(state, room, operation),
      },
    },
  },
  {
    id: 'invalid-request-plain',
    breaks: ['A-AUT-02', 'A-AUT-05'],
    says: 'A malformed Authorization header is answered with 400 and an error object.',
    wire: answering(
      (_seen, { status, body }) => status === 400 && body.includes('the authorization is malformed'),
      () => withStatus(400, { error: { message: 'The header is malformed' } }),
    ),
  },
  {
    id: 'bearer-get-only',
    breaks: ['A-AUT-03', 'A-DAT-15'],
    says: 'A PATCH or DELETE by external id does not read the Authorization header.',
    wire: taking(
      ({ method, path }) => (method === 'PATCH' || method === 'DELETE') && path.includes('/externalId/'),
      withoutHeader('Authorization'),
    ),
  },
  {
    id: 'query-token-plus',
    breaks: ['A-AUT-04'],
    says: 'Tokens hold a plus sign, which is decoded twice in a query.',
    seam: { tokens: { mint: () => accessSeams.tokens.mint().replace(/^.{4}/, 'a+b+') } },
    wire: taking(
      ({ query }) => query.has('access_token'),
      ({ target }) => ({
        target: target.replace(
          /([?&]access_token=)([^&]*)/,
          (_whole, name: string, value: string) => `${name}${value.replaceAll('%2B', '+')}`,
        ),
      }),
    ),
  },
  {
    id: 'query-token-last-only',
    breaks: ['A-AUT-04'],
    says: 'A token in the query is read only if it is the first parameter.',
    wire: {
      request: (request) => ({ ...request, target: request.target.replace('&access_token=', '&ignored_token=') }),
    },
  },
  {
    id: 'no-token-empty-list',
    breaks: ['A-AUT-05'],
    says: 'A list without a token is answered as empty.',
    wire: answering(
      (seen, { status }) =>
        isList(seen) && status === 401 && seen.header('Authorization') === undefined && !seen.query.has('access_token'),
      () => withStatus(200, { data: [] }),
    ),
  },
  {
    id: 'empty-bearer-guest',
    breaks: ['A-AUT-05'],
    says: 'An Authorization header without a token is a guest, who is served.',
    rule: {
      bearer: {
        fromHeader: (values, operation) =>
          /^Bearer *$/i.test(values[0] ?? 'none') ? ['guest'] : bearer.fromHeader(values, operation),
        accepts: (state, room, operation, facts) => facts?.given === 'guest' || bearer.accepts(state, room, operation),
      },
    },
  },
  {
    id: 'empty-context-passes',
    breaks: ['A-AUT-07'],
    says: 'An empty value counts as given.',
    rule: { context: { isGiven: (value) => value !== undefined } },
  },
  {
    id: 'request-id-dedupe',
    breaks: ['A-AUT-08'],
    says: 'A write with the request id of an earlier one gets its answer and is not carried out.',
    rule: { context: { repeats: () => true } },
  },
  {
    id: 'mixed-forms-refused',
    breaks: ['A-AUT-09'],
    says: 'A client id in a header with a client version in the query, or the reverse, is refused.',
    wire: answering(
      ({ query, header }) =>
        (header('X-Client-ID') !== undefined &&
          query.has('clientVersion') &&
          header('X-Client-Version') === undefined) ||
        (header('X-Client-Version') !== undefined && query.has('clientId') && header('X-Client-ID') === undefined),
      () => withStatus(400, { error: 'invalid_request', error_description: 'The client is named in two forms' }),
    ),
  },
  {
    id: 'encoded-name-unread',
    breaks: ['A-AUT-11'],
    says: 'A parameter whose name holds percent-encoded letters is not read.',
    wire: {
      request: (request) => ({ ...request, target: request.target.replace(/([?&])(?=[^=&]*%[^=&]*=)/g, '$1ignored-') }),
    },
  },
  {
    id: 'tilde-encoded-differs',
    breaks: ['A-AUT-11', 'A-CQL-01'],
    says: 'An encoded tilde or hyphen in a query stays encoded.',
    rule: { context: { decode: (raw, operation) => context.decode(raw.replace(/%(7E|2D)/gi, '%25$1'), operation) } },
  },
]

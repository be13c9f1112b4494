import type { Deviation, Fault } from '../deviation.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { dtos } from '../rulebook/shaping.ts'
import { authorizationRules, type ContextItem, type TokenState } from '../rulebook/authorization.ts'
import type { Grant, Login, Scope } from '../rulebook/token.ts'
import { recordChanges, recordReads } from './operations.ts'

const { bearer, context } = authorizationRules

const reads = ['company-list', ...recordReads]
const writes = ['data-post', ...recordChanges, 'attachment-post']
const operations = [...reads, ...writes, 'batch']
const dataOperations = operations.filter(
  (name) => /^(?:data|deleted|attachment)-/.test(name) && name !== 'attachment-content-older-form',
)

const family = (
  stem: string,
  on: readonly string[],
  breaks: Fault['breaks'],
  says: string,
  deviates: (operation: string) => Pick<Deviation, 'rule'>,
): Fault[] =>
  on.map((operation) => ({
    id: `${stem}-on-${operation}`,
    breaks,
    says: `${says} (${operation} only).`,
    ...deviates(operation),
  }))

const taken = (stem: string, states: readonly TokenState[], breaks: Fault['breaks'], says: string) =>
  family(stem, operations, breaks, says, (only) => ({
    rule: {
      bearer: {
        accepts: (state, room, operation) =>
          (operation === only && states.includes(state)) || bearer.accepts(state, room, operation),
      },
    },
  }))

/** That the company list needs its context is not said: it has none of its own in the sentence that demands it. */
const withContext = operations.filter((name) => name !== 'company-list')

const optional = (stem: string, item: ContextItem, on: readonly string[], says: string) =>
  family(stem, on, ['A-AUT-07'], says, (only) => ({
    rule: {
      context: {
        needs: (asked, scope, operation, room) =>
          !(asked === item && operation === only) && context.needs(asked, scope, operation, room),
      },
    },
  }))

/** Bytes with every escape of an unreserved character kept as it was sent. */
const kept = (raw: string, escapes: RegExp): string => raw.replace(escapes, (escape) => escape.replace('%', '%25'))
const unreserved = /%(?:2[DE]|5F|7E|3\d|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/gi
const unreservedInLowerHex = /%(?:2[de]|5f|7e|[46][a-f]|[57]a)/g

/** Calls of document B that carry something in a query. */
const asking = [
  ...['crowd-list', 'crowd-address-batch', 'dispatch-list', 'service-create'],
  ...['user-list', 'user-get', 'user-post', 'user-put', 'user-delete'],
]

/** Calls of document B of which each may take the credentials of a client. */
const turningAway = [
  ...['crowd-list', 'crowd-get', 'crowd-update', 'crowd-address-batch'],
  ...['user-get', 'user-put', 'scim-users', 'scim-group-patch'],
  ...['service-get', 'service-activity', 'service-create'],
]

const undecoded = (stem: string, escapes: RegExp, says: string) =>
  family(stem, [...operations, ...asking], ['A-AUT-11'], says, (only) => ({
    rule: {
      context: {
        decode: (raw, operation) => context.decode(operation === only ? kept(raw, escapes) : raw, operation),
      },
    },
  }))

const logins: Readonly<Record<string, (login: Login, grant: Grant, scope: Scope) => boolean>> = {
  account: (login) => login === 'account',
  client: (login) => login === 'client',
  'general-scope': (_login, _grant, scope) => scope === 'general',
  code: (_login, grant) => grant === 'authorization_code',
}

/** Faults that one operation has and all others do not. */
export const byOperationFaults: readonly Fault[] = [
  ...taken('invalid-token-taken', ['unknown'], ['A-AUT-01'], 'A token that was never issued is accepted'),
  ...taken('expired-token-taken', ['expired'], ['A-AUT-01', 'A-TOK-21'], 'An expired token is accepted'),
  ...taken('no-token-taken', ['none'], ['A-AUT-05'], 'A call without a token is served'),
  ...family('empty-token-taken', operations, ['A-AUT-05'], 'An empty token in the query is accepted', (only) => ({
    rule: {
      bearer: {
        fromQuery: (values, operation) =>
          operation === only && values.includes('') ? ['none'] : bearer.fromQuery(values, operation),
        accepts: (state, room, operation) =>
          (operation === only && state === 'unknown') || bearer.accepts(state, room, operation),
      },
    },
  })),
  ...family(
    'other-scheme-taken',
    [...operations, ...turningAway],
    ['A-AUT-05'],
    'Client credentials take the place of a token',
    (only) => ({
      rule: {
        bearer: {
          fromHeader: (values, operation) =>
            bearer.fromHeader(
              operation === only ? values.map((value) => value.replace(/^Basic .*/i, 'Bearer none')) : values,
              operation,
            ),
          accepts: (state, room, operation) =>
            (operation === only && state === 'unknown') || bearer.accepts(state, room, operation),
        },
      },
    }),
  ),
  ...family('refused-yet-done', writes, ['A-AUT-01', 'A-AUT-05', 'A-AUT-07'], 'A refused caller is obeyed', (only) => ({
    rule: { bearer: { actsAnyway: (operation) => operation === only } },
  })),
  ...family('query-token-ignored', operations, ['A-AUT-04'], 'A token in the query is not read', (only) => ({
    rule: {
      bearer: {
        fromQuery: (values, operation) => (operation === only ? [] : bearer.fromQuery(values, operation)),
      },
    },
  })),
  ...optional('client-id-optional', 'clientId', withContext, 'Local scope is served without a client id'),
  ...optional(
    'client-version-optional',
    'clientVersion',
    withContext,
    'Local scope is served without a client version',
  ),
  ...optional('account-optional', 'account', withContext, 'Local scope is served without an account'),
  ...optional(
    'company-optional',
    'company',
    withContext.filter((name) => !['batch', 'attachment-content-older-form'].includes(name)),
    'Local scope is served without a company',
  ),
  ...optional('user-optional', 'user', withContext, 'Local scope with user authorization is served without a user'),
  ...family(
    'company-of-others',
    withContext.filter((name) => !['deleted-listing', 'attachment-content-older-form'].includes(name)),
    ['A-TOK-15'],
    'A company that is not assigned to the user is open',
    (only) => ({
      rule: {
        context: {
          companies: (own, all, operation) => (operation === only ? all : context.companies(own, all, operation)),
        },
      },
    }),
  ),
  ...(['clientId', 'clientVersion'] as const).flatMap((item) =>
    family(
      `${item === 'clientId' ? 'client-id' : 'client-version'}-of-query-ignored`,
      operations.filter((name) => name !== 'query'),
      ['A-AUT-09'],
      `${item} in the query is not read`,
      (only) => ({
        rule: {
          context: {
            [item]: (header: string | undefined, query: string | undefined, operation: string) =>
              operation === only ? header : context[item](header, query, operation),
          },
        },
      }),
    ),
  ),
  ...family('request-id-demanded', operations, ['A-AUT-08'], 'A call without a request id is refused', (only) => ({
    rule: {
      context: { requestId: (header, query, operation) => operation !== only || (header ?? query) !== undefined },
    },
  })),
  ...family(
    'request-id-of-query-refused',
    operations,
    ['A-AUT-08'],
    'A request id in the query is refused',
    (only) => ({
      rule: {
        context: { requestId: (_header, query, operation) => operation !== only || query === undefined },
      },
    }),
  ),
  ...family('dtos-optional', dataOperations, ['A-PAR-02'], 'A call without dtos is served', (only) => ({
    rule: {
      dtos: { required: (isRead, operation) => operation !== only && dtos.required(isRead, operation) },
      deleted: {
        accepts: (asked): asked is 'DeletedObjects.2' =>
          (only === 'deleted-listing' && asked === undefined) || deletedRules.deleted.accepts(asked),
      },
    },
  })),
  ...undecoded('encoded-kept', unreserved, 'Percent-encoded unreserved characters are not decoded'),
  ...undecoded('lower-hex-kept', unreservedInLowerHex, 'Escapes in lower-case hex are not decoded'),
  ...family(
    'client-identifier-refused',
    dataOperations,
    ['A-PAR-14'],
    'A call with clientIdentifier is refused',
    (only) => ({
      rule: {
        data: { acceptsClientIdentifier: (value, operation) => operation !== only || value === undefined },
      },
    }),
  ),
  ...Object.entries(logins).flatMap(([login, isOne]) =>
    family(
      `token-of-${login}-refused`,
      operations,
      ['A-AUT-03'],
      `The token of a login by ${login} is refused`,
      (only) => ({
        rule: { bearer: { serves: (by, grant, scope, operation) => operation !== only || !isOne(by, grant, scope) } },
      }),
    ),
  ),
  {
    id: 'token-beginning-taken',
    breaks: ['A-AUT-01'],
    says: 'The beginning of a token is accepted as the token.',
    rule: { bearer: { meant: (given, all) => all().find((token) => token.startsWith(given)) ?? given } },
  },
  {
    id: 'token-end-ignored',
    breaks: ['A-AUT-01'],
    says: 'What follows a token is ignored.',
    rule: { bearer: { meant: (given, all) => all().find((token) => given.startsWith(token)) ?? given } },
  },
  {
    id: 'token-half-compared',
    breaks: ['A-AUT-01'],
    says: 'Of a token only the first eight characters are compared.',
    rule: {
      bearer: { meant: (given, all) => all().find((token) => token.slice(0, 8) === given.slice(0, 8)) ?? given },
    },
  },
]

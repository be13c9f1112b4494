import type { Fault } from '../deviation.ts'
import { type Grant } from '../rulebook/token.ts'
import { answering, isTokenCall, showing, type Seen } from './edits.ts'

type Body = Readonly<Record<string, unknown>>

const asksFor =
  (wanted: Grant) =>
  (seen: Seen): boolean =>
    isTokenCall(seen) && seen.form.get('grant_type') === wanted
const byCode = asksFor('authorization_code')
const byClient = asksFor('client_credentials')

/** A token response changed for one grant. */
const granted = (
  id: string,
  statement: string,
  says: string,
  when: (seen: Seen) => boolean,
  change: (body: Body) => unknown,
): Fault => ({
  id,
  breaks: [statement],
  says,
  wire: showing((seen, { body }) => when(seen) && body.includes('"access_token"'), change),
})

const without =
  (name: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

const companiesOf = (body: Body) => body['companies'] as Array<Record<string, unknown>>

/** Quiet breaches of the fields of a token response (A-TOK-01..09, 18, 38). */
export const responseReadings: readonly Fault[] = [
  granted('token-number-for-clients', 'A-TOK-01', 'A client gets access_token as a number.', byClient, (body) => ({
    ...body,
    access_token: 8_675_309,
  })),
  {
    id: 'token-not-the-issued-one',
    breaks: ['A-TOK-01'],
    says: 'A second token response of a login holds a string that is no token.',
    rule: {
      token: {
        shown: (body, _login, { earlier }) =>
          earlier > 0 ? { ...body, access_token: String(body['access_token']).replace(/^.{8}/, 'feedface') } : body,
      },
    },
  },
  granted('type-jwt-for-code', 'A-TOK-02', 'token_type is JWT after an authorization code.', byCode, (body) => ({
    ...body,
    token_type: 'JWT',
  })),
  granted('type-missing-for-clients', 'A-TOK-02', 'A client gets no token_type.', byClient, without('token_type')),
  granted(
    'expires-string-for-code',
    'A-TOK-03',
    'expires_in is a string after an authorization code.',
    byCode,
    (body) => ({
      ...body,
      expires_in: String(body['expires_in']),
    }),
  ),
  {
    id: 'expires-milliseconds-for-general',
    breaks: ['A-TOK-03', 'A-TOK-21'],
    says: 'expires_in of a token of general scope is in milliseconds.',
    rule: {
      token: { shown: (body) => (body['scope'] === 'general' ? { ...body, expires_in: 43_200_000 } : body) },
    },
  },
  {
    id: 'scope-missing-on-user',
    breaks: ['A-TOK-04'],
    says: 'A token response of a company user has no scope.',
    rule: { token: { shown: (body, login) => (login === 'user' ? without('scope')(body) : body) } },
  },
  {
    id: 'scope-array-or-both',
    breaks: ['A-TOK-04'],
    says: 'scope of an Admin client is "general local".',
    rule: {
      token: { shown: (body, _login, { client }) => (client === 'Admin' ? { ...body, scope: 'general local' } : body) },
    },
  },
  {
    id: 'scope-upper-case',
    breaks: ['A-TOK-04'],
    says: 'scope is in upper case.',
    rule: { token: { shown: (body) => ({ ...body, scope: String(body['scope']).toUpperCase() }) } },
  },
  granted('cluster-url-no-scheme', 'A-TOK-05', 'A client gets cluster_url without a scheme.', byClient, (body) => ({
    ...body,
    cluster_url: String(body['cluster_url']).replace(/^https?:\/\//, ''),
  })),
  granted(
    'account-id-string-for-code',
    'A-TOK-07',
    'account_id is a string after an authorization code.',
    byCode,
    (body) => ({
      ...body,
      account_id: String(body['account_id']),
    }),
  ),
  {
    id: 'account-id-is-user-id',
    breaks: ['A-TOK-07'],
    says: 'account_id of a company user is the id of the user.',
    rule: { token: { shown: (body, login) => (login === 'user' ? { ...body, account_id: body['user_id'] } : body) } },
  },
  {
    id: 'user-of-approver-session',
    breaks: ['A-TOK-08', 'A-TOK-39'],
    says: 'An authorization code stands for whoever logged in last.',
    rule: { authorize: { whose: (_own, latest) => latest } },
  },
  {
    id: 'user-id-string-second-company',
    breaks: ['A-TOK-08'],
    says: 'user_id of a user of more than one company is a string.',
    rule: {
      token: {
        shown: (body, login) =>
          login === 'user' && companiesOf(body).length > 1 ? { ...body, user_id: String(body['user_id']) } : body,
      },
    },
  },
  {
    id: 'company-description-missing',
    breaks: ['A-TOK-09'],
    says: 'A company without a description has no such field.',
    rule: {
      token: {
        company: ({ id, name, description }) => ({ id, name, ...(description === '' ? {} : { description }) }),
      },
    },
  },
  {
    id: 'companies-single-object',
    breaks: ['A-TOK-09'],
    says: 'A single company is an object instead of an array of one.',
    rule: {
      token: {
        shown: (body) => (companiesOf(body).length === 1 ? { ...body, companies: companiesOf(body)[0] } : body),
      },
    },
  },
  {
    id: 'token-200-with-error',
    breaks: ['A-TOK-18'],
    says: 'A used authorization code is answered with 200 and an OAuth error.',
    wire: answering(
      (seen, { body }) => byCode(seen) && body.includes('"invalid_grant"'),
      (response) => ({ ...response, status: 200 }),
    ),
  },
  granted(
    'refresh-token-for-code',
    'A-TOK-38',
    'An authorization code yields a refresh_token too.',
    byCode,
    (body) => ({
      ...body,
      refresh_token: 'f00d-f00d',
    }),
  ),
  {
    id: 'refresh-token-empty',
    breaks: ['A-TOK-38'],
    says: 'A token response of a user holds an empty refresh_token.',
    rule: { token: { shown: (body, login) => (login === 'user' ? { ...body, refresh_token: '' } : body) } },
  },
]

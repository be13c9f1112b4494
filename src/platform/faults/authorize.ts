import type { Fault } from '../deviation.ts'
import { tokenRules } from '../rulebook/token.ts'

const { authorize } = tokenRules

/** Faults of the authorization code (A-TOK-23..25, 39). */
export const authorizeFaults: readonly Fault[] = [
  {
    id: 'authorize-without-redirect',
    breaks: ['A-TOK-23'],
    says: 'The approval is answered with 200 instead of a redirect.',
    rule: { authorize: { redirectStatus: () => 200 } },
  },
  {
    id: 'authorize-without-login',
    breaks: ['A-TOK-23'],
    says: 'authorize redirects with a code before anyone has logged in.',
    rule: { authorize: { pages: () => 'none' } },
  },
  {
    id: 'authorize-code-renamed',
    breaks: ['A-TOK-23'],
    says: 'The redirect carries the code as authorization_code.',
    rule: {
      authorize: {
        location: (uri, { code, ...rest }) =>
          authorize.location(uri, { ...(code === undefined ? {} : { authorization_code: code }), ...rest }),
      },
    },
  },
  {
    id: 'authorize-code-in-fragment',
    breaks: ['A-TOK-23'],
    says: 'The redirect carries the code in the fragment.',
    rule: { authorize: { location: (uri, parameters) => `${uri}#${new URLSearchParams(parameters).toString()}` } },
  },
  {
    id: 'authorize-code-missing',
    breaks: ['A-TOK-23', 'A-TOK-39'],
    says: 'The redirect carries no code.',
    rule: { authorize: { location: (uri, { code: _code, ...rest }) => authorize.location(uri, rest) } },
  },
  {
    id: 'authorize-query-lost',
    breaks: ['A-TOK-23'],
    says: 'The redirect drops the query of redirect_uri.',
    rule: { authorize: { location: (uri, parameters) => authorize.location(uri.split('?')[0] ?? uri, parameters) } },
  },
  {
    id: 'authorize-second-question-mark',
    breaks: ['A-TOK-23'],
    says: 'The code is appended with a question mark although redirect_uri already has a query.',
    rule: { authorize: { location: (uri, parameters) => `${uri}?${new URLSearchParams(parameters).toString()}` } },
  },
  {
    id: 'authorize-any-response-type',
    breaks: ['A-TOK-24'],
    says: 'Any response_type starts the grant.',
    rule: { authorize: { starts: () => true } },
  },
  {
    id: 'authorize-invented-code-accepted',
    breaks: ['A-TOK-25'],
    says: 'A code that was never issued yields a token.',
    rule: { authorize: { redeems: () => true } },
  },
  {
    id: 'authorize-code-refused',
    breaks: ['A-TOK-39'],
    says: 'The token endpoint refuses the code from the redirect.',
    rule: { authorize: { redeems: () => false } },
  },
]

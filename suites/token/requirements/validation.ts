import { requirements } from '../../../src/kit/requirements.ts'

export const validation = requirements('token', {
  'invalid-token': {
    level: 'must',
    says: 'A resource call with an invalid or expired token is answered with 401 and the OAuth error invalid_token.',
    sources: ['A-AUT-01'],
    contract: ['auth-invalid-token-status'],
  },
  'invalid-request': {
    level: 'must',
    says: 'Token validation answers an invalid request with 400 and the OAuth error invalid_request.',
    sources: ['A-AUT-02'],
    contract: ['auth-invalid-request-status'],
  },
  'token-in-header': {
    level: 'must',
    says: 'The token is accepted in the header Authorization: Bearer <token>.',
    sources: ['A-AUT-03'],
  },
  'token-in-query': {
    level: 'must',
    says: 'The token is accepted in the query parameter access_token.',
    sources: ['A-AUT-04'],
  },
  'no-token-refused': {
    level: 'implied',
    says: 'A resource call without any token is refused with 401 or 400 and the OAuth error structure.',
    sources: ['A-AUT-05'],
    contract: ['token-error-without-description', 'token-error-object'],
  },
  'local-context-sent': {
    level: 'must',
    says: 'A caller with a local-scope token sends client id, client version, account and company, with user authorization also the user.',
    sources: ['A-AUT-06'],
    side: 'client',
  },
  'local-context-required': {
    level: 'implied',
    says: 'A local-scope call without client id, client version, account, a required company or, with user authorization, the user is refused.',
    sources: ['A-AUT-07'],
    needs: ['local-client'],
  },
  'request-id-optional': {
    level: 'must',
    says: 'X-Request-ID, or requestId in the query, is optional.',
    sources: ['A-AUT-08'],
  },
  'header-and-query-alike': {
    level: 'must',
    says: 'Client id and client version work as headers and as query parameters alike.',
    sources: ['A-AUT-09'],
    needs: ['local-client'],
  },
  'requests-encoded': {
    level: 'must',
    says: 'A caller encodes its requests per RFC 3986 section 2.1.',
    sources: ['A-AUT-10'],
    side: 'client',
  },
  'unreserved-characters-equal': {
    level: 'implied',
    says: 'An unreserved character means the same in a query whether it is percent-encoded or literal.',
    sources: ['A-AUT-11'],
  },
  'unreserved-characters-equal-in-ids': {
    level: 'implied',
    says: 'An unreserved character of an id means the same in a path whether it is percent-encoded or literal.',
    sources: ['A-AUT-11'],
  },
  'token-sent': {
    level: 'must',
    says: 'A caller sends its access token with every call to an interface other than the token service.',
    sources: ['A-AUT-12', 'A-GEN-07'],
    side: 'client',
  },
  'lack-of-permission': {
    level: 'unshown',
    says: 'Recorded: how a caller without permission is refused, and which value wins if header and query differ.',
    sources: ['A-AUT-13'],
  },
})

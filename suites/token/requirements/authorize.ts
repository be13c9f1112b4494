import { requirements } from '../../../src/kit/requirements.ts'

export const authorize = requirements('token', {
  'authorize-leads-back-with-code': {
    level: 'must',
    says: 'The authorize address leads to a page where the user logs in and approves, and from there to redirect_uri with a code in its query.',
    sources: ['A-TOK-23'],
    needs: ['authorization-code'],
  },
  'authorize-parameters-sent': {
    level: 'must',
    says: 'A caller starts the authorization-code grant with response_type=code, client_id and redirect_uri.',
    sources: ['A-TOK-23'],
    side: 'client',
  },
  'response-type-is-code': {
    level: 'implied',
    says: 'A response_type other than code does not start the authorization-code grant.',
    sources: ['A-TOK-24'],
    needs: ['authorization-code'],
  },
  'code-yields-token': {
    level: 'must',
    says: 'The code received at the redirect, sent with redirect_uri, is exchanged for a token response.',
    sources: ['A-TOK-39'],
    needs: ['authorization-code'],
  },
  'unissued-code-refused': {
    level: 'implied',
    says: 'An authorization code that was never issued yields no token.',
    sources: ['A-TOK-25'],
  },
  'code-particulars': {
    level: 'unshown',
    says: 'Recorded: what happens with a code used twice, with another redirect_uri at the token endpoint, and with an unknown client at the authorize address.',
    sources: ['A-TOK-40'],
    needs: ['authorization-code'],
  },
})

import { requirements } from '../../../src/kit/requirements.ts'

export const general = requirements('token', {
  'no-server-error': {
    level: 'must',
    says: 'No request to the token service is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-TOK-01'],
    traffic: ['token-odd-request-crashes'],
  },
  'bodies-are-json': {
    level: 'must',
    says: 'Bodies are JSON unless an interface says otherwise.',
    sources: ['A-GEN-01'],
    contract: ['general-json-as-text', 'general-json-with-prefix', 'delete-by-external-id-answers-text'],
  },
  'https-used': {
    level: 'must',
    says: 'A caller reaches the interfaces over HTTPS, and sends JSON where nothing else is stated.',
    sources: ['A-GEN-01'],
    side: 'client',
  },
  'cluster-address-used': {
    level: 'must',
    says: "A caller sends every call to the address of its account's cluster, except those to the token service and the directory.",
    sources: ['A-GEN-03'],
    side: 'client',
  },
  'dto-versions': {
    level: 'must',
    says: 'A resource has representations named <ResourceName>.<version>, and a call gets the one it asks for.',
    sources: ['A-GEN-05'],
    needs: ['service-call'],
  },
  'dto-versions-named': {
    level: 'must',
    says: 'A caller names each representation it wants as <ResourceName>.<version>.',
    sources: ['A-GEN-05'],
    side: 'client',
    untested: 'covered by data/dtos-sent, which rules what dtos holds',
  },
  'no-push': {
    level: 'must',
    says: 'The Data API has no events and no subscription or notification mechanism.',
    sources: ['A-GEN-06'],
    untested: 'no exchange can show that a mechanism does not exist',
  },
  'one-token-for-all-interfaces': {
    level: 'must',
    says: 'An access token from the token service is a bearer token for all other interfaces.',
    sources: ['A-GEN-07'],
  },
  'rate-limits-and-retirement': {
    level: 'unshown',
    says: 'Recorded: rate limits, and how versions are deprecated and retired.',
    sources: ['A-GEN-09'],
  },
})

import { requirements } from '../../../src/kit/requirements.ts'

export const scope = requirements('token', {
  'scope-by-client-type': {
    level: 'must',
    says: 'The service derives the scope of a token from the client type and ignores a scope that the caller asks for.',
    sources: ['A-TOK-19'],
  },
  'scope-decides-clusters': {
    level: 'must',
    says: 'A token of general scope is valid in any cluster, one of local scope in one cluster only.',
    sources: ['A-TOK-26'],
    needs: ['second-cluster'],
  },
})

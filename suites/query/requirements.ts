import { requirements } from '../../src/kit/index.ts'

const needs = ['writes', 'service-call', 'query-api'] as const

/** The Query API. */
export const query = requirements('query', {
  served: {
    level: 'must',
    needs,
    says: 'A select statement over a resource with an alias, sent with context, client and dtos, is served.',
    sources: ['A-QRY-01'],
  },
  rows: {
    level: 'must',
    needs,
    says: 'Rows come in data, each an object under the alias with the fields selected.',
    sources: ['A-QRY-02'],
    contract: ['query-api-no-envelope', 'query-api-bare-rows'],
  },
  syntax: {
    level: 'unshown',
    needs,
    says: 'What of where, order by, limit and join is taken, and how statements that cannot be read are answered, is recorded.',
    sources: ['A-QRY-03'],
  },
  'whole-call': {
    level: 'implied',
    side: 'client',
    says: 'A call carries account, company, client and dtos in the query, and its headers.',
    sources: ['A-QRY-04'],
  },
})

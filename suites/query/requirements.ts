import { requirements } from '../../src/kit/index.ts'

const needs = ['writes', 'service-call', 'query-api'] as const

/** The Query API. */
export const query = requirements('query', {
  'no-server-error': {
    level: 'must',
    needs,
    says: 'No request to the Query API is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-QRY-01'],
    traffic: ['query-api-malformed-crashes'],
  },
  served: {
    level: 'must',
    needs,
    says: 'A select statement on a resource with an alias, sent with context, client and dtos, is executed.',
    sources: ['A-QRY-01'],
  },
  rows: {
    level: 'must',
    needs,
    says: 'Rows are returned in data, each as an object under the alias with the selected fields.',
    sources: ['A-QRY-02'],
    contract: ['query-api-no-envelope', 'query-api-bare-rows'],
  },
  complete: {
    level: 'implied',
    needs,
    says: 'A statement that names records by their ids returns a row for each of them.',
    sources: ['A-QRY-01'],
  },
  syntax: {
    level: 'unshown',
    needs,
    says: 'Recorded: which of where, order by, limit and join are accepted, and how malformed statements are answered.',
    sources: ['A-QRY-03'],
  },
  'whole-call': {
    level: 'implied',
    side: 'client',
    says: 'A call carries account, company, client and dtos in the query, and its headers.',
    sources: ['A-QRY-04'],
  },
})

import type { Fault } from '../deviation.ts'
import { refused, askedOf, passing } from './passing.ts'
import { nowServed, serving } from './serving.ts'

/** Breaches that a server of another language had and no check told: what its storage or its language makes easy to overlook. */
export const pythonBugFaults: readonly Fault[] = [
  serving(
    'query-api-or-finds-other-companies',
    ['A-TOK-15', 'A-QRY-01'],
    'A statement of the Query API with an OR finds records of the other companies of the account.',
    {
      rule: {
        reach: {
          finds: (operation) =>
            operation === 'query' && /\sor\s/i.test(String(nowServed()?.sent['query'])) ? 'account' : 'company',
        },
      },
    },
  ),
  {
    id: 'batch-forgives-deleting-nothing',
    breaks: ['A-BAT-08'],
    says: 'A part that deletes a missing record fails, but does not stop the transaction.',
    rule: { batch: { fails: ({ status }, method) => status >= 400 && !(status === 404 && method === 'DELETE') } },
  },
  {
    id: 'page-steps-by-twenty-at-most',
    breaks: ['A-PAR-07'],
    says: 'Pages of more than 20 records begin at every twentieth.',
    rule: { page: { window: (at, size) => [at * Math.min(size, 20), at * Math.min(size, 20) + size] } },
  },
  serving(
    'deleted-first-version-of-every-company',
    ['A-TOK-15', 'A-DEL-03'],
    'With DeletedObjects.1 the deletions of every company of every account are listed.',
    {
      rule: {
        reach: {
          finds: (operation) =>
            operation === 'deleted-listing' && nowServed()?.asked.query.get('dtos') === 'DeletedObjects.1'
              ? 'everywhere'
              : 'company',
        },
      },
    },
  ),
  passing(
    'delete-takes-zero-for-no-last-changed',
    ['A-DAT-20'],
    'DELETE with lastChanged=0 is refused as one without lastChanged.',
    (request, go) => {
      const { method, query } = askedOf(request)
      const isZero = method === 'DELETE' && query.get('lastChanged') === '0' && query.get('forceDelete') !== 'true'
      return isZero ? Promise.resolve(refused(400, 'lastChanged or forceDelete is required')) : go(request)
    },
  ),
  serving(
    'local-token-in-the-query-valid-elsewhere',
    ['A-TOK-26'],
    'A token of local scope in the query is valid in every cluster.',
    {
      rule: {
        token: {
          isValidIn: (scope, home, here) =>
            scope === 'general' || home === here || nowServed()?.asked.query.has('access_token') === true,
        },
      },
    },
  ),
  {
    id: 'cluster-url-of-the-token-service',
    breaks: ['A-TOK-05'],
    says: 'cluster_url is the address of the cluster where the token service is, wherever the account is.',
    rule: { token: { cluster: () => 'EU' } },
  },
  {
    id: 'company-description-is-its-name',
    breaks: ['A-COM-01'],
    says: 'The company list tells the name of a company as its description.',
    rule: {
      company: { json: (companies) => ({ companies: companies.map(({ name }) => ({ name, description: name })) }) },
    },
  },
]

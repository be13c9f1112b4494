import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { passing, rewriting, withQuery } from './passing.ts'

/** Breaches that a mutated server of another make passed with. */
export const peerMutantFaults: readonly Fault[] = [
  {
    id: 'local-tokens-taken-by-scim-elsewhere',
    breaks: ['A-TOK-26'],
    says: 'The SCIM API of another cluster, whose calls name no account, takes a token of local scope.',
    rule: {
      bearer: {
        accepts: (state, room, operation) =>
          (state === 'foreign' && room === 'scim') || authorizationRules.bearer.accepts(state, room, operation),
      },
    },
  },
  {
    id: 'report-parameters-in-a-list-pass',
    breaks: ['B-RPT-11'],
    says: 'Parameters of a report in a list of one, as a lenient reader of JSON has it, are taken for those, though the schema wants an object.',
    rule: {
      reporting: {
        parameters: (sent) =>
          reportingRules.reporting.parameters(Array.isArray(sent) && sent.length === 1 ? sent[0] : sent),
      },
    },
  },
  rewriting(
    'cql-what-every-object-has-is-a-field',
    ['A-CQL-18'],
    'A query may name what every object of the language has as if it were a field: it is null nowhere.',
    ({ by, query }) => by === 'list' && /\btoString is null\b/.test(query.get('query') ?? ''),
    (request, { query }) =>
      withQuery(request, { query: (query.get('query') ?? '').replaceAll('toString is null', 'id is null') }),
  ),
  passing(
    'crowd-text-as-an-optional-part-crashes',
    ['K-CRW-01'],
    'A POST of a technician that has a text as its address, service area or skills is answered with 500.',
    async (request, go) =>
      request.method === 'POST' &&
      request.target.includes('/api/crowd/v2/technicians') &&
      /"(?:address|serviceArea|skills)":"/.test(request.body.toString())
        ? json(500, { error: 'internal' })
        : go(request),
  ),
]

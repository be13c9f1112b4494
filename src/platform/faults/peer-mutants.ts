import type { Fault } from '../deviation.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { reportingRules } from '../rulebook/reporting.ts'

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
]

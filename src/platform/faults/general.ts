import { catalogue } from '../data/catalogue.ts'
import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import { authorizationRules } from '../rulebook/authorization.ts'

const { bearer } = authorizationRules

const refusedBy = (room: string, name: string): Fault => ({
  id: `general-token-refused-by-${room}`,
  breaks: ['A-GEN-07'],
  says: `${name} refuses the tokens of the token service.`,
  rule: { bearer: { accepts: (state, asked, operation) => asked !== room && bearer.accepts(state, asked, operation) } },
})

const isJson = ({ headers }: PlatformResponse) => headers.some(([, value]) => value.startsWith('application/json'))

const isCompanyless = ({ body }: PlatformResponse) => body.includes('"access_token"') && body.includes('"companies":[]')

/** Faults of A-GEN that are not in another file. */
export const generalFaults: readonly Fault[] = [
  {
    id: 'general-json-as-text',
    breaks: ['A-GEN-01'],
    says: 'JSON bodies are sent as text/html.',
    wire: {
      response: (response) =>
        isJson(response) ? { ...response, headers: [['Content-Type', 'text/html;charset=UTF-8']] } : response,
    },
  },
  {
    id: 'general-json-with-prefix',
    breaks: ['A-GEN-01'],
    says: 'JSON bodies begin with a script-inclusion guard, so they are not valid JSON.',
    wire: {
      response: (response) =>
        isJson(response) ? { ...response, body: Buffer.concat([Buffer.from(")]}'\n"), response.body]) } : response,
    },
  },
  {
    id: 'general-token-companyless-refused',
    breaks: ['A-GEN-04', 'A-TOK-09'],
    says: 'A token response for a user without a company is answered with 500.',
    wire: {
      response: (response) =>
        isCompanyless(response) ? { status: 500, headers: [], body: Buffer.alloc(0) } : response,
    },
  },
  {
    id: 'general-one-dto-version',
    breaks: ['A-GEN-05', 'A-PAR-03'],
    says: 'Every DTO version is answered as the newest one.',
    wire: {
      request: (request) => ({
        ...request,
        target: request.target.replace(/([?&]dtos=)([A-Za-z]+)\.\d+/, (whole, name: string, resource: string) => {
          const newest = catalogue.get(resource)?.newest
          return newest === undefined ? whole : `${name}${resource}.${newest}`
        }),
      }),
    },
  },
  refusedBy('directory', 'The directory'),
  refusedBy('company', 'The company list'),
  refusedBy('data', 'The Data API'),
]

import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, jsonIn } from '../faults/passing.ts'
import { empty } from '../http/answers.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { companyRules } from '../rulebook/company.ts'

let responses = 0

/** Lawful other readings of how calls are let in, the directory and the company list that a fifth reader of the document thought up. */
export const fifthAccessVariants: readonly Variant[] = [
  {
    id: 'invalid-token-challenged-with-more',
    leaves: ['A-AUT-01'],
    says: 'invalid_token comes with a challenge, with time and path in the body, and a description that holds the request id.',
    seam: {
      passage: {
        async through(request, go) {
          const response = await go(request)
          const body = jsonIn(response)
          if (response.status !== 401 || body?.['error'] !== 'invalid_token') return response
          const told = {
            timestamp: 1_700_000_000_000,
            path: askedOf(request).path,
            ...body,
            error_description: `Invalid access token [${(headerIn(request, 'x-request-id') ?? '').slice(0, 8)}]`,
          }
          return {
            ...response,
            headers: [
              ...response.headers.filter(([name]) => !/^www-authenticate$/i.test(name)),
              ['WWW-Authenticate', 'Bearer realm="oauth2-resource", error="invalid_token"'],
              ['Cache-Control', 'no-store'],
            ],
            body: Buffer.from(JSON.stringify(told)),
          }
        },
      },
    },
  },
  {
    id: 'request-id-echoed',
    leaves: ['A-AUT-08'],
    says: 'Answers have the header X-Request-ID: what was sent, if it is short, or an id of their own.',
    seam: {
      passage: {
        async through(request, go) {
          const response = await go(request)
          const sent = headerIn(request, 'x-request-id') ?? askedOf(request).query.get('requestId') ?? ''
          const id = sent !== '' && sent.length < 64 ? sent : `own-${(responses += 1)}`
          return { ...response, headers: [...response.headers, ['X-Request-ID', id]] }
        },
      },
    },
  },
  {
    id: 'directory-needs-token-only',
    leaves: ['A-DIR-01', 'A-AUT-07'],
    says: 'The directory needs a token and no context.',
    rule: {
      context: {
        needs: (item, scope, operation, room) =>
          room !== 'directory' && authorizationRules.context.needs(item, scope, operation, room),
      },
    },
  },
  {
    id: 'company-other-accept-406-empty',
    leaves: ['A-COM-06', 'A-COM-03'],
    says: 'Without one of the two forms in Accept the company list is refused without a body; text comes where both are named.',
    rule: {
      company: {
        form: (accepted) =>
          accepted.includes('application/text') ? 'application/text' : companyRules.company.form(accepted),
      },
    },
    wire: {
      response: (response, request) =>
        request.target.includes('/informationService/companies') && response.status === 406 ? empty(406) : response,
    },
  },
]

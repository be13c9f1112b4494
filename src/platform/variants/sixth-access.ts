import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isBatch, jsonIn, refused } from '../faults/passing.ts'
import { formIn, isPasswordChange, isToken, withForm, withHeader } from '../faults/token-calls.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { companyRules } from '../rulebook/company.ts'
import { passwordRules } from '../rulebook/password.ts'
import type { Seams } from '../seams/seams.ts'

type Through = Seams['passage']['through']
const through = (change: Through): Pick<Variant, 'seam'> => ({ seam: { passage: { through: change } } })

const { bearer, context } = authorizationRules
const invalidRequest = json(400, { error: 'invalid_request', error_description: 'A value is given twice' })
const isCompanyList = ({ target }: PlatformRequest): boolean => /\/informationService\/companies(?:\?|$)/.test(target)

/** A token request in another form, as the documented one. */
function asForm(request: PlatformRequest): PlatformRequest {
  const isJson = /json/i.test(headerIn(request, 'content-type') ?? '')
  const form = isJson ? new URLSearchParams(jsonIn(request) as Record<string, string> | undefined) : formIn(request)
  const [id, secret] = [form.get('client_id'), form.get('client_secret')]
  const sent = isJson
    ? withHeader(withForm(request, form), 'Content-Type', 'application/x-www-form-urlencoded')
    : request
  return headerIn(sent, 'authorization') === undefined && id !== null && secret !== null
    ? withHeader(sent, 'Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)
    : sent
}

/** What is wrong with a data request apart from its token. */
function fault(request: PlatformRequest, known: (resource: string) => boolean): PlatformResponse | undefined {
  const { resource, by, query } = askedOf(request)
  if (resource === undefined || by === undefined) return undefined
  if (!known(resource)) return json(404, { error: 'CA-404', message: `There is no ${resource}`, values: [resource] })
  if (!query.get('dtos')) return refused(400, 'dtos is missing')
  return request.body.length > 0 && jsonIn(request) === undefined ? refused(400, 'The body is no JSON') : undefined
}

let listed = 0
let refusals = 0

/** Lawful other readings of access that a sixth reader of the document thought up. */
export const sixthAccessVariants: readonly Variant[] = [
  {
    id: 'expires-in-with-exponent',
    leaves: ['A-TOK-03'],
    says: 'expires_in is written 4.32e4.',
    wire: {
      response: (response, request) =>
        isToken(request)
          ? {
              ...response,
              body: Buffer.from(response.body.toString('utf8').replace('"expires_in":43200', '"expires_in":4.32e4')),
            }
          : response,
    },
  },
  {
    id: 'user-fields-null-without-user',
    leaves: ['A-TOK-08'],
    says: 'user, user_email and user_id are null if no user logs in.',
    rule: {
      token: {
        shown: (body, login) => (login === 'user' ? body : { ...body, user: null, user_email: null, user_id: null }),
      },
    },
  },
  {
    id: 'client-named-twice-refused',
    leaves: ['A-AUT-13'],
    says: 'A call whose client id or version differs between header and query is refused.',
    ...through((request, go) => {
      const { query } = askedOf(request)
      const differs = (header: string, parameter: string) => {
        const [one, other] = [headerIn(request, header), query.get(parameter)]
        return one !== undefined && other !== null && one !== other
      }
      return differs('X-Client-ID', 'clientId') || differs('X-Client-Version', 'clientVersion')
        ? Promise.resolve(invalidRequest)
        : go(request)
    }),
  },
  {
    id: 'token-in-two-places-refused',
    leaves: ['A-AUT-13'],
    says: 'A call with a token in its header and in its query is refused, although it is the same.',
    ...through((request, go, { inBatch }) =>
      !inBatch &&
      /^Bearer /i.test(headerIn(request, 'authorization') ?? '') &&
      askedOf(request).query.has('access_token')
        ? Promise.resolve(invalidRequest)
        : go(request),
    ),
  },
  {
    id: 'request-looked-at-before-token',
    leaves: ['A-AUT-01', 'A-AUT-05'],
    says: 'A data request with an unknown resource, without dtos or with a body that is no JSON is refused before its token is looked at.',
    ...through(
      async (request, go, { house }) =>
        (!isBatch(askedOf(request)) && fault(request, (resource) => house.world.resources.has(resource))) ||
        go(request),
    ),
  },
  {
    id: 'token-request-in-other-forms',
    leaves: ['A-TOK-11'],
    says: 'A token request may be JSON, and may have the client credentials in its body.',
    ...through((request, go) => go(isToken(request) ? asForm(request) : request)),
  },
  {
    id: 'authorize-keeps-method',
    leaves: ['A-TOK-23'],
    says: 'authorize redirects with 307, and login and approval are two pages.',
    rule: { authorize: { redirectStatus: () => 307, pages: () => 'two' } },
  },
  {
    id: 'authorize-errors-as-page',
    leaves: ['A-TOK-24', 'A-TOK-40'],
    says: 'What authorize refuses is answered with 200 and a page that says so.',
    ...through(async (request, go) => {
      const response = await go(request)
      return /\/oauth2\/v1\/authorize(?:\?|$)/.test(request.target) && response.status >= 400 && response.status !== 429
        ? textAnswer(200, 'text/html;charset=UTF-8', '<!doctype html><title>Error</title><p>Something is wrong.</p>')
        : response
    }),
  },
  {
    id: 'password-changed-expires-in-fraction',
    leaves: ['A-PWD-02', 'A-PWD-15'],
    says: 'expires_in of a password change has decimals.',
    rule: { password: { changed: () => ({ expires_in: 7776000.5 }) } },
  },
  {
    id: 'password-errors-with-statuses-of-their-own',
    leaves: ['A-PWD-15'],
    says: 'MC-14 comes with 409, MC-12 with 429, every other password error with 422.',
    wire: {
      response(response, request) {
        const code = isPasswordChange(request) ? jsonIn(response)?.['error'] : undefined
        if (typeof code !== 'string' || !code.startsWith('MC-')) return response
        return { ...response, status: code === 'MC-14' ? 409 : code === 'MC-12' ? 429 : 422 }
      },
    },
  },
  {
    id: 'password-rule-in-turn',
    leaves: ['A-PWD-15'],
    says: 'Of several violated password rules another one is told each time.',
    rule: {
      password: {
        order() {
          const [first, ...rest] = passwordRules.password.order()
          refusals += 1
          const at = refusals % rest.length
          return first === undefined ? rest : [first, ...rest.slice(at), ...rest.slice(0, at)]
        },
      },
    },
  },
  {
    id: 'directory-needs-no-token',
    leaves: ['A-AUT-05', 'A-AUT-12'],
    says: 'The directory serves everybody and looks at no token.',
    rule: {
      bearer: {
        accepts: (state, room, operation, facts) =>
          room === 'directory' || bearer.accepts(state, room, operation, facts),
      },
      context: {
        needs: (item, scope, operation, room) => room !== 'directory' && context.needs(item, scope, operation, room),
      },
    },
  },
  {
    id: 'company-list-in-turn',
    leaves: ['A-COM-01', 'A-COM-05'],
    says: 'The company list has another order in each answer, further fields, and one description for all companies.',
    rule: {
      company: {
        listed(companies) {
          listed += 1
          const at = companies.length === 0 ? 0 : listed % companies.length
          return [...companies.slice(at), ...companies.slice(0, at)].map((one) => ({ ...one, description: '' }))
        },
        json: (companies) => ({
          companies: companies.map((one) => ({
            id: one.id,
            name: one.name,
            description: '',
            schemaName: `c${one.id}`,
          })),
          total: companies.length,
        }),
        text: (companies) => companyRules.company.text(companies),
      },
    },
  },
  {
    id: 'company-accept-taken-literally',
    leaves: ['A-COM-03', 'A-COM-06'],
    says: 'The company list is refused unless Accept is one of the two media types and nothing else.',
    ...through((request, go) =>
      isCompanyList(request) && !/^application\/(?:text|json)$/.test(headerIn(request, 'accept') ?? '')
        ? Promise.resolve(empty(406))
        : go(request),
    ),
  },
  {
    id: 'batch-part-acts-by-its-own-token',
    leaves: ['A-BAT-17'],
    says: 'A part that carries a token acts by it.',
    seam: {
      passage: {
        part(request, go) {
          const own = request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]
          return go(own === undefined ? request : { ...request, headers: [...request.headers, ['X-Part-Token', own]] })
        },
        through(request, go, { inBatch }) {
          const own = inBatch ? headerIn(request, 'x-part-token') : undefined
          return go(own === undefined ? request : withHeader(request, 'Authorization', own))
        },
      },
    },
  },
]

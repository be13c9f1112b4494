import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'

const crashed = (): PlatformResponse => json(500, { error: 'CA-500', message: 'internal error', values: [] })

const crashing = (id: string, breaks: string, says: string, meets: (request: PlatformRequest) => boolean): Fault => ({
  id,
  breaks: [breaks],
  says,
  wire: { response: (response, request) => (meets(request) ? crashed() : response) },
})

/** Requests that make the platform crash: one kind each. */
export const crashFaults: readonly Fault[] = [
  crashing(
    'dtos-unknown-crashes',
    'K-DAT-01',
    'A DTO version that does not exist is answered with 500.',
    ({ target }) => /[?&]dtos=[A-Za-z]+\.99999(?:&|$)/.test(target) && target.includes('/api/data/v4/'),
  ),
  crashing(
    'data-long-parameter-crashes',
    'K-DAT-01',
    'An address of more than 2,500 characters is answered with 500.',
    ({ target }) => target.length > 2500 && target.includes('/api/data/v4/'),
  ),
  crashing('data-odd-page-crashes', 'K-DAT-01', 'A negative page is answered with 500.', ({ target }) =>
    /[?&]page=-/.test(target),
  ),
  crashing(
    'data-broken-encoding-crashes',
    'K-DAT-01',
    'A percent sign that encodes nothing is answered with 500.',
    ({ target }) => target.includes('/api/data/v4/') && /%(?![0-9a-f]{2})/i.test(target),
  ),
  crashing(
    'data-null-in-list-crashes',
    'K-DAT-01',
    'A list with null in it is answered with 500.',
    ({ target, body }) => target.includes('/api/data/v4/') && body.includes('[null]'),
  ),
  crashing(
    'query-dto-elsewhere-crashes',
    'K-QRY-01',
    'A select of a resource that dtos does not name is answered with 500.',
    ({ target, body }) =>
      target.includes('/api/query/v1') && body.includes(' ServiceCall ') && !/[?&]dtos=[^&]*ServiceCall/.test(target),
  ),
  {
    id: 'token-odd-request-crashes',
    breaks: ['K-TOK-01'],
    says: 'An incomplete token request is answered with 500.',
    rule: {
      refusal: { bad_token_request: () => ({ status: 500, error: 'server_error', description: 'Internal error' }) },
    },
  },
  {
    id: 'directory-odd-name-crashes',
    breaks: ['K-DIR-01'],
    says: 'A lookup of an unknown account is answered with 500.',
    rule: { directory: { unknownStatus: () => 500 } },
  },
  {
    id: 'company-odd-accept-crashes',
    breaks: ['K-COM-01'],
    says: 'A company list in no known form is answered with 500.',
    rule: { company: { refusedStatus: () => 500 } },
  },
  crashing(
    'scim-odd-bodies-crash',
    'K-SCM-01',
    'A body of the SCIM API that is null, or no JSON, is answered with 500.',
    ({ target, body }) => target.includes('/api/scim/v2/') && /^(?:null|\{"schemas":)$/.test(body.toString('utf8')),
  ),
  crashing(
    'scim-group-of-no-json-crashes',
    'K-SCM-01',
    'A POST or PUT of a group whose body is no JSON object is answered with 500.',
    ({ method, target, body }) =>
      /^(?:POST|PUT)$/.test(method) &&
      target.includes('/api/scim/v2/Groups') &&
      !/^\s*\{.*\}\s*$/s.test(body.toString('utf8')),
  ),
  crashing(
    'scim-odd-fields-of-a-create-crash',
    'K-SCM-01',
    'A POST of a user whose name is a list, or of a group whose members are a text, is answered with 500.',
    ({ method, target, body }) =>
      method === 'POST' && target.includes('/api/scim/v2/') && /"name":\[|"members":"/.test(body.toString('utf8')),
  ),
  crashing(
    'user-odd-bodies-crash',
    'K-USR-01',
    'A body of the User API that is null, or no JSON, is answered with 500.',
    ({ target, body }) => target.includes('/api/user/v1/') && /^(?:null|\{"email":)$/.test(body.toString('utf8')),
  ),
  crashing(
    'user-odd-parameters-crash',
    'K-USR-01',
    'A negative Size, or an id that is no number, is answered with 500.',
    ({ target }) => /\/api\/user\/v1\/users(?:\/not-|\?(?:.*&)?Size=-)/.test(target),
  ),
  crashing(
    'crowd-odd-bodies-crash',
    'K-CRW-01',
    'A body of the Crowd Technician API that is null, or no JSON, is answered with 500.',
    ({ target, body }) => target.includes('/api/crowd/v2/') && /^(?:null|\{"firstName":)$/.test(body.toString('utf8')),
  ),
  crashing(
    'crowd-odd-skills-crash',
    'K-CRW-01',
    'A batch of skills whose requests are no list of objects is answered with 500.',
    ({ method, target, body }) =>
      method === 'POST' &&
      target.endsWith('/skills/actions/batch') &&
      !/^\{"requests":\[\{/.test(body.toString('utf8')),
  ),
  crashing(
    'dispatch-odd-bodies-crash',
    'K-DSP-01',
    'A body of partner dispatching that is null, or no JSON, is answered with 500.',
    ({ target, body }) =>
      target.includes('/cloud-partner-dispatch-service/') && /^(?:null|\{"activityId":)$/.test(body.toString('utf8')),
  ),
  crashing(
    'reporting-odd-bodies-crash',
    'K-RPT-01',
    'A build whose body is null, or no JSON, is answered with 500.',
    ({ method, target, body }) =>
      method === 'POST' &&
      target.includes('/api/reporting/v1') &&
      /^(?:null|\{"reportTemplate":)$/.test(body.toString('utf8')),
  ),
  crashing(
    'reporting-download-of-nothing-crashes',
    'K-RPT-01',
    'A download that names no template is answered with 500.',
    ({ target, body }) => target.includes('/api/reporting/v1/download') && !body.includes('"reportTemplate":"'),
  ),
  crashing(
    'optimization-odd-bodies-crash',
    'K-OPT-01',
    'A start whose body is null, or no JSON, is answered with 500.',
    ({ target, body }) => /\/re-?optimi[sz]/i.test(target) && /^(?:null|\{"activityIds":)$/.test(body.toString('utf8')),
  ),
  ...(
    [
      ['crowd', 'K-CRW-01', '/api/crowd/v2/', 'the Crowd Technician API'],
      ['dispatch', 'K-DSP-01', '/cloud-partner-dispatch-service/', 'partner dispatching'],
    ] as const
  ).map(([name, breaks, at, where]) =>
    crashing(
      `${name}-odd-media-types-crash`,
      breaks,
      `A body of ${where} that comes as text/plain is answered with 500.`,
      ({ target, headers }) =>
        target.includes(at) &&
        headers.some(([key, value]) => key.toLowerCase() === 'content-type' && value.startsWith('text/plain')),
    ),
  ),
]

import { batch, id, type Case, type Part } from './traffic.ts'

const part = (status: number): Part => ({
  request: `PUT /api/data/v4/ServiceCall/${id('a')}?dtos=ServiceCall.27`,
  sent: { subject: 'x' },
  status,
})
const crash = { status: 500, answer: { error: 'CA-500' } }

/** A 5xx is nobody's right. */
export const crashes: readonly Case[] = [
  ['a read that crashes', ['K-DAT-01'], [{ path: '/ServiceCall', ...crash }]],
  ['a path that no operation has', ['K-DAT-01'], [{ path: '/ServiceCall/a/b/c', ...crash }]],
  ['a gateway without an answer', ['K-QRY-01'], [{ method: 'POST', path: '/api/query/v1', status: 502 }]],
  [
    '... while a plain read fares no better',
    [],
    [
      { method: 'POST', path: '/api/query/v1', status: 502 },
      { path: '/ServiceCall', status: 503 },
      { method: 'POST', path: '/api/query/v1', status: 504 },
      { method: 'POST', path: '/api/query/v1', status: 522 },
    ],
  ],
  [
    '... again and again, and then a read that crashes',
    ['K-DAT-01', 'K-QRY-01'],
    [
      { method: 'POST', path: '/api/query/v1', status: 502 },
      { path: '/ServiceCall', ...crash },
    ],
  ],
  [
    '... that was answered when it was sent again',
    [],
    [
      { method: 'POST', path: '/api/query/v1', status: 502 },
      { method: 'POST', path: '/api/query/v1', status: 400 },
    ],
  ],
  [
    '... that crashed when it was sent again',
    ['K-QRY-01', 'K-QRY-01'],
    [
      { method: 'POST', path: '/api/query/v1', status: 502 },
      { method: 'POST', path: '/api/query/v1', ...crash },
    ],
  ],
  ['a token request', ['K-TOK-01'], [{ method: 'POST', path: '/api/oauth2/v1/token', ...crash }]],
  ['the directory', ['K-DIR-01'], [{ path: '/api/directory/v1/accounts/acme', ...crash }]],
  ['the company list', ['K-COM-01'], [{ path: '/masterCloudInterface/informationService/companies', ...crash }]],
  ['the users of the SCIM API', ['K-SCM-01'], [{ path: '/api/scim/v2/Users/7', ...crash }]],
  ['a user that is deleted', ['K-USR-01'], [{ method: 'DELETE', path: '/api/user/v1/users/7', ...crash }]],
  ['a technician', ['K-CRW-01'], [{ path: '/api/crowd/v2/technicians', ...crash }]],
  [
    'an action of partner dispatching',
    ['K-DSP-01'],
    [{ method: 'POST', path: '/cloud-partner-dispatch-service/api/partner-dispatch/v1/accept', ...crash }],
  ],
  ['a report', ['K-RPT-01'], [{ method: 'POST', path: '/api/reporting/v1/build', ...crash }]],
  [
    'a re-optimization',
    ['K-OPT-01'],
    [{ method: 'POST', path: '/optimization/api/v1/jobs/actions/re-optimize', ...crash }],
  ],
  ['a tree', ['K-SVC-01'], [{ path: `/api/service-management/v2/composite-tree/service-calls/${id('a')}`, ...crash }]],
  ['a batch as a whole', ['K-BAT-01'], [{ method: 'POST', path: '/api/data/batch/v1/', ...crash }]],
  ['a part of a batch', ['K-DAT-01'], [batch([part(201), part(500)], { transactional: false })]],
  ['the failed part of a transaction', ['K-DAT-01'], [batch([part(500)], { transactional: true })]],
  ['parts that a failed one takes along', [], [batch([part(409), part(500)], { transactional: true })]],
  [
    'a target that is busy, does not do this, or has no room',
    [],
    [
      { path: '/ServiceCall', status: 503, answerHeaders: [['Retry-After', '1']] },
      { path: '/ServiceCall', status: 501 },
      { path: '/ServiceCall', status: 507 },
      batch([part(505)], { transactional: true }),
    ],
  ],
  ['a refusal', [], [{ path: '/ServiceCall', status: 400 }]],
]

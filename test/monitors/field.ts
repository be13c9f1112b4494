import type { Case, Step } from './traffic.ts'

const context = [
  ['X-Account-ID', '1'],
  ['X-Account-Name', 'acme'],
  ['X-Client-ID', 'c'],
  ['X-Client-Version', '1'],
  ['X-Company-Id', '2'],
  ['X-Company-Name', 'north'],
] as const

const technician = { businessPartner: 'b', email: 'a@b', firstName: 'Anna', lastName: 'Ode', mobilePhone: '0815' }
const crowd = (method: string, path: string, more: Partial<Step> = {}): Step => ({
  method,
  path: `/api/crowd/v2/technicians${path}`,
  headers: context,
  ...more,
})
const made = (externalId: string, change: object = {}, more: Partial<Step> = {}): Step =>
  crowd('POST', '', {
    sent: { ...technician, ...change },
    status: 201,
    answer: { results: [{ ...technician, ...change, externalId }] },
    ...more,
  })
const read = (change: object = {}, more: Partial<Step> = {}): Step =>
  crowd('GET', '/external-id/T1', { answer: { results: [{ ...technician, externalId: 'T1', ...change }] }, ...more })
const gone = (more: Partial<Step> = {}): Step => crowd('DELETE', '/external-id/T1', { status: 204, ...more })
const bo = { firstName: 'Bo', email: 'c@b' }
/** Begun before the step before it, and over after it. */
const underWay = { after: -0.5, ms: 3000 }
const address = (change: object): object => ({ id: 'A1', city: 'Ulm', country: 'DE', ...change })

const tree = { businessPartner: { id: 'b' }, subject: 'pump', priority: 'LOW', status: '-2' }
const calls = '/api/service-management/v2/composite-tree/service-calls'
const call = (change: object = {}): Step => ({
  path: `${calls}/c1`,
  answer: { ...tree, id: { uuid: 'c1' }, ...change },
})
const created: Step = { method: 'POST', path: calls, sent: tree, answer: { ...tree, id: { uuid: 'c1' } } }

const wish = {
  activityIds: ['a'],
  optimizationPlugin: 'Nearest',
  start: '2031-01-01T08:00:00Z',
  end: '2031-01-02T08:00:00Z',
}
const reoptimize = (sent: object, status = 202): Step => ({
  method: 'POST',
  path: '/optimization/api/v1/jobs/actions/re-optimize',
  sent,
  status,
})

/** Crowd technicians, trees of service calls and re-optimization. */
export const field: readonly Case[] = [
  ['a technician read with another phone', ['B-CRW-28'], [made('T1'), read({ mobilePhone: '1' })]],
  ['... as it was sent', [], [made('T1'), read()]],
  [
    '... changed meanwhile',
    [],
    [
      made('T1'),
      crowd('PUT', '/external-id/T1', { sent: { ...technician, firstName: 'Bo' } }),
      read({ firstName: 'Bo' }),
    ],
  ],
  ['a technician deleted and there', ['B-CRW-28'], [crowd('DELETE', '/external-id/T1', { status: 204 }), read()]],
  ['two technicians with one external id', ['B-CRW-04'], [made('T1'), made('T1', { email: 'c@b' })]],
  ['one technician, created by a client that repeats its call', [], [made('T1'), made('T1')]],
  ['... with two', [], [made('T1'), made('T2')]],
  ['a technician deleted and created anew', [], [made('T1'), gone(), made('T1', bo), read(bo)]],
  [
    '... while the deletion was under way',
    [],
    [made('T1'), made('T1', bo), gone({ after: -0.5, ms: 3000 }), gone(), read(bo), made('T1', bo, underWay)],
  ],
  ['... by another client, as it shows', [], [made('T1'), gone(), read({ createdAt: '2026-03-01T10:00:02.500Z' })]],
  [
    'a technician deleted, and there as it was created',
    ['B-CRW-28'],
    [made('T1', { createdAt: '2026-03-01T10:00:01Z' }), gone(), read({ createdAt: '2026-03-01T10:00:01.000Z' })],
  ],
  [
    'a technician of one external id in another company',
    [],
    [gone(), read(bo, { path: '/api/crowd/v2/technicians/external-id/T1?company=south' })],
  ],
  [
    'a technician read while it is changed',
    [],
    [made('T1'), read(bo), crowd('PUT', '/external-id/T1', { sent: { ...technician, ...bo }, ...underWay })],
  ],
  [
    'a technician created again with the e-mail that it has by now',
    [],
    [made('T1'), crowd('PUT', '/external-id/T1', { sent: { ...technician, ...bo } }), made('T1', bo)],
  ],
  [
    'an address read with another city',
    ['B-CRW-28'],
    [
      crowd('PUT', '/T1/addresses/A1', { sent: address({}) }),
      crowd('GET', '/T1/addresses/A1', { answer: { results: [address({ city: 'Bonn' })] } }),
    ],
  ],
  [
    '... after a batch that may have changed it',
    [],
    [
      crowd('PUT', '/T1/addresses/A1', { sent: address({}) }),
      crowd('POST', '/T1/addresses/actions/batch', { sent: { requests: [] }, status: 201 }),
      crowd('GET', '/T1/addresses/A1', { answer: { results: [address({ city: 'Bonn' })] } }),
    ],
  ],
  ['a technician without a name', ['B-CRW-20'], [{ ...made('T3'), sent: { ...technician, lastName: '' } }]],
  ['... refused', [], [{ ...made('T3'), sent: { ...technician, lastName: '' }, status: 400, answer: {} }]],
  ['a call without its company', ['B-CRW-26'], [read({}, { headers: context.slice(0, 4) })]],
  ['a service call read with another subject', ['B-SVC-31'], [created, call({ subject: 'pum' })]],
  ['... as it was sent', [], [created, call()]],
  [
    '... changed by the Data API',
    [],
    [
      created,
      { method: 'PATCH', path: '/ServiceCall/c1?dtos=ServiceCall.27', sent: { subject: 'valve' }, status: 201 },
      call({ subject: 'valve' }),
    ],
  ],
  ['a property too many', ['B-OPT-05'], [reoptimize({ ...wish, simulate: true })]],
  ['... refused', [], [reoptimize({ ...wish, simulate: true }, 400)]],
  ['a wish without an end', ['B-OPT-15'], [reoptimize({ ...wish, end: undefined })]],
  ['a whole one', [], [reoptimize(wish)]],
]

import { id, type Case, type Step } from './traffic.ts'

const context = ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Company-ID', 'X-Company-Name'] as const
const headers: NonNullable<Step['headers']> = [
  ['X-Request-ID', 'r'],
  ['X-Client-Version', '1'],
  ...context.map((name) => [name, '1'] as const),
]
const row = { id: 1, email: 'a@b.test' }
const figures = { number: 0, numberOfElements: 1, size: 2, sort: {}, totalElements: 3, totalPages: 2 }
const users = (more: object): Step => ({
  path: '/api/user/v1/users?Size=2',
  headers,
  answer: { content: [row], firstPage: false, lastPage: true, ...figures, ...more },
})
const technicians = (more: object): Step => ({
  path: '/api/crowd/v2/technicians?Size=2',
  headers,
  answer: { results: [{ externalId: 'T1' }], first: false, last: true, ...figures, ...more },
})

const creates = (sent: object, name: unknown): Step => ({
  method: 'POST',
  path: '/api/user/v1/users?account=acme&company=main',
  headers,
  sent: { companyGroupId: 1, email: 'Ann.Lee+1@b.test', ...sent },
  status: 201,
  answer: { ...row, name },
})

const assignments = (status: string, ...rows: unknown[]): Step => ({
  path: `/cloud-partner-dispatch-service/api/v1/assignment-details?partnerDispatchingStatus=${status}`,
  headers,
  answer: { results: rows },
})
const shown = (partnerDispatchingStatus: unknown, more: object = {}) => ({
  activityId: id('a'),
  serviceAssignment: { partnerDispatchingStatus },
  ...more,
})

const activity = (digit: string, externalId: unknown, more: object = {}) => ({
  id: { uuid: id(digit) },
  code: digit,
  subject: 'x',
  externalId,
  ...more,
})
const material = (own: string, externalId: string) => ({ reservedMaterials: [{ id: own, externalId }] })
const tree = (more: object): Step => ({
  path: `/api/service-management/v2/composite-tree/service-calls/${id('a')}`,
  answer: { id: { uuid: id('a') }, code: '1', subject: 'x', ...more },
})

const cluster = (clusterName: string, more: Partial<Step> = {}): Step => ({
  path: '/api/directory/v1/accounts/acme',
  answer: { accountName: 'acme', clusterName, URL: `https://${clusterName}.example` },
  ...more,
})

/** What contradicts itself within one answer, or in two of the directory. */
export const oneAnswer: readonly Case[] = [
  ['a page that tells more users than it has', ['B-USR-07'], [users({ numberOfElements: 2 })]],
  ['... fewer pages than its users fill', ['B-USR-07'], [users({ totalPages: 1 })]],
  ['... the first and the last of two', ['B-USR-07'], [users({ firstPage: true })]],
  ['... as it is', [], [users({}), users({ content: [], numberOfElements: 0, totalElements: 0, totalPages: 0 })]],
  ['... of no size', [], [users({ size: 0, totalPages: 1 })]],
  ['a user without name called by less than her e-mail', ['B-USR-04'], [creates({}, 'ann.lee')]],
  ['... by it', [], [creates({}, 'ann.lee+1'), creates({ name: 'ann' }, 'ann'), creates({}, null)]],
  ['a page that tells fewer technicians than it has', ['B-CRW-29'], [technicians({ numberOfElements: 0 })]],
  ['... more pages', ['B-CRW-29'], [technicians({ totalPages: 3 })]],
  ['... as it is', [], [technicians({})]],
  [
    'a list of accepted ones that shows a notified one',
    ['B-DSP-25'],
    [assignments('ACCEPTED', shown('ACCEPTED'), shown('NOTIFIED'))],
  ],
  ['... that shows none', [], [assignments('ACCEPTED', shown(null), { activityId: id('a') }, shown('Accepted'))]],
  [
    '... that shows what was before, too',
    [],
    [assignments('ACCEPTED', shown('ACCEPTED', { before: shown('NOTIFIED') }))],
  ],
  [
    'two activities of a tree with one external id',
    ['B-SVC-08'],
    [tree({ activities: [activity('b', 'E'), activity('c', 'E')] })],
  ],
  ['... with none', [], [tree({ activities: [activity('b', null), activity('c', null), activity('d', '')] })]],
  [
    'two reserved materials, of the call and of an activity',
    ['B-SVC-08'],
    [tree({ ...material('m', 'E'), activities: [activity('b', 'E', material('n', 'E'))] })],
  ],
  ['... one, shown twice', [], [tree({ ...material('m', 'E'), activities: [activity('b', 'E', material('m', 'E'))] })]],
  ['a directory that names another cluster', ['A-GEN-08'], [cluster('EU'), cluster('US')]],
  ['... days later', [], [cluster('EU'), cluster('US', { after: 200_000 })]],
  [
    '... another node',
    [],
    [cluster('EU'), cluster('EU', { answer: { clusterName: 'EU', URL: 'https://two.example' } })],
  ],
]

import { batch, get, id, patch, record, type Case, type Part, type Step } from './traffic.ts'

const bare = { id: id('a'), lastChanged: 1000, subject: 'x' }
const without = { method: 'DELETE', path: `/BusinessPartner/${id('b')}?forceDelete=true&dtos=BusinessPartner.25` }
const referring = (more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/ServiceCall',
  sent: { subject: 'x', businessPartner: id('b') },
  status: 400,
  ...more,
})
/** A call that is under way while the next one is sent. */
const slow: Step = { path: '/ServiceCall', answer: { data: [] }, ms: 1500 }

const word = 'a-token-0123456789'
const invalid = (more: Partial<Step> = {}): Step => ({
  path: '/ServiceCall',
  status: 401,
  answer: { error: 'invalid_token', error_description: 'x' },
  token: word,
  ...more,
})
const issued: Step = {
  method: 'POST',
  path: '/api/oauth2/v1/token',
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  sent: 'grant_type=client_credentials',
  answer: { access_token: 'another-token-0123456789', scope: 'general' },
}

const client = [
  ['X-Client-ID', 'c'],
  ['X-Client-Version', '1'],
] as const
const local: Step = { ...issued, answer: { access_token: word, scope: 'local' } }

const attachment = (method: string, fileContent: string, status: number): Step => ({
  method,
  path: method === 'POST' ? '/Attachment?dtos=Attachment.18' : `/Attachment/${id('a')}?dtos=Attachment.18`,
  sent: { fileName: 'a', fileContent },
  status,
  answer: { data: [{ attachment: { id: id('a'), lastChanged: 1 } }] },
})

const partners = '/api/data/v4/BusinessPartner'
const making = (externalId: string): Part => ({
  request: `POST ${partners}?dtos=BusinessPartner.25`,
  sent: { externalId },
  status: 201,
})
const putting = (externalId: string): Part => ({
  request: `PUT ${partners}/externalId/${externalId}?dtos=BusinessPartner.25`,
  sent: { externalId },
  status: 201,
})
const naming = (businessPartner: string, status = 201): Part => ({
  request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
  sent: { businessPartner },
  status,
})
/** Two parts of which the second fails. */
const rolledBack = batch(
  [
    { request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27', sent: { id: id('a'), subject: 'x' }, status: 201 },
    { ...naming('nobody', 400) },
  ],
  { transactional: true },
)
const refusedAs = (status: number): Partial<Step> => ({ status })

const tree = (sent: object, status = 200): Step => ({
  method: 'POST',
  path: '/api/service-management/v2/composite-tree/service-calls',
  sent,
  status,
})

const asked = (query: string, status = 400): Step => ({
  path: `/ServiceCall?dtos=ServiceCall.27&query=${encodeURIComponent(query)}`,
  status,
})
const listed = (query: string, status = 400): Step => ({ path: `/ServiceCall?dtos=ServiceCall.27&${query}`, status })

const auth = 'https://auth.example'
const behind = (accountName: string, clusterName: string, path = ''): Step => ({
  path: `/api/directory/v1/accounts/${accountName}`,
  origin: auth,
  answer: { accountName, clusterName, URL: `https://cluster.example${path}` },
})

/** What a developer of connectors tried at last. */
export const callersLater: readonly Case[] = [
  ['a reference that was taken: others made the record anew', [], [without, referring({ status: 201 })]],
  ['... that another user sends', [], [without, referring({ token: 'other' })]],
  ['... that a worker sends while another deletes it', [], [slow, without, referring({ after: 0.1 })]],
  ['... some time later', ['A-CON-02!'], [slow, without, referring({ after: 11 })]],
  ['a token that is sent on and on', ['A-CON-13!'], [invalid(), invalid(), invalid(), invalid()]],
  ['... three times', [], [invalid(), invalid(), invalid(), issued, invalid()]],
  [
    '... by several workers',
    [],
    [slow, slow, ...[1, 2, 3, 4, 5].map(() => invalid())].map((step) => ({ ...step, after: 0.1, token: word })),
  ],
  ['... that was refused for something else', [], [1, 2, 3, 4, 5].map(() => invalid({ answer: { error: 'x' } }))],
  [
    'an attachment put with other content',
    ['A-ATT-05!'],
    [attachment('POST', 'QQ==', 201), attachment('PUT', 'Qg==', 400)],
  ],
  ['... with its own', [], [attachment('POST', 'QQ==', 201), attachment('PUT', 'QQ==', 400)]],
  ['... where it was made anew', [], [attachment('POST', 'QQ==', 201), attachment('PUT', 'Qg==', 201)]],
  [
    'a part that refers by external id to what another puts',
    ['A-CON-03!'],
    [batch([putting('B1'), naming('B1')], { transactional: false })],
  ],
  ['... to what stands elsewhere', [], [batch([putting('B1'), naming('B2')], { transactional: false })]],
  ['... in one transaction', [], [batch([putting('B1'), naming('B1')])]],
  [
    'a part that refers by external id to what a later one makes',
    ['A-CON-02!'],
    [batch([naming('B1', 400), making('B1')], { transactional: false })],
  ],
  ['... where it was taken', [], [batch([naming('B1'), making('B1')], { transactional: false })]],
  ['... to what a later one updates', [], [batch([naming('B1', 400), putting('B1')], { transactional: false })]],
  [
    'a patch of a record that was rolled back',
    ['A-DAT-08!'],
    [rolledBack, patch({ remarks: 'y' }, undefined, refusedAs(400))],
  ],
  ['... with what the batch sent', [], [rolledBack, patch({ subject: 'y' }, undefined, refusedAs(400))]],
  ['... that others made', [], [rolledBack, get(record(bare)), patch({ remarks: 'y' }, undefined, refusedAs(400))]],
  ['a lock that is no number', ['A-REC-03!'], [patch({ lastChanged: '2026-03-01' }, undefined, refusedAs(400))]],
  ['... one in quotes', [], [patch({ lastChanged: '1000' }, undefined, refusedAs(400))]],
  ['... that was taken', [], [patch({ lastChanged: '2026-03-01' }, undefined, { answer: record(bare) })]],
  ['a reference by a code', ['A-REC-11!'], [referring({ sent: { businessPartner: { code: 'B' } } })]],
  ['... by an external id', [], [referring({ sent: { businessPartner: { externalId: 'B' }, technicians: ['x'] } })]],
  ['an address of an unknown source', ['B-SVC-22!'], [tree({ subject: 'x', address: { source: 'CUSTOMER' } })]],
  ['... of an activity', ['B-SVC-23!'], [tree({ activities: [{ address: { source: 'CUSTOMER' } }] })]],
  [
    '... of one that was read',
    [],
    [
      {
        path: `/api/service-management/v2/composite-tree/service-calls/${id('a')}`,
        answer: { address: { source: 'CUSTOMER' } },
      },
      tree({ address: { source: 'CUSTOMER' } }),
    ],
  ],
  [
    '... of a known one',
    [],
    [tree({ address: { source: 'EQUIPMENT' }, activities: [{ address: { source: 'ACTIVITY' } }] })],
  ],
  [
    'two activities with one external id',
    ['B-SVC-23!'],
    [tree({ activities: [{ externalId: 'x' }, { externalId: 'x' }] })],
  ],
  ['... with two, or none', [], [tree({ activities: [{ externalId: 'x' }, { externalId: 'y' }, {}, {}] })]],
  ['an operator of other languages', ['A-CQL-01!'], [asked('code == "x"')]],
  ['... in a string', [], [asked('code = "a == b"')]],
  ['... that was understood', [], [asked('code == "x"', 200)]],
  ...[
    'code != null AND lastChanged > 1',
    'code is not null',
    'code in ["x", "y"]',
    'code = "x" OR NOT code is null',
    'not (code is null)',
    'code not like "x"',
    'lastChanged between 1 and 2',
  ].flatMap((query): readonly Case[] => [
    [`a form of other languages: ${query}`, ['A-CQL-01!'], [asked(query)]],
    ['... that was understood', [], [asked(query, 200)]],
  ]),
  ...[
    'code = "is not null"',
    'code = "x" AND not = 1',
    'not is null',
    'between like "a" and lastChanged > 1',
    '!(code is null) AND code in ("x", "y")',
    'code = "say "is not null" twice"',
    'code = "a\\" is not null"',
  ].map((query): Case => ['... that may be of this one', [], [asked(query)]]),
  ['a string that does not end', ['A-CQL-15!'], [asked('code = "x')]],
  ['... with a quote in it', [], [asked('code = "x"y"')]],
  ['a query that was encoded twice', ['A-CQL-01!'], [asked('code%20%3D%20%22x%22')]],
  [
    '... in another character set',
    [],
    [{ path: '/ServiceCall?dtos=ServiceCall.27&query=code%20%3D%20%22%FC%22', status: 400 }],
  ],
  ['... a literal sign', [], [asked('code like "50%20"')]],
  ['an order by a long word', ['A-PAR-08!'], [listed('orderBy=code%20descending')]],
  ['... as it is stated', [], [listed('orderBy=code%20desc,businessPartner.name,subject%20ASC')]],
  ['names in fields separated by semicolons', ['A-PAR-11!'], [listed('fields=id%3Bcode')]],
  ['... by commas', [], [listed('fields=id,code')]],
  [
    'a truth value that is none',
    ['A-BAT-01!'],
    [{ ...batch([naming('B')]), path: '/api/data/batch/v1/?transactional=maybe', status: 400 }],
  ],
  ['the older form of an attachment without operation', ['A-ATT-04!'], [older('')]],
  ['... with it', [], [older('&operation=download')]],
  ['deletions of a time in seconds', ['A-CON-04!'], [deletedSince(Date.parse('2026-03-01T09:00:00Z') / 1000)]],
  [
    '... in milliseconds, or from the beginning',
    [],
    [deletedSince(Date.parse('2026-03-01T09:00:00Z')), deletedSince(0)],
  ],
  ['a user by name', ['B-SCM-03!'], [scim('ada')]],
  ['... where ids are no integers', [], [{ ...scim('ada'), status: 200, answer: { id: 'ada' } }, scim('bob')]],
  ['users by several ids', ['B-USR-12!'], [user('DELETE', '1,2')]],
  ['... read and put by a name', ['B-USR-10!', 'B-USR-11!'], [user('GET', 'ada'), user('PUT', 'ada')]],
  ['... by one', [], [user('DELETE', '1')]],
  ['a member by its e-mail', ['B-SCM-14!'], [members('PATCH', 'max@a.example')]],
  ['... of a group that is put', ['B-SCM-13!'], [members('PUT', 'max@a.example')]],
  ['... by its id, and refused for something else', [], [members('PATCH', '12'), members('PUT', '12')]],
  ['... by whatever was taken', [], [members('PATCH', 'max@a.example', 204)]],
  [
    '... where ids have that form',
    [],
    [{ ...scim('max@a.example'), status: 200, answer: { id: 'max@a.example' } }, members('PATCH', 'max@a.example')],
  ],
  [
    "a call to another cluster's path",
    ['A-GEN-03!'],
    [behind('acme', 'EU', '/eu'), behind('beta', 'US'), listed('x=1', 401)],
  ],
  ['... that was served', [], [behind('acme', 'EU', '/eu'), behind('beta', 'US'), listed('x=1', 200)]],
  ["a call beside the cluster's path, refused for a token that is valid at it", ['A-GEN-03!'], beside(401, 200)],
  ['... for one that is not', [], beside(401, 401)],
  ['... for another reason', [], beside(404, 200)],
  ['... that was served, too', [], beside(200, 200)],
  ['... with another token', [], beside(401, 200, 'another-token-0123456789')],
  ['a lookup of local scope without a client', ['A-AUT-06!'], [local, lookup(400)]],
  ['... that was answered', [], [local, lookup(200)]],
  ['... with it, and refused', [], [local, { ...lookup(400), headers: client }]],
]

function older(query: string): Step {
  return { path: `/dataCloudInterface/attachmentService?guid=${id('a')}${query}`, status: 400 }
}

function deletedSince(from: number): Step {
  return { path: `/ServiceCall/deleted?from=${from}&to=2000000000000&dtos=DeletedObjects.2`, status: 400 }
}

function scim(name: string): Step {
  return { path: `/api/scim/v2/Users/${name}`, status: 404 }
}

function user(method: string, name: string): Step {
  return { method, path: `/api/user/v1/users/${name}`, sent: {}, status: 404 }
}

function beside(status: number, later: number, token = word): Step[] {
  const at = (path: string, as: number, by: string): Step => ({
    path: '/ServiceCall?dtos=ServiceCall.27',
    origin: `https://cluster.example${path}`,
    status: as,
    answer: { data: [] },
    token: by,
  })
  return [behind('acme', 'EU', '/eu'), at('/us', status, token), at('/eu', later, word)]
}

function lookup(status: number): Step {
  return { path: '/api/directory/v1/accounts/acme', status, answer: {}, token: word }
}

function members(method: string, value: string, status = 400): Step {
  const list = [{ value }]
  const sent =
    method === 'PATCH'
      ? {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'add', path: 'members', value: list }],
        }
      : { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'x', members: list }
  return { method, path: '/api/scim/v2/Groups/3', sent, status }
}

import { batch, id, type Case, type Part, type Step } from './traffic.ts'

const [one, two] = [
  { id: id('a'), subject: 'one' },
  { id: id('b'), subject: 'two' },
]
const named = { externalId: 'S1' }
const inBatch = (sent: object, status = 201): Part => ({
  request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27',
  sent,
  status,
})
const removed: Part = { request: `DELETE /api/data/v4/ServiceCall/${id('a')}?forceDelete=true`, status: 200 }
const word = 'a-token-0123456789'
const posted = (sent: object, status = 201, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/ServiceCall?dtos=ServiceCall.27',
  sent,
  status,
  token: word,
  ...more,
})
const deleted: Step = {
  method: 'DELETE',
  path: `/ServiceCall/${id('a')}?forceDelete=true&dtos=ServiceCall.27`,
  token: word,
}
const patched = (sent: object, status: number, more: Partial<Step> = {}): Step => ({
  method: 'PATCH',
  path: `/ServiceCall/${id('a')}?dtos=ServiceCall.27&forceUpdate=true`,
  sent,
  status,
  token: word,
  ...more,
})
const user = (userName: string, email: string, status = 201, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/scim/v2/Users',
  sent: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, emails: [{ value: email }] },
  status,
  token: word,
  ...more,
})
const oneUser: Step = {
  method: 'DELETE',
  path: '/api/user/v1/users/12?account=acme',
  token: word,
  headers: [
    ['X-Request-ID', '1'],
    ['X-Client-Version', '1'],
  ],
}

/** A batch that is asked with a part of this request line, answered as the parts say. */
const asking = (line: string, status: number): Step => {
  const { sent, ...step } = batch([
    { request: 'GET /api/data/v4/ServiceCall?pageSize=1', cid: 'req-1', status: 200, answer: { data: [] } },
    { request: 'GET /here', cid: 'req-2', status, answer: {} },
  ])
  return { ...step, sent: String(sent).replace('GET /here HTTP/1.1', line) }
}
const sorting = '/api/data/v4/ServiceCall?orderBy=lastChanged'

const technicians = '/cloud-crowd-service/api/crowd/v2/technicians'
const headers = [
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-ID',
  'X-Company-Name',
].map((name) => [name, '1'] as const)
const technician: Step = {
  method: 'POST',
  path: technicians,
  sent: { email: 'Tina.Tec@example.com', firstName: 'T', lastName: 'T', businessPartner: 'B' },
  status: 201,
  answer: { results: [{ externalId: 'X1' }] },
  headers,
}
const called = (name: string, status = 404, answer: unknown = {}): Step => ({
  path: `${technicians}/external-id/${encodeURIComponent(name)}`,
  status,
  answer,
  headers,
})

/** What callers give twice, and what they name otherwise than they were told. */
export const callersTwice: readonly Case[] = [
  [
    'two creates with one external id in a batch',
    ['A-REC-07!'],
    [batch([inBatch({ ...one, ...named }), inBatch({ ...two, ...named }, 409)])],
  ],
  [
    '... without ids, of one content',
    ['A-REC-07!'],
    [batch([inBatch(named), inBatch(named, 400)], { transactional: false })],
  ],
  ['... that the server takes', [], [batch([inBatch({ ...one, ...named }), inBatch({ ...two, ...named })])]],
  [
    '... of which the first was refused, too',
    [],
    [batch([inBatch({ ...one, ...named }, 400), inBatch({ ...two, ...named }, 409)])],
  ],
  ['... one record twice', [], [batch([inBatch({ ...one, ...named }), inBatch({ ...one, ...named }, 409)])]],
  ['... deleted in between', [], [batch([inBatch({ ...one, ...named }), removed, inBatch({ ...two, ...named }, 409)])]],
  [
    '... of two resources',
    [],
    [batch([inBatch(named), { ...inBatch(named, 409), request: 'POST /api/data/v4/Activity?dtos=Activity.27' }])],
  ],
  [
    'one id posted twice in a batch, with other content',
    ['A-DAT-12!'],
    [batch([inBatch(one), inBatch({ ...one, subject: 'more' }, 409)])],
  ],
  [
    '... by force',
    [],
    [
      batch([
        inBatch(one),
        {
          ...inBatch({ ...one, subject: 'more' }, 409),
          request: 'POST /api/data/v4/ServiceCall?dtos=ServiceCall.27&forceUpdate=true',
        },
      ]),
    ],
  ],
  ['... with the same', [], [batch([inBatch(one), inBatch(one, 409)])]],
  [
    'a second call with the external id of the first, of one that tries',
    [],
    [posted({ ...one, ...named }), posted({ ...two, ...named }, 409)],
  ],
  [
    'a second call with the id of the first, of one that tries',
    [],
    [posted(one), posted({ ...one, subject: 'more' }, 409)],
  ],
  [
    "a second user with the first one's e-mail",
    ['B-SCM-04!'],
    [user('u1', 'u@x.example'), user('u2', 'u@x.example', 409)],
  ],
  [
    '... by another caller',
    [],
    [user('u1', 'u@x.example'), user('u2', 'u@x.example', 409, { token: 'another-0123456789' })],
  ],
  ['... long after', [], [user('u1', 'u@x.example'), user('u2', 'u@x.example', 409, { after: 11 })]],
  ['... of a user without a userName', [], [user('u1', 'u@x.example'), user('', 'u@x.example', 409)]],
  ['... refused for the token', [], [user('u1', 'u@x.example'), user('u2', 'u@x.example', 401)]],
  [
    '... while another call was under way',
    [],
    [user('u1', 'u@x.example', 201, { ms: 1500 }), user('u3', 'v@x.example'), user('u2', 'u@x.example', 409)],
  ],
  ['... the same user once more', [], [user('u1', 'u@x.example'), user('u1', 'u@x.example', 409)]],
  ['... where a user was deleted in between', [], [user('u1', 'u@x.example'), oneUser, user('u2', 'u@x.example', 409)]],
  ['a blank in the query of a part', ['A-AUT-10!'], [asking(`GET ${sorting} desc HTTP/1.1`, 400)]],
  [
    '... in its path',
    ['A-AUT-10!'],
    [asking('GET /api/data/v4/ServiceCall/externalId/a b?dtos=ServiceCall.27 HTTP/1.1', 404)],
  ],
  ['... encoded, and refused', [], [asking(`GET ${sorting}%20desc HTTP/1.1`, 400)]],
  ['... read as it was meant', [], [asking(`GET ${sorting} desc HTTP/1.1`, 200)]],
  ['... of a line that is folded', [], [asking(`GET ${sorting}\r\n desc HTTP/1.1`, 400)]],
  ['... two between the words', [], [asking(`GET  ${sorting}  HTTP/1.1`, 400)]],
  [
    'one field of a record that the caller deleted',
    ['A-DAT-08!'],
    [posted({ ...one, ...named }), deleted, patched({ remarks: 'x' }, 400)],
  ],
  [
    '... by its external id',
    ['A-DAT-08!'],
    [
      posted({ ...one, ...named }),
      deleted,
      patched({ remarks: 'x' }, 400, { path: '/ServiceCall/externalId/S1?dtos=ServiceCall.27&forceUpdate=true' }),
    ],
  ],
  ['... with what it was made of', [], [posted({ ...one, ...named }), deleted, patched({ subject: 'x' }, 400)]],
  [
    '... by another caller',
    [],
    [posted(one), deleted, patched({ remarks: 'x' }, 400, { token: 'another-0123456789' })],
  ],
  ['... that was made anew', [], [posted(one), deleted, posted(one), patched({ remarks: 'x' }, 400)]],
  ['... whose deletion was refused', [], [posted(one), { ...deleted, status: 409 }, patched({ remarks: 'x' }, 400)]],
  ['... long after', [], [posted(one), deleted, patched({ remarks: 'x' }, 400, { after: 301 })]],
  ['a technician by its e-mail', ['B-CRW-04!'], [technician, called('tina.tec@example.com')]],
  ['... by the word before the @', ['B-CRW-04!'], [technician, called('tina.tec')]],
  ['... by its external id, when it is gone', [], [technician, called('X1')]],
  ['... of whom this traffic made none', [], [called('tina.tec@example.com')]],
  [
    '... where such a word is an external id',
    [],
    [technician, called('tina.tec', 200, { results: [{ externalId: 'Tina.Tec' }] }), called('tina.tec')],
  ],
]

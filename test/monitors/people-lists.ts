import type { Case, Step } from './traffic.ts'

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}.500Z`
export const meta = (changed: number, created = 0): object => ({
  meta: { created: at(created), lastModified: at(changed) },
})
export const members = (...ids: readonly unknown[]): object => ({ members: ids.map((value) => ({ value })) })
const [core, patchOp] = ['urn:ietf:params:scim:schemas:core:2.0:', 'urn:ietf:params:scim:api:messages:2.0:PatchOp']

const user = (id: unknown): Step => ({
  method: 'POST',
  path: '/api/scim/v2/Users',
  sent: { schemas: [`${core}User`], userName: `u${String(id)}`, emails: [{ value: `u${String(id)}@acme.example` }] },
  status: 201,
  answer: { id, userName: `u${String(id)}`, active: true, ...meta(0) },
})
/** Three users whose ids are told. */
const users = [user('7'), user('8'), user('9')]

const group = { schemas: [`${core}Group`], displayName: 'team' }
const post = (sent: object = {}, answer: object = {}, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/scim/v2/Groups',
  sent: { ...group, ...sent },
  status: 201,
  answer: { ...group, ...sent, id: '3', ...meta(0), ...answer },
  ...more,
})
export const put = (sent: object, answer: object, more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path: '/api/scim/v2/Groups/3',
  sent: { ...group, ...sent },
  answer: { ...group, id: '3', ...answer },
  ...more,
})
export const operation = (op: string, ...ids: readonly unknown[]) => ({
  op,
  path: 'members',
  value: ids.map((value) => ({ value })),
})
export const patch = (answer: object | undefined, operations: readonly object[], more: Partial<Step> = {}): Step => ({
  method: 'PATCH',
  path: '/api/scim/v2/Groups/3',
  sent: { schemas: [patchOp], Operations: operations },
  ...(answer ? { answer: { ...group, id: '3', ...answer } } : { status: 204 }),
  ...more,
})
const remove: Step = { method: 'DELETE', path: '/api/scim/v2/Groups/3', status: 204 }
export const groups = (row: object, more: Partial<Step> = {}): Step => ({
  path: '/api/scim/v2/Groups',
  answer: {
    Resources: [
      { id: '2', displayName: 'others' },
      { ...group, id: '3', ...row },
    ],
  },
  ...more,
})
const people = (row: object, more: Partial<Step> = {}): Step => ({
  path: '/api/scim/v2/Users',
  answer: { Resources: [{ id: '7', userName: 'u7', active: true, ...row }] },
  ...more,
})

/** A group with the users 7 and 8. */
export const two = [...users, post(members('7', '8'))]

/** Groups and users who are written, and what lists show of them. */
export const peopleLists: readonly Case[] = [
  ['a group listed with another name', ['B-SCM-18'], [post(), groups({ ...meta(0), displayName: 'x' })]],
  ['... as it was sent', [], [post(), groups(meta(0))]],
  ['... without its name', [], [post(), groups({ ...meta(0), displayName: undefined })]],
  ['... whose name was covered', [], [post(), groups({ ...meta(0), displayName: 'redacted-0a1b2c3d' })]],
  [
    '... in a bare list, its id as a number',
    ['B-SCM-18'],
    [post(), { path: '/api/scim/v2/Groups', answer: [{ id: 3, displayName: 'x', ...meta(0) }] }],
  ],
  ['... with no times', [], [post({}, { meta: undefined }), groups({ displayName: 'x' })]],
  ['... changed since, as it says itself', [], [post(), groups({ ...meta(4), displayName: 'x' })]],
  ['... after a while', [], [post(), groups({ ...meta(0), displayName: 'x' }, { after: 60 })]],
  ['... that had its id before', [], [post(), groups({ ...meta(0, 5), displayName: 'x' })]],
  ['... from a cache', [], [post(), groups({ ...meta(0), displayName: 'x' }, { answerHeaders: [['Age', '3']] })]],
  [
    '... of another account',
    [],
    [post(), groups({ ...meta(0), displayName: 'x' }, { path: '/api/scim/v2/Groups?account=other' })],
  ],
  [
    '... by another cluster',
    [],
    [post(), groups({ ...meta(0), displayName: 'x' }, { origin: 'https://other.example' })],
  ],
  ['... accepted for later', [], [post({}, {}, { status: 202 }), groups({ ...meta(0), displayName: 'x' })]],
  [
    '... read by its id, which is not shown',
    [],
    [post(), { path: '/api/scim/v2/Groups/3', answer: { ...group, id: '3', ...meta(0), displayName: 'x' } }],
  ],
  [
    '... while another client writes users',
    [],
    [post(), { ...groups({ ...meta(0), displayName: 'x' }), ms: 900 }, { ...user('9'), after: 0.5 }],
  ],
  ['... with less members than were sent', ['B-SCM-18'], [...two, groups({ ...meta(0), ...members('7') })]],
  ['... with those that were sent, as numbers', [], [...two, groups({ ...meta(0), ...members(8, 7) })]],
  ['... with one more', [], [...two, groups({ ...meta(0), ...members('7', '8', '1') })]],
  ['... without any, as a list may be shown', [], [...two, groups(meta(0))]],
  ['... without one of whom nothing is known', [], [post(members('7')), groups({ ...meta(0), ...members() })]],
  [
    '... of ids that numbers do not keep',
    [],
    [...users, post(members('7')), groups({ ...meta(0), ...members(12345678901234567890) })],
  ],
  [
    '... after a user was deleted',
    [],
    [...two, { method: 'DELETE', path: '/api/scim/v2/Users/8', status: 204 }, groups({ ...meta(0), ...members('7') })],
  ],
  [
    '... after another group was written',
    [],
    [...two, post(members('8'), { id: '4' }), groups({ ...meta(0), ...members('7') })],
  ],

  ['a deleted group that is listed', ['B-SCM-18'], [post(), remove, groups(meta(0), { after: 15 })]],
  ['... that is not', [], [post(), remove, { ...groups({}), after: 15, answer: { Resources: [] } }]],
  ['... in a list that may lag', [], [post(), remove, groups(meta(0))]],
  ['... without times, as it was', ['B-SCM-18'], [post({}, { meta: undefined }), remove, groups({}, { after: 15 })]],
  [
    '... without times, with another name',
    [],
    [post({}, { meta: undefined }), remove, groups({ displayName: 'x' }, { after: 15 })],
  ],
  ['... whose id another one got', [], [post(), remove, groups(meta(9, 9), { after: 15 })]],
  ['... that was made anew as it was', [], [post(), remove, groups(meta(9), { after: 15 })]],
  ['... much later', [], [post(), remove, groups(meta(0), { after: 120 })]],
  ['... by a deletion that is done later', [], [post(), { ...remove, status: 202 }, groups(meta(0), { after: 15 })]],

  [
    'a SCIM user listed as active who is not',
    ['B-SCM-18'],
    [{ ...user('7'), sent: { ...(user('7').sent as object), active: false } }, people(meta(0))],
  ],
  ['... listed as sent', [], [user('7'), people(meta(0))]],
  [
    'a deleted SCIM user that is listed',
    ['B-SCM-18'],
    [user('7'), { method: 'DELETE', path: '/api/scim/v2/Users/7', status: 204 }, people(meta(0), { after: 15 })],
  ],
  [
    '... at a client of another token and no account',
    [],
    [
      { ...user('7'), isBare: true },
      { method: 'DELETE', path: '/api/scim/v2/Users/7', status: 204, isBare: true },
      people(meta(0), { after: 15, token: 'two', isBare: true }),
    ],
  ],
]

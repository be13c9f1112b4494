import type { Case, Step } from './traffic.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0:'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const user = (sent: object, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/scim/v2/Users',
  sent: { emails: [{ value: 'a@acme.example' }], ...sent },
  status: 201,
  ...more,
})
const group = (sent: object, more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path: '/api/scim/v2/Groups/3',
  sent: { displayName: 'x', ...sent },
  ...more,
})
const patch = (sent: object, more: Partial<Step> = {}): Step => ({
  method: 'PATCH',
  path: '/api/scim/v2/Groups/3',
  sent: { schemas: [patchOp], Operations: [{ op: 'add', path: 'members', value: [{ value: '7' }] }], ...sent },
  ...more,
})
const op = (word: unknown) => ({ Operations: [{ op: word, path: 'members', value: [{ value: '7' }] }] })

/** What the SCIM API has to refuse for its schemas and words. */
export const peopleLack: readonly Case[] = [
  ['a user of another schema that is created', ['B-SCM-16'], [user({ schemas: [`${core}Group`] })]],
  ['... of one that begins alike', ['B-SCM-16'], [user({ schemas: [`${core}Users`] })]],
  ['... of none', ['B-SCM-16'], [user({ schemas: [] })]],
  ['... refused', [], [user({ schemas: [`${core}Group`] }, { status: 400 }), user({}, { status: 422 })]],
  ['... among others', [], [user({ schemas: ['urn:sap:extension', `${core}User`] })]],
  ['... in other letters', [], [user({ schemas: [`${core}USER`.toUpperCase()] }), user({ Schemas: [` ${core}user`] })]],
  ['... as a text', [], [user({ schemas: `${core}User` })]],
  ['... that was covered', [], [user({ schemas: ['***'] })]],
  [
    'a PUT of a user of another schema',
    ['B-SCM-16'],
    [user({ schemas: ['x'], userName: 'a', active: true }, { method: 'PUT', path: '/api/scim/v2/Users/7' })],
  ],
  [
    '... in attributes of other letters',
    [],
    [user({ SCHEMAS: [`${core}User`], username: 'a', Active: true }, { method: 'PUT', path: '/api/scim/v2/Users/7' })],
  ],
  ['a group of another schema', ['B-SCM-16'], [group({ schemas: [`${core}User`] })]],
  ['... of its own', [], [group({ schemas: [`${core}Group`] })]],
  ['a patch of another schema', ['B-SCM-16'], [patch({ schemas: [`${core}Group`] })]],
  ['a patch of another word', ['B-SCM-16'], [patch(op('append'))]],
  ['... refused', [], [patch(op('append'), { status: 400 })]],
  [
    '... of another word behind one that is known',
    ['B-SCM-16'],
    [patch({ Operations: [...op('add').Operations, ...op('move').Operations] })],
  ],
  ['... of its words', [], [patch(op('Add')), patch(op('REMOVE')), patch(op('replace'))]],
  [
    '... of no word, which is not spoken of',
    [],
    [patch(op(undefined)), patch(op(7)), patch({ operations: undefined, ...op('add') })],
  ],
]

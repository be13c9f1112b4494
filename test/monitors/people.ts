import type { Case, Step } from './traffic.ts'

const scim = 'urn:ietf:params:scim:schemas:core:2.0:User'
const sentByScim = {
  schemas: [scim],
  userName: 'anna',
  name: { familyName: 'Ode', givenName: 'Anna' },
  emails: [{ value: 'anna@acme.example', primary: true }],
  active: true,
}
const scimPost = (more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/scim/v2/Users',
  sent: sentByScim,
  status: 201,
  answer: { ...sentByScim, id: 7 },
  ...more,
})
const scimGet = (change: object = {}, more: Partial<Step> = {}): Step => ({
  path: '/api/scim/v2/Users/7',
  answer: { ...sentByScim, id: '7', ...change },
  ...more,
})
const scimPut = (sent: object, more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path: '/api/scim/v2/Users/7',
  sent: { ...sentByScim, ...sent },
  ...more,
})

const named = [
  ['X-Request-ID', 'r'],
  ['X-Client-Version', '1'],
] as const
const person = { companyGroupId: 3, email: 'anna@acme.example', firstName: 'Anna', lastName: 'Ode', phone: '0815' }
const post = (more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/user/v1/users',
  headers: named,
  sent: person,
  answer: { ...person, id: 7 },
  ...more,
})
const get = (change: object = {}, more: Partial<Step> = {}): Step => ({
  path: '/api/user/v1/users/7',
  headers: named,
  answer: { ...person, id: 7, ...change },
  ...more,
})
const remove = (more: Partial<Step> = {}): Step => ({
  method: 'DELETE',
  path: '/api/user/v1/users/7',
  headers: named,
  status: 204,
  ...more,
})

/** Users who are written and read, by the SCIM API and the User API. */
export const people: readonly Case[] = [
  ['a user read with another name', ['B-SCM-18'], [scimPost(), scimGet({ name: { givenName: 'Bo' } })]],
  ['... as it was sent', [], [scimPost(), scimGet()]],
  [
    '... changed since, as it says itself',
    [],
    [
      scimPost({ answer: { ...sentByScim, id: 7, meta: { lastModified: '2031-01-01T08:00:00.000Z' } } }),
      scimGet({ active: false, meta: { lastModified: '2031-01-01T08:00:00.900Z' } }),
    ],
  ],
  [
    '... unchanged since, as it says itself',
    ['B-SCM-18'],
    [
      scimPost({ answer: { ...sentByScim, id: 7, meta: { lastModified: '2031-01-01T08:00:00.000Z' } } }),
      scimGet({ active: false, meta: { lastModified: '2031-01-01T09:00:00.000+01:00' } }),
    ],
  ],
  ['... with less than was sent', [], [scimPost(), { ...scimGet(), answer: { id: 7, userName: 'anna' } }]],
  ['... by the time that others may have changed it', [], [scimPost(), scimGet({ active: false }, { after: 60 })]],
  [
    '... changed by the other interface',
    [],
    [scimPost(), remove({ path: '/api/user/v1/users/8' }), scimGet({ active: false })],
  ],
  ['a PUT that is not read', ['B-SCM-18'], [scimPost(), scimPut({ active: false }), scimGet()]],
  ['... refused', [], [scimPost(), scimPut({ active: false }, { status: 400 }), scimGet()]],
  ['... without an answer yet', [], [scimPost(), scimPut({ active: false }, { status: 202 }), scimGet()]],
  ['a PUT that is there', [], [scimPost(), scimPut({ active: false }), scimGet({ active: false })]],
  [
    'a deleted user that is there',
    ['B-SCM-18'],
    [{ method: 'DELETE', path: '/api/scim/v2/Users/7', status: 204 }, scimGet()],
  ],
  [
    '... that is not',
    [],
    [{ method: 'DELETE', path: '/api/scim/v2/Users/7', status: 204 }, scimGet({}, { status: 404, answer: {} })],
  ],
  ['a second user with an e-mail', ['B-SCM-04'], [scimPost(), scimPost({ answer: { ...sentByScim, id: 8 } })]],
  ['... refused', [], [scimPost(), scimPost({ status: 409, answer: {} })]],
  [
    '... that the first gave up',
    [],
    [scimPost(), scimPut({ emails: [] }), scimPost({ answer: { ...sentByScim, id: 8 } })],
  ],
  ['a user without e-mail', ['B-SCM-15'], [scimPost({ sent: { ...sentByScim, emails: [] } })]],
  ['... refused', [], [scimPost({ sent: { ...sentByScim, emails: [] }, status: 400 })]],
  ['a PUT without active', ['B-SCM-16'], [scimPut({ active: undefined })]],
  ['... with all that it needs', [], [scimPut({ active: false, emails: undefined })]],
  [
    'a patch without operations',
    ['B-SCM-16'],
    [{ method: 'PATCH', path: '/api/scim/v2/Groups/3', sent: { schemas: ['x'] }, status: 204 }],
  ],
  ['a user read with another phone', ['B-USR-37'], [post(), get({ phone: '0816' })]],
  ['... as it was sent', [], [post(), get()]],
  ['... that was sent for one company', [], [post({ path: '/api/user/v1/users?company=north' }), get({ phone: '1' })]],
  ['... that is shown as null', ['B-USR-37'], [post(), get({ phone: null })]],
  ['a user deleted and there', ['B-USR-37'], [remove(), get()]],
  ['... and not there', [], [remove(), get({}, { status: 404, answer: { message: 'none' } })]],
  ['two users with one e-mail', ['B-USR-03'], [post(), post({ answer: { ...person, id: 8 } })]],
  ['... in other letters', [], [post(), post({ sent: { ...person, email: 'Anna@acme.example' }, answer: { id: 8 } })]],
  [
    '... after a deletion that is told with 400',
    [],
    [post(), remove({ status: 400 }), post({ answer: { ...person, id: 8 } })],
  ],
  ['... which is the one user', [], [post(), post()]],
  ['a user without a group', ['B-USR-29'], [post({ sent: { email: 'a@b' } })]],
  ['... refused', [], [post({ sent: { email: 'a@b' }, status: 400 })]],
  ['a call without X-Request-ID', ['B-USR-30'], [get({}, { headers: named.slice(1) })]],
  ['... refused', [], [get({}, { headers: named.slice(1), status: 400 })]],
]

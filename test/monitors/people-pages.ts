import type { Case, Step } from './traffic.ts'

const headers = [
  ['X-Request-ID', 'r'],
  ['X-Client-Version', '1'],
] as const
const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}.500Z`
const companies = (...groups: readonly unknown[]) => groups.map((groupId, nth) => ({ companyId: nth + 1, groupId }))
const person = {
  email: 'anna@acme.example',
  name: 'anna',
  firstName: 'Anna',
  lastName: 'Ode',
  active: true,
  created: at(0),
  lastChanged: at(0),
  companies: companies(3),
}
const sent = { companyGroupId: 3, email: person.email, firstName: 'Anna', lastName: 'Ode' }
const post = (answer: object = {}, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/api/user/v1/users',
  headers,
  sent,
  status: 201,
  answer: { ...person, id: 7, ...answer },
  ...more,
})
const put = (body: object, answer: object, more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path: '/api/user/v1/users/7',
  headers,
  sent: { ...sent, id: 7, ...body },
  answer: { ...person, id: 7, ...answer },
  ...more,
})
const remove: Step = { method: 'DELETE', path: '/api/user/v1/users/7', headers, status: 204 }
const list = (row: object, more: Partial<Step> = {}): Step => ({
  path: '/api/user/v1/users',
  headers,
  answer: { content: [{ ...person, id: 7, ...row }] },
  ...more,
})
const by = (query: string, row: object = {}): Step => list(row, { path: `/api/user/v1/users?${query}` })
const paired = [{ companyId: 2001, groupId: 3 }]
const refused = (companyGroupId: number): Partial<Step> => ({ sent: { ...sent, companyGroupId }, status: 400 })
const date = [['Date', 'Sun, 01 Mar 2026 10:00:00 GMT']] as const
const old = { created: '2020-01-01T08:00:00Z', lastChanged: '2021-01-01T08:00:00Z' }

/** Lists of users, and what the User API answers to a POST and a PUT. */
export const peoplePages: readonly Case[] = [
  ['a user listed with another first name', ['B-USR-37'], [post(), list({ firstName: 'Ann' })]],
  ['... as she was sent', [], [post(), list({})]],
  [
    '... who was there in one company before',
    [],
    [post({ created: at(0), lastChanged: at(5) }), list({ firstName: 'Ann', lastChanged: at(0) })],
  ],
  [
    '... written for one company',
    [],
    [post({}, { path: '/api/user/v1/users?company=north' }), list({ firstName: 'Ann' })],
  ],
  [
    '... after a PUT that is not listed',
    ['B-USR-37'],
    [post(), put({ firstName: 'Ann' }, { lastChanged: at(3) }), list({ lastChanged: at(3) })],
  ],
  ['... that lags', [], [post(), put({ firstName: 'Ann' }, { lastChanged: at(3) }), list({})]],
  [
    '... changed once more, as she says herself',
    [],
    [post(), put({ firstName: 'Ann' }, { lastChanged: at(3) }), list({ lastChanged: at(4) })],
  ],
  [
    '... who was created for one company just before',
    [],
    [post({}, { path: '/api/user/v1/users?company=north' }), post({ firstName: 'Ann' }), list({ firstName: 'Ann' })],
  ],
  [
    '... who is an old one, as she says herself',
    [],
    [post({ ...old, firstName: 'Ann' }), list({ ...old, firstName: 'Ann' })],
  ],
  ['a deleted user who is listed', ['B-USR-37'], [post(), remove, list({}, { after: 15 })]],
  ['... soon after', [], [post(), remove, list({}, { after: 5 })]],
  [
    '... with another user under her id',
    [],
    [post(), remove, list({ created: at(9), lastChanged: at(9) }, { after: 15 })],
  ],
  ['... of another account', [], [post(), remove, list({}, { after: 15, path: '/api/user/v1/users?account=other' })]],

  ['a user created with another group', ['B-USR-27'], [post({ companies: companies(4, 4) })]],
  ['... in one of her companies', ['B-USR-27'], [post({ companies: companies(3, 4) })]],
  ['... where she was before', [], [post({ companies: companies(3, 4), lastChanged: at(5) })]],
  ['... where she was long before', [], [post({ companies: companies(3, 4), ...old, lastChanged: old.created })]],
  ['... in the one company there is, which may call it so', [], [post({ companies: companies(4) })]],
  [
    '... in that which was asked for',
    [],
    [post({ companies: companies(4, 4) }, { path: '/api/user/v1/users?company=north' })],
  ],
  [
    '... shown without groups',
    [],
    [post({ companies: companies(null, undefined) }), post({ companies: undefined, id: 7 })],
  ],
  ['... whose group is not decided yet', [], [post({ companies: companies(4, 4) }, { status: 202 })]],

  ['a PUT with the id of another', ['B-USR-28', 'B-USR-11!'], [put({ id: 8 }, {})]],
  ['... refused', ['B-USR-11!'], [put({ id: 8 }, {}, { status: 400 })]],
  ['... with its own as a text', [], [put({ id: '007' }, {})]],
  ['... without one', [], [put({ id: undefined }, {}), put({ id: null }, {})]],
  ['... with one that was covered', [], [put({ id: { hidden: true } }, {})]],
  [
    '... with one that a number rounds',
    [],
    [{ ...put({ id: 9007199254740993 }, {}), path: '/api/user/v1/users/9007199254740993' }],
  ],

  ['a list by e-mail that shows another', ['B-USR-06'], [by('email=bo@acme.example')]],
  ['... that shows her', [], [by('email=ANNA%40acme.example'), by('email=')]],
  [
    '... as plus and blank',
    [],
    [by('email=a+b@acme.example', { email: 'a+b@acme.example' }), by('name=a+b', { name: 'A B' })],
  ],
  ['... with a sharp s in capitals', [], [by('name=STRASSE', { name: 'straße' })]],
  [
    '... whose e-mail was covered',
    [],
    [by('email=bo@acme.example', { email: 'redacted-0a1b2c3d' }), by('email=xxxxxx@acme.example')],
  ],
  ['... by two', [], [by('email=bo@acme.example&email=anna@acme.example')]],
  ['... changed lately', [], [by('email=bo@acme.example', { lastChanged: at(1) })]],
  ['... by name that shows another', ['B-USR-06'], [by('name=bo')]],
  ['... and old', ['B-USR-06'], [{ ...by('name=bo', old), answerHeaders: date }]],
  [
    '... and old, of two companies',
    [],
    [{ ...by('name=bo', { ...old, companies: companies(3, 3) }), answerHeaders: date }],
  ],
  ['... by active that shows who is not', ['B-USR-06'], [by('active=true', { active: false })]],
  ['... combined', ['B-USR-06'], [by('email=anna@acme.example&active=false')]],
  ['... of neither', [], [by('active=true', { active: null }), by('active=TRUE', { active: false })]],

  ['a company sent as group', ['B-USR-08!'], [list({ companies: paired }), post({}, refused(2001))]],
  [
    '... which is a group, too',
    [],
    [list({ companies: [...paired, { companyId: 1, groupId: 2001 }] }), post({}, refused(2001))],
  ],
  [
    '... of another account',
    [],
    [list({ companies: paired }), post({}, { ...refused(2001), path: '/api/user/v1/users?account=other' })],
  ],
  [
    '... that is served',
    [],
    [list({ companies: paired }), post({ companies: undefined }, { ...refused(2001), status: 201 })],
  ],
  ['... of a small number', [], [list({ companies: [{ companyId: 4, groupId: 3 }] }), post({}, refused(4))]],
  ['a group that was shown of nobody', [], [list({ companies: paired }), post({}, refused(9001))]],
]

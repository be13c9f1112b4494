import { describe, expect, test } from 'vitest'
import { guard } from '../../src/target/guard.ts'
import { ownership } from '../../src/target/ownership.ts'
import type { Target } from '../../src/target/target.ts'

const target = {
  writes: true,
  basePaths: { token: '/api/oauth2/v1', data: '/api/data/v4', service: '/api/tree/composite-tree/calls' },
  identities: { password: { username: 'acme/trial' } },
} as unknown as Target
const owned = ownership('fabcd')
const own = 'AAAAAAAABBBBCCCCDDDDEEEEEEEEEEEE'
const dashed = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'
const foreign = '11111111222233334444555555555555'
owned.own(own)
const judge = (method: string, path: string, body?: unknown, raw?: string) =>
  guard(target, owned).judge({
    method,
    url: `http://127.0.0.1:1${path}`,
    ...(body === undefined ? {} : { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }),
    ...(raw === undefined ? {} : { raw: Buffer.from(raw) }),
  })
const data = '/api/data/v4/ServiceCall'
const [tree, trees] = ['/api/tree/composite-tree/calls', '/api/tree/composite-bulk/calls']

describe('own objects pass', () => {
  test.each([
    ['GET', `${data}/${foreign}`],
    ['POST', data, { externalId: 'fabcd00001-1' }],
    ['POST', data, { id: dashed }],
    ['PUT', `${data}/${own}?dtos=x`, {}],
    ['PATCH', `${data}/${dashed}`, {}],
    [
      'PATCH',
      `${data}/bulk`,
      [
        { id: own, subject: 'x' },
        { id: dashed, externalId: 'fabcd00002-1' },
      ],
    ],
    ['PUT', `${data}/externalId/bulk`, [{ externalId: 'fabcd00001-1' }]],
    ['DELETE', `${data}/bulk`, [{ id: own, lastChanged: 1 }]],
    ['DELETE', `${data}/externalId/fabcd00001-%2F%20x`],
    ['POST', tree, { businessPartner: { id: foreign }, externalId: 'fabcd00003-1' }],
    [
      'PATCH',
      `${tree}/${own}`,
      { subject: 'x', businessPartner: { id: foreign }, activities: [{ id: { uuid: own } }] },
    ],
    ['POST', trees, [{ externalId: 'fabcd00003-1' }, { subject: 'x' }]],
    ['PATCH', trees, [{ id: own }, { id: { uuid: dashed } }]],
    ['POST', '/api/oauth2/v1/token', 'grant_type=password'],
    ['POST', '/api/oauth2/v1/change_password', 'username=acme%2Ftrial'],
  ] as const)('%s %s', (method, path, body?: unknown) => {
    expect(() => judge(method, path, body)).not.toThrow()
  })
})

describe('every write route refuses a foreign object, in whatever spelling', () => {
  test.each([
    ['POST', data, { id: foreign }],
    ['PUT', `${data}/${foreign}`, {}],
    ['PATCH', `${data}/${foreign}`, {}],
    ['DELETE', `${data}/${foreign}?lastChanged=1`],
    ['PUT', `${data}/externalId/theirs`, {}],
    ['PATCH', `${data}/externalId/theirs`, {}],
    ['DELETE', `${data}/externalId/theirs`],
    ['DELETE', `${data}/externalId/xfabcd00001`],
    ['POST', '/api/oauth2/v1/change_password', 'username=acme%2Fsomebody'],
    ['DELETE', `/api/data/v4//ServiceCall//${foreign}`],
    ['DELETE', `${data}/${own}/../${foreign}`],
    ['DELETE', `${data}/%2e%2e/ServiceCall/${foreign}`],
    ['DELETE', `/api/data/%76%34/ServiceCall/${foreign}`],
    ['DELETE', `/API/DATA/V4/ServiceCall/${foreign}`],
    ['DELETE', `${data}/%zz`],
    ['DELETE', data],
    ['PATCH', '/api/data/v4/ServiceCall/bulk', [{ id: foreign }]],
    ['PUT', `${data}/bulk`, [{ id: own }, { id: foreign }]],
    ['PATCH', `${data}/bulk`, [{ id: own, externalId: 'theirs' }]],
    ['DELETE', `${data}/externalId/bulk`, [{ externalId: 'fabcd00001-1' }, { externalId: 'theirs' }]],
    ['PATCH', `${data}/externalId/bulk`, [{ externalId: 'fabcd00001-1', id: foreign }]],
    ['PATCH', `${data}/bulk`, `[{"id":"${foreign}","ID":"${own}","id":"${own}"}]`],
    ['PATCH', `${data}/%62ulk`, [{ id: foreign }]],
    ['PATCH', `${data}/externalId/bulk`, '[{"externalId":"theirs","EXTERNALID":"x","externalId":"fabcd00001-1"}]'],
    ['PATCH', `${data}/bulk`, [{ externalId: 'fabcd00001-1' }]],
    ['PATCH', `${data}/bulk`, []],
    ['DELETE', `${data}/bulk`, [own]],
    ['DELETE', `${data}/bulk`, [[{ id: own }]]],
    ['DELETE', `${data}/bulk`, [null]],
    ['DELETE', `${data}/bulk`, `[{"id":"${own}"},`],
    ['DELETE', `${data}/bulk`, { id: own }],
    ['DELETE', `${data}/bulk`],
    ['POST', `${data}/bulk`, [{ id: own }]],
    ['PUT', `${data}/externalId/bulk`, { externalId: 'fabcd00001-1' }],
    ['PATCH', `${tree}/${foreign}`, { subject: 'x' }],
    ['PATCH', `${tree}/${own}`, { activities: [{ id: { uuid: foreign } }] }],
    ['PATCH', `${tree}/${own}`, { activities: [{ externalId: 'theirs' }] }],
    ['PATCH', `${tree}/${own}`, '{"subject":'],
    ['PATCH', `${tree}/${own}/activities`, { subject: 'x' }],
    ['PATCH', `${tree}/%2e%2e/${own}`, {}],
    ['PATCH', tree, { subject: 'x' }],
    ['PUT', `${tree}/${own}`, {}],
    ['POST', trees, [{ externalId: 'theirs' }]],
    ['PATCH', trees, [{ id: own }, { id: foreign }]],
    ['PATCH', trees, [{ id: own }, { externalId: 'fabcd00003-1' }]],
    ['PATCH', trees, [{ id: own }, 'x']],
    ['PATCH', `${trees}/${own}`, [{ id: own }]],
    ['POST', '/api/data/batch/v1/', 'x'],
    ['DELETE', '/api/scim/v2/Users/1'],
    ['PUT', '/somewhere/else', {}],
  ] as const)('%s %s', (method, path, body?: unknown) => {
    expect(() => judge(method, path, body)).toThrow(/was not sent/)
  })

  test('raw bytes are read, not the words beside them', () => {
    expect(() => judge('GET', '/harmless', undefined, `DELETE ${data}/${foreign} HTTP/1.1\r\nHost: x\r\n\r\n`)).toThrow(
      /was not sent/,
    )
    expect(() =>
      judge(
        'GET',
        '/harmless',
        undefined,
        `DELETE http://other/api/data/v4/ServiceCall/${foreign} HTTP/1.1\r\nHost: x\r\n\r\n`,
      ),
    ).toThrow(/was not sent/)
    expect(() =>
      judge('GET', '/harmless', undefined, `POST ${data} HTTP/1.1\r\nHost: x\r\n\r\n{"id":"${foreign}"}`),
    ).toThrow(/was not sent/)
    expect(() =>
      judge('GET', '/harmless', undefined, `DELETE ${data}/${own} HTTP/1.1\r\nHost: x\r\n\r\n`),
    ).not.toThrow()
  })
})

test('bulk may be an external id where the body is no list', () => {
  const named = guard(target, ownership('bulk'))
  const put = (body: string) =>
    named.judge({ method: 'PUT', url: `http://127.0.0.1:1${data}/externalId/bulk`, body: Buffer.from(body) })[0]
  expect(put('{}')).toMatchObject({ externalId: 'bulk', touches: [] })
  expect(put('[{"externalId":"bulk-2"}]')?.bulk?.elements).toEqual([{ externalId: 'bulk-2' }])
})

test('writes: false blocks what would write, and nothing else', () => {
  const reading = guard({ ...target, writes: false }, owned)
  expect(() => reading.judge({ method: 'POST', url: `http://127.0.0.1:1${data}`, body: Buffer.from('{}') })).toThrow(
    /writes: false/,
  )
  expect(reading.judge({ method: 'GET', url: `http://127.0.0.1:1${data}` })).toEqual([])
})

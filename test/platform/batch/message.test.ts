import { expect, test } from 'vitest'
import { companiesPath } from '../access/wire.ts'
import { batches, call, message, piece, statuses, told } from './wire.ts'

const list = { method: 'GET', path: call('ServiceCall') }

test('parts are answered in order, each with its Content-ID', async () => {
  const { ask } = await batches()
  const parts = await ask(
    [{ ...list, contentId: 'one' }, list, { method: 'GET', path: call('Nothing'), contentId: '<three@x>' }],
    { query: '&transactional=false' },
  )
  expect(statuses(parts)).toEqual([200, 200, 404])
  expect(parts.map(({ contentId }) => contentId)).toEqual(['one', undefined, '<three@x>'])
})

test('any interface at the cluster may be addressed', async () => {
  const { ask } = await batches()
  const [companies] = await ask([{ method: 'GET', path: companiesPath, headers: ['Accept: application/json'] }])
  expect(companies?.json['companies']).toHaveLength(2)
})

test.each([
  ['quoted', 'multipart/mixed; boundary="cut"'],
  ['other case', 'Multipart/Mixed;BOUNDARY=cut'],
  ['other parameters', 'multipart/mixed; charset=utf-8; boundary=cut; x="y;z"'],
])('the boundary is read: %s', async (_form, type) => {
  const { post } = await batches()
  expect(statuses(told(await post(message([piece(list)]), { type })))).toEqual([200])
})

test.each([
  ['specials', "a'()+_,-./:=?b"],
  ['inner blank', 'a b'],
  ['seventy characters', 'x'.repeat(70)],
  ['dashes', '----x'],
])('a boundary may hold %s', async (_form, boundary) => {
  const { post } = await batches()
  expect(
    statuses(
      told(
        await post(message([piece(list), piece(list)], boundary), { type: `multipart/mixed; boundary="${boundary}"` }),
      ),
    ),
  ).toEqual([200, 200])
})

test.each([
  ['right after the colon', 'Content-Type:\r\n application/http\r\n'],
  ['before a parameter', 'Content-Type: application/http;\r\n\tmsgtype=request\r\n'],
])('a part header may be folded %s', async (_where, header) => {
  const { post } = await batches()
  const folded = piece(list).replace('Content-Type: application/http\r\n', header)
  expect(folded).toContain(header)
  expect(statuses(told(await post(message([folded]))))).toEqual([200])
})

test('preamble, epilogue and transport padding mean nothing', async () => {
  const { post } = await batches()
  const padded = message([piece(list)])
    .replace('--cut\r\n', '--cut \t\r\n')
    .replace('--cut--', '--cut--  ')
  expect(statuses(told(await post(`before\r\n${padded}after\r\n`)))).toEqual([200])
})

test('a body may hold the boundary within a line, and other than ASCII', async () => {
  const { ask } = await batches()
  const parts = await ask([{ method: 'POST', path: call('ServiceCall'), body: { subject: 'x --cut y ä€😀' } }, list])
  expect(statuses(parts)).toEqual([201, 200])
  expect(parts[0]?.text).toContain('x --cut y ä€😀')
})

test.each<[string, string, string?]>([
  ['no boundary', message([piece(list)]), 'multipart/mixed'],
  ['another subtype', message([piece(list)]), 'multipart/form-data; boundary=cut'],
  ['another boundary', message([piece(list)]), 'multipart/mixed; boundary=other'],
  ['no end', message([piece(list)]).replace('--cut--\r\n', '')],
  ['no part', '--cut--\r\n'],
  ['nothing', ''],
  ['line feeds only', message([piece(list)]).replaceAll('\r', '')],
])('a message that cannot be read is refused: %s', async (_what, body, type) => {
  const { post } = await batches()
  expect((await post(body, type === undefined ? {} : { type })).status).toBe(400)
})

test.each<[string, Parameters<typeof piece>[0]]>([
  ['other type of part', { ...list, partHead: 'Content-Type: application/json\r\n' }],
  ['no type', { ...list, partHead: 'X: y\r\n' }],
  ['no request line', { method: 'GET', path: '' }],
  ['full URL', { method: 'GET', path: `http://127.0.0.1${call('ServiceCall')}` }],
  ['network path', { method: 'GET', path: `//127.0.0.1${call('ServiceCall')}` }],
  ['no leading slash', { method: 'GET', path: call('ServiceCall').slice(1) }],
  ['a batch', { method: 'POST', path: '/api/data/batch/v1/', body: '{}' }],
  ['chunked', { ...list, headers: ['Transfer-Encoding: chunked'] }],
  ['length too long', { ...list, headers: ['Content-Length: 5'] }],
])('a part that is no request fails alone: %s', async (_what, part) => {
  const { ask } = await batches()
  expect(statuses(await ask([list, part, list], { query: '&transactional=false' }))).toEqual([200, 400, 200])
})

test('two requests in one part are not done', async () => {
  const { post, get } = await batches()
  const create = piece({ method: 'POST', path: call('ServiceCall'), body: { subject: 'two', externalId: 'two-1' } })
  const parts = told(
    await post(message([`${create}${create.slice(create.indexOf('POST'))}`]), { query: '&transactional=false' }),
  )
  expect(statuses(parts)).toEqual([400])
  expect((await get(call('ServiceCall', '/externalId/two-1'))).status).toBe(404)
})

test('authentication is inherited, and never taken from a part', async () => {
  const { ask, post, token } = await batches()
  expect(statuses(await ask([{ ...list, headers: ['Authorization: Bearer nonsense'] }]))).toEqual([200])
  const answer = await post(message([piece({ ...list, headers: [`Authorization: Bearer ${token}`] })]), { token: null })
  expect(answer.status).toBe(401)
})

test('a thousand requests are taken, one more is not', async () => {
  const { ask, post } = await batches()
  const small = { method: 'GET', path: `${call('ServiceCall')}&pageSize=1` }
  expect(statuses(await ask(Array.from({ length: 1000 }, () => small)))).toEqual(
    Array.from({ length: 1000 }, () => 200),
  )
  expect((await post(message(Array.from({ length: 1001 }, () => piece(small))))).status).toBe(400)
})

test('a part of 20 MB is taken', async () => {
  const { ask } = await batches()
  const parts = await ask([
    { method: 'POST', path: call('ServiceCall'), body: { subject: 'big', remarks: 'r'.repeat(20 * 1024 * 1024) } },
    list,
  ])
  expect(statuses(parts)).toEqual([201, 200])
})

import { expect, test } from 'vitest'
import { defects, type DefectKind } from '../../src/batch/defect.ts'
import { canonical } from '../../src/batch/form.ts'
import type { BatchRequest } from '../../src/batch/request.ts'
import { writeBatch } from '../../src/batch/write.ts'
import { basePaths } from '../../src/target/base-paths.ts'
import { guard } from '../../src/target/guard.ts'
import { ownership } from '../../src/target/ownership.ts'
import type { Target } from '../../src/target/target.ts'

const own = 'A'.repeat(32)
const foreign = 'B'.repeat(32)
const owned = ownership('fabcd')
owned.own(own)
const target = { writes: true, basePaths, identities: {} } as unknown as Target

const data = '/api/data/v4/ServiceCall'
const patch = (id: string): BatchRequest => ({
  method: 'PATCH',
  path: `${data}/${id}?dtos=ServiceCall.27`,
  headers: [['Content-Type', 'application/json']],
  body: '{"subject":"x"}',
})
const create = (body: unknown): BatchRequest => ({
  method: 'POST',
  path: `${data}?dtos=ServiceCall.27`,
  body: JSON.stringify(body),
})
const judge = (requests: readonly BatchRequest[], kind?: DefectKind, at = 0) => {
  const { contentType, body } = writeBatch(requests, canonical, kind && { kind, at })
  return guard(target, owned).judge({
    method: 'POST',
    url: `http://127.0.0.1:1${basePaths.batch}?account=a`,
    headers: [['Content-Type', contentType]],
    body,
  })
}

test('every part is judged', () => {
  expect(
    judge([
      patch(own),
      create({ id: own, subject: 'y' }),
      { method: 'DELETE', path: `${data}/externalId/fabcd-1?dtos=x` },
    ]).map(({ kind }) => kind),
  ).toEqual(['update', 'create', 'delete'])
  expect(judge([{ method: 'GET', path: `${data}/${foreign}` }])).toEqual([])
})

test('a tree is judged by the external id of its service call, and its place is read', () => {
  const tree = (externalId?: string): BatchRequest => ({
    method: 'POST',
    path: basePaths.service,
    headers: [
      ['X-Account-Name', 'a'],
      ['X-Company-Name', 'c'],
    ],
    body: JSON.stringify({ subject: 'x', externalId }),
  })
  expect(judge([tree('fabcd-1')])).toMatchObject([
    { kind: 'create', query: { account: 'a', company: 'c' }, parts: [{ externalId: 'fabcd-1' }] },
  ])
  expect(() => judge([tree('theirs')])).toThrow(/was not sent/)
  expect(() => judge([tree()])).toThrow(/was not sent/)
})

test.each<[string, BatchRequest]>([
  ['a foreign record', patch(foreign)],
  ['a foreign external id', { method: 'DELETE', path: `${data}/externalId/theirs` }],
  ['a foreign id in a body', create({ id: foreign })],
  ['a create without a name of ours', create({ subject: 'x' })],
  ['a write route that nobody knows', { method: 'POST', path: '/somewhere/else', body: '{}' }],
])('%s is not sent', (_what, request) => {
  expect(() => judge([patch(own), request, patch(own)])).toThrow(/was not sent/)
})

test.each(Object.keys(defects) as DefectKind[])('whatever is broken, a foreign record is found: %s', (kind) => {
  const shown = !['no part', 'part of plain JSON', 'no request line', 'CONNECT in a part', 'TRACE in a part'].includes(
    kind,
  )
  const sent = () => judge([patch(own), patch(foreign)], kind, 1)
  if (shown) expect(sent).toThrow(/was not sent/)
  else expect(sent().length).toBeLessThanOrEqual(1)
})

test('a batch in a batch, and a path spelled otherwise, are looked into', () => {
  const inner = writeBatch([patch(foreign)])
  expect(() =>
    judge([
      { method: 'POST', path: basePaths.batch, headers: [['Content-Type', inner.contentType]], body: inner.body },
    ]),
  ).toThrow(/was not sent/)
  const { body } = writeBatch([patch(foreign)])
  expect(() =>
    guard(target, owned).judge({ method: 'POST', url: 'http://127.0.0.1:1/API/data//batch/v1', headers: [], body }),
  ).toThrow(/was not sent/)
})

import { describe, expect, it } from 'vitest'
import { answer } from '../../../../src/clients/answer.ts'
import { lockRefusalMismatch } from '../../../../suites/data/model/lock.ts'
import { newScope } from '../../../../src/target/scope.ts'

const said = (status: number, body: unknown) =>
  answer(
    {
      id: 'x',
      startedAt: 0,
      ms: 0,
      request: { method: 'PATCH', url: 'http://test/', headers: [] },
      response: { status, statusText: '', headers: [], body: Buffer.from(JSON.stringify(body)) },
    },
    newScope('test', 'tag'),
  )
const right = { error: 'CA-27', message: 'resource concurrent modification detected', values: [17] }

describe('the refusal of a stale lastChanged', () => {
  it.each([
    right,
    { ...right, values: ['17'] },
    { ...right, values: [17, 'more'] },
    { ...right, message: 'CA-27: Resource concurrent modification detected.' },
    { ...right, children: [right] },
  ])('is taken as %j', (body) => expect(lockRefusalMismatch(said(409, body), 17)).toBeUndefined())

  it.each([
    [412, right],
    [409, { ...right, error: 'CA-26' }],
    [409, { ...right, error: 27 }],
    [409, { ...right, message: 'conflict' }],
    [409, { ...right, message: undefined }],
    [409, { ...right, values: [] }],
    [409, { ...right, values: [16] }],
    [409, { ...right, values: 17 }],
    [409, { ...right, values: [''] }],
    [409, null],
    [200, right],
  ])('is not taken as %i %j', (status, body) =>
    expect(lockRefusalMismatch(said(status, body), 17)?.expected).toContain('CA-27'),
  )
})

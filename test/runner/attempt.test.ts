import { expect, test } from 'vitest'
import type { Exchange } from '../../src/exchange/exchange.ts'
import type { Check } from '../../src/kit/check.ts'
import { Breach } from '../../src/kit/mismatch.ts'
import { attempt } from '../../src/runner/attempt.ts'
import type { Session } from '../../src/session/session.ts'
import { currentScope, newScope } from '../../src/target/scope.ts'

const facts = { addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'server' } as const
const requirement = { id: 'data/a', interface: 'data', level: 'must', says: 'A rule.', sources: ['A-DAT-01'] }
const exchange: Exchange = {
  id: 'fabcd00000-1',
  startedAt: 0,
  ms: 1,
  request: { method: 'GET', url: 'http://127.0.0.1/x', headers: [] },
  response: { status: 200, statusText: 'OK', headers: [], body: Buffer.from('{}') },
}

test('what an attempt saw is reported, and its scope then empty: sockets keep it while they live', async () => {
  const scope = newScope('data/a/b', 'fabcd00000')
  const session = {
    redactor: { text: (text: string) => text, cutBody: (text: string) => text },
    rerun: (id: string) => id,
    contextFor: () => ({ context: {}, scope }),
    report: ({ id }: Exchange) => ({ id }),
    visibility: { readSoon: () => false },
    userIds: () => [],
  } as unknown as Session
  const run = async () => {
    currentScope()?.exchanges.push(exchange)
    currentScope()?.asserted.add(exchange)
    throw new Breach({ expected: 'x', actual: 'y', exchanges: [exchange] })
  }
  const check = { id: 'data/a/b', kind: 'check', requirement, run } as unknown as Check
  const { exchanges, outcome } = await attempt(check, session, facts)
  expect(outcome.is).toBe('breach')
  expect(exchanges).toEqual([{ id: exchange.id }])
  expect([scope.exchanges, [...scope.asserted]]).toEqual([[], []])
})

import { expect, test } from 'vitest'
import { basePaths } from '../../src/target/base-paths.ts'
import { newScope, type Scope } from '../../src/target/scope.ts'
import { longestLag, takenMs, visibility } from '../../src/target/visibility.ts'

function made(measuredMs: number, declaredMs?: number) {
  const waits: number[] = []
  const calls = { measured: 0 }
  let time = 0
  const seen = visibility({
    basePaths,
    ...(declaredMs === undefined ? {} : { declaredMs }),
    measure: async () => ((calls.measured += 1), measuredMs),
    wait: async (ms) => {
      waits.push(ms)
      time += ms
    },
    now: () => time,
  })
  return { seen, waits, calls, pass: (ms: number) => (time += ms) }
}

const asks = (method: string, path: string, body = '') => ({
  method,
  url: `https://eu.example${path}`,
  headers: [],
  body: Buffer.from(body),
})
const list = asks('GET', '/api/data/v4/ServiceCall?dtos=ServiceCall.27')
const scope = (lists?: Scope['lists']) => newScope('a check', 'fabcd00000', lists)

test('nothing is waited for, and nothing measured, before a scope has written', async () => {
  const { seen, waits, calls } = made(1000)
  await seen.before(list, scope())
  expect([waits, calls.measured, seen.told()]).toEqual([[], 0, undefined])
})

test('a list waits half as long again as it was measured, counted from the last write of its scope', async () => {
  const { seen, waits, calls, pass } = made(1000)
  const one = scope()
  seen.wrote(one)
  pass(500)
  await seen.before(list, one)
  await seen.before(list, one)
  expect([waits, calls.measured]).toEqual([[1250], 1])
  expect(seen.told()).toMatchObject({ lags: true })
})

test('a list of what another scope wrote waits as long, counted from then', async () => {
  const { seen, waits, pass } = made(1000)
  const [maker, reader] = [scope(), scope()]
  seen.wrote(maker)
  pass(500)
  const wroteAt = await seen.settled(maker)
  seen.wrote(reader, wroteAt)
  pass(-1000)
  await seen.before(list, reader)
  expect(waits).toEqual([1250, 1000])
  expect(seen.readSoon(reader)).toBe(true)
})

test('what shows at once costs nothing', async () => {
  const { seen, waits } = made(0)
  const one = scope()
  seen.wrote(one)
  await seen.before(list, one)
  expect([waits, seen.told()?.lags]).toEqual([[], false])
})

test('the target file may declare the lag: then nothing is measured', async () => {
  const { seen, waits, calls } = made(1000, 8000)
  const one = scope()
  seen.wrote(one)
  await seen.before(list, one)
  expect([waits, calls.measured]).toEqual([[8000], 0])
})

test('only lists, deleted listings, expansions and the Query API wait, also within a batch', async () => {
  for (const [outgoing, waited] of [
    [list, true],
    [asks('GET', '/api/data/v4/ServiceCall/deleted?from=1'), true],
    [asks('GET', '/api/data/v4/ServiceCall/AB?expand=activities'), true],
    [asks('POST', '/api/query/v1?account=a', '{}'), true],
    [asks('POST', '/api/data/batch/v1/', 'x\r\n\r\nGET /api/data/v4/ServiceCall HTTP/1.1\r\n'), true],
    [asks('POST', '/api/data/batch/v1/', 'x\r\n\r\nPOST /api/data/v4/ServiceCall HTTP/1.1\r\n'), false],
    [asks('GET', '/api/data/v4/ServiceCall/AB'), false],
    [asks('GET', '/api/data/v4/ServiceCall/externalId/deleted'), false],
    [asks('PATCH', '/api/data/v4/ServiceCall/AB'), false],
  ] as const) {
    const { seen, waits } = made(1000)
    const one = scope()
    seen.wrote(one)
    await seen.before(outgoing, one)
    expect([outgoing.url, waits.length > 0]).toEqual([outgoing.url, waited])
  }
})

test('a try with the longest wait is worth while until three were in vain; one that helped makes all lists wait so long', async () => {
  const { seen, waits } = made(0)
  const hasty = scope()
  seen.wrote(hasty)
  await seen.before(list, hasty)
  expect(seen.readSoon(hasty)).toBe(true)
  const patient = scope('patiently')
  seen.wrote(patient)
  await seen.before(list, patient)
  expect([waits, seen.readSoon(patient)]).toEqual([[longestLag], false])
  for (const _ of [1, 2, 3]) seen.patienceHelped(false)
  expect(seen.worthPatience()).toBe(false)
  seen.patienceHelped(true)
  expect([seen.worthPatience(), seen.told()?.lags]).toEqual([true, true])
})

test('a write of the SCIM API that was only taken is given its time by what asks for people, and by nothing else', async () => {
  const { seen, waits, pass } = made(0)
  const [one, other] = [scope(), scope()]
  const user = asks('GET', '/api/scim/v2/Users/7')
  seen.answered(asks('DELETE', '/api/scim/v2/Users/7'), 202, one)
  pass(500)
  await seen.before(list, one)
  await seen.before(user, other)
  await seen.before(user, { ...one, tidies: true })
  expect(waits).toEqual([])
  await seen.before(user, one)
  await seen.before(user, one)
  expect(waits).toEqual([takenMs - 500])
})

test.each([
  ['another status', asks('DELETE', '/api/scim/v2/Users/7'), 204],
  ['a read', asks('GET', '/api/scim/v2/Users/7'), 202],
  ['another interface', asks('DELETE', '/api/data/v4/ServiceCall/7'), 202],
])('%s is not waited for as a write that was only taken', async (_, write, status) => {
  const { seen, waits } = made(0)
  const one = scope()
  seen.answered(write, status, one)
  await seen.before(asks('GET', '/api/scim/v2/Users/7'), one)
  expect(waits).toEqual([])
})

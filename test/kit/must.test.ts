import { describe, expect, test } from 'vitest'
import { eventually } from '../../src/kit/eventually.ts'
import { matchers } from '../../src/kit/matchers.ts'
import { Breach } from '../../src/kit/mismatch.ts'
import { must } from '../../src/kit/must.ts'
import { rely } from '../../src/kit/rely.ts'
import { requirements } from '../../src/kit/requirements.ts'
import { Blocked } from '../../src/target/blocked.ts'
import { newScope, withScope, type Scope } from '../../src/target/scope.ts'
import type { Target } from '../../src/target/target.ts'
import { answered } from './answers.ts'

const inScope = <T>(body: (scope: Scope) => T): T => {
  const scope = newScope('kit/must/case', 'abcdefghij')
  return withScope(scope, () => body(scope))
}

function breachOf(body: () => unknown): Breach {
  try {
    body()
  } catch (error) {
    if (error instanceof Breach) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('must', () => {
  test('has every matcher as a verb', () => {
    expect(Object.keys(must)).toEqual(Object.keys(matchers))
  })

  test('throws the mismatch that its matcher returns', () =>
    inScope(() => {
      const breach = breachOf(() => must.equal('answer', 41, 42))
      expect(breach.mismatch).toMatchObject(matchers.equal('answer', 41, 42) ?? {})
      expect(breach.message).toBe('expected answer 42; got 41')
    }))

  test('counts what held and rests it on the answers that were read for it', () =>
    inScope((scope) => {
      const read = answered(200, {}, scope)
      const unread = answered(200, {}, scope)
      must.status(read, 200)
      expect(scope.held).toBe(1)
      expect([...scope.asserted]).toEqual([read.exchange])
      expect(scope.asserted.has(unread.exchange)).toBe(false)
      expect(scope.reading.size).toBe(0)
    }))

  test('shows the answers read for it where it fails, and counts nothing', () =>
    inScope((scope) => {
      const earlier = answered(200, {}, scope)
      must.status(earlier, 200)
      const wrong = answered(500, {}, scope)
      expect(breachOf(() => must.status(wrong, 200)).mismatch.exchanges).toEqual([wrong.exchange])
      expect(scope.held).toBe(1)
      expect(scope.asserted.has(wrong.exchange)).toBe(false)
    }))

  test('shows the last exchange where nothing was read since', () =>
    inScope((scope) => {
      const last = answered(200, {}, scope)
      expect(breachOf(() => must.hold('a thing', false, 'none')).mismatch.exchanges).toEqual([last.exchange])
    }))
})

describe('eventually', () => {
  const clockwork = (limits = {}) => {
    const waits: number[] = []
    return {
      waits,
      target: { limits } as Target,
      wait: (ms: number) => {
        waits.push(ms)
        return Promise.resolve()
      },
    }
  }

  test('returns the first value that holds, without waiting where it holds at once', async () => {
    const context = clockwork()
    await expect(
      eventually(
        context,
        () => Promise.resolve(3),
        (n) => matchers.equal('n', n, 3),
        { within: 1000 },
      ),
    ).resolves.toBe(3)
    expect(context.waits).toEqual([])
  })

  test('reads again until it holds', async () => {
    const context = clockwork()
    let n = 0
    await expect(
      eventually(
        context,
        () => Promise.resolve(++n),
        (value) => matchers.equal('n', value, 3),
        { within: 1000 },
      ),
    ).resolves.toBe(3)
    expect(context.waits).toHaveLength(2)
  })

  test('ends with the last mismatch once the time is over', async () => {
    const context = clockwork()
    let n = 0
    const failing = eventually(
      context,
      () => Promise.resolve(++n),
      (value) => matchers.equal('n', value, -1),
      { within: 500 },
    )
    const breach = await failing.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(breach).toBeInstanceOf(Breach)
    expect((breach as Breach).mismatch).toMatchObject({ expected: 'n -1 within 500 ms', actual: String(n) })
    expect(context.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(500)
    expect(n).toBeLessThan(20)
  })

  test.each([
    ['is not waited for where the target file says that it does not lag', { listLagMs: 0 }, { lag: 500 }, 'n -1', 0],
    ['is waited for where the target file says nothing of it', {}, { lag: 500 }, 'n -1 within 500 ms', 500],
    ['is waited for where it is known to lag', { listLagMs: 100 }, { lag: 500 }, 'n -1 within 500 ms', 500],
    ['is no reason to miss a late effect', { listLagMs: 0 }, { within: 500 }, 'n -1 within 500 ms', 500],
  ])('a list %s', async (_, limits, patience, expected, atLeastMs) => {
    const context = clockwork(limits)
    const failing = eventually(
      context,
      () => Promise.resolve(0),
      (value) => matchers.equal('n', value, -1),
      patience,
    )
    await expect(failing).rejects.toMatchObject({ mismatch: { expected } })
    expect(context.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(atLeastMs)
    expect(context.waits.length > 0).toBe(atLeastMs > 0)
  })
})

describe('rely', () => {
  const { made } = requirements('kit-rely-test', {
    made: { level: 'must', says: 'It can be made.', sources: ['A-DAT-02'] },
  })
  const failing = (error: unknown) =>
    rely(made, () => Promise.reject(error)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

  test('hands on what the step returns', async () => {
    await expect(rely(made, () => Promise.resolve(7))).resolves.toBe(7)
  })

  test("makes a breach within it that requirement's", async () => {
    const thrown = await failing(new Breach({ expected: 'a', actual: 'b' }))
    expect(thrown).toMatchObject({ relied: 'kit-rely-test/made', mismatch: { expected: 'a', actual: 'b' } })
  })

  test('keeps the innermost requirement where steps are nested', async () => {
    expect(await failing(new Breach({ expected: 'a', actual: 'b' }, { relied: 'token/issued' }))).toMatchObject({
      relied: 'token/issued',
    })
  })

  test('leaves every other error alone', async () => {
    const blocked = new Blocked('the target is down')
    expect(await failing(blocked)).toBe(blocked)
  })
})

import { describe, expect, it } from 'vitest'
import { Blocked, Breach, check, must, rely, requirements } from '../../src/kit/index.ts'
import { against } from '../suites/data/model/records.ts'

const { rule, other } = requirements('test-explore', {
  rule: { level: 'must', says: 'Numbers are small.', sources: ['A-DAT-01'] },
  other: { level: 'must', says: 'Setup works.', sources: ['A-DAT-03'] },
})

const run = (situation: string, holds: (value: number, tag: string) => void, { runs = 50, confirms = false } = {}) => {
  const made = check.property(
    rule,
    situation,
    { brokenBy: ['x'], runs },
    (fc) => fc.nat(1000),
    async ({ api, fresh }, value) => {
      await api.data.get('ServiceCall', fresh.tag)
      holds(value, fresh.tag)
    },
  )
  return against({}, 3, async (context, scope) => {
    if (confirms) scope.confirms = true
    const error = await made.run(context).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { error, requests: scope.exchanges.length }
  })
}

describe('a property', () => {
  it('holds where every value does, each in its own namespace', async () => {
    const tags = new Set<string>()
    const { error, requests } = await run('holds', (value, tag) => {
      tags.add(tag)
      must.hold('small', value <= 1000, value)
    })
    expect(error).toBeUndefined()
    expect([requests, tags.size]).toEqual([50, 50])
  })

  it('ends in the smallest value that breaks it', async () => {
    const { error } = await run('shrinks', (value) => must.hold('below 100', value < 100, `${value}`))
    expect(error).toBeInstanceOf(Breach)
    expect((error as Breach).trace).toMatchObject({ value: 100 })
    expect((error as Breach).mismatch.actual).toBe('100')
  })

  it('looks for no smaller value where it only confirms what was found', async () => {
    const holds = (value: number) => must.hold('below 100', value < 100, `${value}`)
    const [whole, again] = [await run('found', holds), await run('found-again', holds, { confirms: true })]
    expect(again.error).toBeInstanceOf(Breach)
    expect((again.error as Breach).trace).toMatchObject({ path: expect.stringMatching(/^\d+$/) })
    expect(again.requests).toBeLessThan(whole.requests)
    expect(again.requests).toBe(Number(((again.error as Breach).trace as { path: string }).path) + 1)
  })

  it('spends a bounded number of requests on shrinking', async () => {
    const made = check.property(
      rule,
      'bounded',
      { brokenBy: ['x'], runs: 5, shrinkRequests: 7 },
      (fc) => fc.array(fc.nat(9), { minLength: 30, maxLength: 60 }),
      async ({ api }, value) => {
        await api.data.get('ServiceCall', 'x')
        must.hold('short', value.length < 30, `${value.length}`)
      },
    )
    const requests = await against({}, 1, async (context, scope) => {
      await expect(made.run(context)).rejects.toBeInstanceOf(Breach)
      return scope.exchanges.length
    })
    expect(requests).toBeLessThanOrEqual(9)
  })

  it.each([
    [
      'blocked',
      () => {
        throw new Blocked('no budget')
      },
      Blocked,
    ],
    [
      'crashed',
      () => {
        throw new TypeError('kit bug')
      },
      TypeError,
    ],
  ])('that is %s ends at once, unshrunk', async (situation, holds, kind) => {
    const { error, requests } = await run(situation, holds)
    expect(error).toBeInstanceOf(kind)
    expect(requests).toBe(1)
  })

  it('whose step broke another rule says so', async () => {
    const { error, requests } = await run('relied', () => void rely(other, async () => undefined))
    expect([error, requests]).toEqual([undefined, 50])
    const made = check.property(
      rule,
      'relied-broken',
      { brokenBy: ['x'] },
      (fc) => fc.nat(),
      () => rely(other, async () => must.hold('setup', false, 'none')),
    )
    await against({}, 1, async (context) =>
      expect(await made.run(context).catch((thrown: Breach) => thrown.relied)).toBe('test-explore/other'),
    )
  })
})

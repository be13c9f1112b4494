import { expect, test } from 'vitest'
import { Breach, each, must } from '../../src/kit/index.ts'

const breachOf = async (run: Promise<void>): Promise<Breach> => {
  const thrown: unknown = await run.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Breach)) throw new Error(`no finding: ${String(thrown)}`)
  return thrown
}

test('what several cases break is one finding, and every case is judged', async () => {
  const judged: number[] = []
  const { mismatch } = await breachOf(
    each([1, 2, 3], (one) => {
      judged.push(one)
      must.equal(`case ${one}`, one, 2)
    }),
  )
  expect(judged).toEqual([1, 2, 3])
  expect(mismatch).toMatchObject({ expected: 'case 1 2; and case 3 2', actual: '1; and 3' })
})

test('a setup step that fails ends it; what was found before is told', async () => {
  const relied = new Breach({ expected: 'a record', actual: 'none' }, { relied: 'data/create' })
  await expect(
    each([1, 2], () => {
      throw relied
    }),
  ).rejects.toBe(relied)
  const { mismatch } = await breachOf(
    each([1, 2], (one) => {
      if (one === 2) throw relied
      must.equal('case 1', 1, 0)
    }),
  )
  expect(mismatch.expected).toBe('case 1 0')
})

test('a difference known of real systems does not excuse another one', async () => {
  const { mismatch } = await breachOf(
    each(['known', 'unknown'], (one) => {
      throw new Breach({ expected: one, actual: 'not so', ...(one === 'known' ? { seenInTheWild: 'a line' } : {}) })
    }),
  )
  expect(mismatch).toMatchObject({ expected: 'unknown' })
  expect(mismatch.seenInTheWild).toBeUndefined()
})

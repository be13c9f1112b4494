import { describe, expect, it } from 'vitest'
import { Breach, check, requirements } from '../../../../src/kit/index.ts'
import { announcedRequirements } from '../../../../src/kit/requirements.ts'
import { recordMachine } from '../../../../suites/data/model/machine.ts'
import { against, type Wrong } from './records.ts'

const { history } = requirements('test-models', {
  history: { level: 'must', says: 'Records remember.', sources: ['A-DAT-03'] },
})
const walk = check.model(
  history,
  'any-writes',
  { brokenBy: ['x'], runs: 6 },
  recordMachine(async () => null),
)

const breachOn = async (
  wrong: Wrong,
  seeds: readonly number[],
): Promise<{ breach: Breach; requests: number } | undefined> => {
  for (const seed of seeds) {
    const seen = await against(wrong, seed, async (context, scope) => {
      try {
        await walk.run(context)
      } catch (error) {
        return { error, requests: scope.exchanges.length }
      }
      return undefined
    })
    if (seen?.error instanceof Breach) return { breach: seen.error, requests: seen.requests }
    if (seen) throw seen.error
  }
  return undefined
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

describe('the record machine', () => {
  it('is announced with the requirement it stands for', () => {
    expect(announcedRequirements().map(({ id }) => id)).toContain('test-models/history')
    expect(walk.kind).toBe('model')
  })

  it('never accuses records that do what the documents say', async () => {
    expect(await breachOn({}, seeds)).toBeUndefined()
  })

  const wrongs: Wrong[] = [
    { lockIgnored: true },
    { refusedStored: true },
    { patchResets: true },
    { nullIgnored: true },
    { putMerges: true },
    { deleteKeeps: true },
  ]
  it.each(wrongs)('finds %j within the seeds of a few runs', async (wrong) => {
    const found = await breachOn(wrong, seeds.slice(0, 5))
    expect(found?.breach.mismatch.actual).toBeTruthy()
    expect(found?.requests).toBeLessThan(6 * 60 + 300 + 60)
  })

  it('shrinks to a short trace that tells what went over the wire', async () => {
    const found = await breachOn({ lockIgnored: true }, seeds)
    const { steps, seed, path } = found?.breach.trace as {
      steps: { step: string; status: number; body?: unknown }[]
      seed: number
      path: string
    }
    expect(steps.length).toBeLessThanOrEqual(4)
    expect(steps.at(-1)?.status).toBeLessThan(300)
    expect(typeof path).toBe('string')
    expect(seeds).toContain(seed)
  })

  it('gives the same walk for the same seed', async () => {
    const shape = async () =>
      (
        (await breachOn({ patchResets: true }, [7]))?.breach.trace as { steps: { step: string }[] } | undefined
      )?.steps.map(({ step }) => step)
    expect(await shape()).toEqual(await shape())
  })
})

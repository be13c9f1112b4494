import { expect, test } from 'vitest'
import { crowd } from './crowd.ts'
import { findingsIn } from './traffic.ts'

const seeds = Array.from({ length: Number(process.env['CROWD_SEEDS'] ?? 4) }, (_, at) => at + 1)

test.each([0.3, 5, 40, 1500])(
  'a crowd of clients never makes a lawful server guilty: up to %d ms between requests',
  async (pace) => {
    for (const seed of seeds) {
      for (const recorded of [1, 2, 4]) {
        for (const variants of [
          [],
          ['lock-unversioned-update-accepted', 'data-post-forced-overwrites', 'data-missing-empty'],
        ]) {
          const seen = await crowd({ seed, pace, recorded, variants })
          expect(seen.some(({ response }) => response?.status === 201)).toBe(true)
          expect(
            findingsIn(seen).filter(({ side }) => side === 'server'),
            `seed ${seed}, ${recorded} recorded`,
          ).toEqual([])
        }
      }
    }
  },
  120_000,
)

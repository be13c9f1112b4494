import { expect, it } from 'vitest'
import type { Context } from '../../src/kit/index.ts'
import { madeOnce } from '../../suites/data/made-once.ts'

/** As much of a context as making something once needs. */
function context(target: object): Context {
  let attempts = 0
  const named = (tag: string): object => ({
    target,
    fresh: { tag },
    listsShow: async () => undefined,
    shares: () => {},
    lasting: () => named(`attempt-${++attempts}`),
  })
  return named('asker') as Context
}

it('makes what checks share in names of its own, so that what the first asker writes is not among them', async () => {
  const target = {}
  const shared = madeOnce(async ({ fresh }) => fresh.tag)
  const first = await shared(context(target))
  expect(first).not.toBe('asker')
  expect(await shared(context(target))).toBe(first)
})

import { createHash } from 'node:crypto'

let times = 0

/** In another order each time, and not merely turned round. */
export function shuffled<One>(all: readonly One[]): readonly One[] {
  times += 1
  return all
    .map((one, at) => ({ one, key: createHash('md5').update(`${times} ${at}`).digest('hex') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one)
}

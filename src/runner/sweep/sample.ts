import { createHash } from 'node:crypto'

/** So many elements, drawn by the seed: the same ones for the same seed, whatever else there is. */
export function sampled<T extends { readonly id: string }>(
  all: readonly T[],
  { size, seed }: { readonly size: number; readonly seed: number },
): T[] {
  const rank = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ one }) => one)
}

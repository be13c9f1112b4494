import { createHash } from 'node:crypto'

/** Of the rows that a check meets it runs in one of so many. */
const oneIn = 8

/**
 * The positions of some rows, others for other names but always the same for one: one in eight of those with any item, and as many more as
 * it takes for every item to be in one. Each pair of items meets an eighth of what meets it, so what any of several checks flags is found.
 */
export function someRows(name: string, rows: ReadonlyArray<readonly string[]>): number[] {
  const first = createHash('sha256').update(name).digest().readUInt32BE(0)
  const turned = rows
    .map((items, position) => ({ items, position, turn: (first + position) % oneIn }))
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => a.turn - b.turn || a.position - b.position)
  const seen = new Set<string>()
  return turned
    .filter(({ items, turn }) => {
      const isTaken = turn === 0 || items.some((item) => !seen.has(item))
      if (isTaken) for (const item of items) seen.add(item)
      return isTaken
    })
    .map(({ position }) => position)
}

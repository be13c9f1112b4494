import { createHash } from 'node:crypto'

/**
 * The positions of as few rows as it takes for every item to be in one, the first of them others for other names but always the same for one.
 * Every pair of items is in the rows of some names, so what any of several checks flags is found.
 */
export function someRows(name: string, rows: ReadonlyArray<readonly string[]>): number[] {
  const first = createHash('sha256').update(name).digest().readUInt32BE(0)
  const turned = rows.map((_, at) => (first + at) % rows.length)
  const chosen: number[] = []
  const missing = new Set(rows.flat())
  const take = (at: number) => {
    chosen.push(at)
    for (const item of rows[at] ?? []) missing.delete(item)
  }
  while (missing.size > 0) {
    const gains = turned.map((at) => rows[at]?.filter((item) => missing.has(item)).length ?? 0)
    // A row that is nearly the best will do: with the best alone, the same few rows would serve all names.
    take(turned[gains.findIndex((gain) => gain >= Math.max(...gains) * 0.9)] as number)
  }
  return chosen.sort((a, b) => a - b)
}

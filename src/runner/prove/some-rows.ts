import { createHash } from 'node:crypto'

/** Of the rows that a check meets it runs in one of so many. */
const oneIn = 17

/**
 * The positions of some rows, others for other names but always the same for one: one in seventeen of those with any item, and as few more as
 * it takes for every item to be in one. Each pair of items meets a seventeenth of what meets it, so what any of several checks flags is found.
 */
export function someRows(name: string, rows: ReadonlyArray<readonly string[]>): number[] {
  const first = createHash('sha256').update(name).digest().readUInt32BE(0)
  const chosen = new Set([...rows.keys()].filter((at) => (first + at) % oneIn === 0 && rows[at]?.length))
  const missing = new Set(rows.flat())
  const take = (at: number) => {
    chosen.add(at)
    for (const item of rows[at] ?? []) missing.delete(item)
  }
  for (const at of chosen) take(at)
  while (missing.size > 0) {
    const gains = rows.map((row) => row.filter((item) => missing.has(item)).length)
    take(gains.indexOf(Math.max(...gains)))
  }
  return [...chosen].sort((a, b) => a - b)
}

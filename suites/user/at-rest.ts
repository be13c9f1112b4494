import { settle, show, Unexercised } from '../../src/kit/index.ts'
import type { Mismatch } from '../../src/kit/mismatch.ts'

/** How often in a row the same has to be seen before it is told. */
const alike = 4
const triesAtMost = 8

const moved =
  'users were created, changed or deleted by others while the pages were read: no list is said to stand still'

interface Reading<Whole, Seen> {
  /** The list on one page. */
  readonly whole: () => Promise<Whole>
  readonly pages: () => Promise<Seen>
  /** What is wrong with the pages, if the list was as it is now while they were read. */
  readonly judged: (whole: Whole, seen: Seen) => Mismatch | undefined
}

/**
 * Judges pages of a list whose users others may change meanwhile. Who moves over the border of a page and back leaves the list as it was, and
 * one user in two pages or in none: so a breach is told only if it is seen so many times alike, and not after each reading in the same step.
 */
export async function mustHoldAtRest<Whole, Seen>({ whole, pages, judged }: Reading<Whole, Seen>): Promise<void> {
  let last = ''
  let times = 0
  for (let tries = 1; tries <= triesAtMost; tries += 1) {
    const before = await whole()
    const seen = await pages()
    const others = [await whole(), ...(times % 2 === 0 ? [] : [await whole()])]
    if (others.some((other) => show(other) !== show(before))) {
      times = 0
      continue
    }
    const mismatch = judged(before, seen)
    if (!mismatch) return settle(undefined)
    const now = show([before, mismatch])
    times = now === last ? times + 1 : 1
    last = now
    if (times === alike) settle(mismatch)
  }
  throw new Unexercised(moved)
}

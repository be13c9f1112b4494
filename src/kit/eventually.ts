import { longestLag } from '../target/visibility.ts'
import type { Mismatch } from './mismatch.ts'
import { settle } from './must.ts'
import type { Context } from './context.ts'

/** Reads until the matcher holds or `within` milliseconds have passed, by default the longest that a list may lag; then the last mismatch is the finding. */
export async function eventually<T>(
  context: Pick<Context, 'wait'>,
  read: () => Promise<T>,
  matcher: (value: T) => Mismatch | undefined,
  { within = longestLag }: { within?: number } = {},
): Promise<T> {
  for (let waited = 0, pause = 20; ; waited += pause, pause = Math.min(pause * 2, 1000)) {
    const value = await read()
    const mismatch = matcher(value)
    if (!mismatch) {
      settle(undefined)
      return value
    }
    if (waited >= within) settle({ ...mismatch, expected: `${mismatch.expected} within ${within} ms` })
    await context.wait(pause)
  }
}

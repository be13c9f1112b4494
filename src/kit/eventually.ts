import { lagOf } from '../target/visibility.ts'
import type { Mismatch } from './mismatch.ts'
import { settle } from './must.ts'
import type { Context } from './context.ts'

interface Patience {
  /** Milliseconds that an effect may take which was only announced. */
  readonly within?: number
  /** Milliseconds that lists, or other places that show the same, may lag: none of them pass where the target file says that they do not. */
  readonly lag?: number
}

/** Reads until the matcher holds or so many milliseconds have passed, by default the longest that a list may lag; then the last mismatch is the finding. */
export async function eventually<T>(
  { wait, target }: Pick<Context, 'wait' | 'target'>,
  read: () => Promise<T>,
  matcher: (value: T) => Mismatch | undefined,
  { within, lag }: Patience = {},
): Promise<T> {
  const longest = within ?? lagOf(target, lag)
  for (let waited = 0, pause = 20; ; waited += pause, pause = Math.min(pause * 2, 1000)) {
    const value = await read()
    const mismatch = matcher(value)
    if (!mismatch) {
      settle(undefined)
      return value
    }
    if (waited >= longest)
      settle(longest === 0 ? mismatch : { ...mismatch, expected: `${mismatch.expected} within ${longest} ms` })
    await wait(pause)
  }
}

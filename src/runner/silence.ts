import { Blocked } from '../target/blocked.ts'
import type { Scope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import { Unreachable } from '../target/unreachable.ts'

interface Question<T> {
  readonly what: string
  send(): Promise<T>
}

interface Asked<T> extends Question<T> {
  /** The key of the address that is asked. */
  readonly at: 'auth' | 'base'
  /** Asked after it; without one, it is asked a second time. */
  readonly then?: Question<unknown>
}

/**
 * Asks, and asks again if no answer came in time; where one list alone may be what takes long, for something else. What is not answered
 * either time throws Unreachable: such an address accepts connections, and each check would wait for it in vain.
 */
export async function mustBeHeard<T>(
  { what, send, at, then }: Asked<T>,
  { addresses }: Pick<Target, 'addresses'>,
  { exchanges }: Pick<Scope, 'exchanges'>,
): Promise<T> {
  const unheard = () => [exchanges.at(-1)].find((last) => last?.failure === 'timeout')
  try {
    return await send()
  } catch (first) {
    if (!(first instanceof Blocked) || !unheard()) throw first
    const asked = exchanges.length
    try {
      if (!then) return await send()
      await then.send()
      throw first
    } catch (second) {
      const last = unheard()
      if (!(second instanceof Blocked) || !last || exchanges.length === asked) throw second
      const { origin } = new URL(last.request.url)
      const place =
        addresses[at] === undefined
          ? `the cluster that the token response names (${origin})`
          : `addresses.${at} (${origin})`
      const both = then ? `${what} and ${then.what} had` : `${what}, asked for twice, had`
      throw new Unreachable(
        `${place} accepts connections and does not answer: ${both} no whole answer within ${Math.round(last.ms / 100) / 10} s`,
      )
    }
  }
}

import { currentScope } from '../target/scope.ts'
import { matchers } from './matchers.ts'
import { Breach, type Mismatch } from './mismatch.ts'

/** Takes a matcher's result into the current check: counts a match, throws a mismatch. */
export function settle(mismatch: Mismatch | undefined): void {
  const scope = currentScope()
  if (mismatch) {
    const shown =
      mismatch.exchanges ?? (scope && scope.reading.size > 0 ? [...scope.reading] : scope?.exchanges.slice(-1)) ?? []
    throw new Breach({ ...mismatch, exchanges: shown })
  }
  if (!scope) return
  scope.held += 1
  for (const exchange of scope.reading) scope.asserted.add(exchange)
  scope.reading.clear()
}

type Must = { readonly [K in keyof typeof matchers]: (...args: Parameters<(typeof matchers)[K]>) => void }

/** The matchers as verbs: each throws the mismatch that its matcher returns. */
export const must = Object.fromEntries(
  Object.entries(matchers).map(([name, matcher]) => [
    name,
    (...args: never[]) => settle((matcher as (...a: never[]) => Mismatch | undefined)(...args)),
  ]),
) as Must

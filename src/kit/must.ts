import { knownSuccess } from '../contract/index.ts'
import { currentScope } from '../target/scope.ts'
import { matchers } from './matchers.ts'
import { Breach, type Mismatch } from './mismatch.ts'
import { relying } from './relying.ts'

/** Takes a matcher's result into the current check: counts a match, throws a mismatch. */
export function settle(mismatch: Mismatch | undefined): void {
  const scope = currentScope()
  if (mismatch) {
    const shown =
      mismatch.exchanges ?? (scope && scope.reading.size > 0 ? [...scope.reading] : scope?.exchanges.slice(-1)) ?? []
    const breach = breachOf({ ...mismatch, exchanges: shown }, scope?.check)
    if (!scope || !breach.relied || !isDone(mismatch)) throw breach
    scope.besides.push(breach)
  }
  if (!scope) return
  scope.held += 1
  for (const exchange of scope.reading) scope.asserted.add(exchange)
  scope.reading.clear()
}

/** A status that real systems are known to tell success with is a matter of the rule that states another, whichever check meets it. */
function breachOf(mismatch: Mismatch & Required<Pick<Mismatch, 'exchanges'>>, check = ''): Breach {
  const relied = relying.getStore()
  const last = mismatch.exchanges.at(-1)
  const known = last && isDone(mismatch) ? knownSuccess(last) : undefined
  if (!known) return new Breach(mismatch, { relied })
  const isOwn = relied === undefined && check.startsWith(`${known.requirement}/`)
  return new Breach({ ...mismatch, seenInTheWild: known.says }, isOwn ? {} : { relied: known.requirement })
}

/** 201 where 200 is stated, or the reverse: what was asked for was done. */
const isDone = ({ differs: [first] = [] }: Mismatch): boolean =>
  first?.at === 'status' && /^2\d\d(?: or 2\d\d)*$/.test(first.expected) && /^2\d\d$/.test(first.actual)

type Must = { readonly [K in keyof typeof matchers]: (...args: Parameters<(typeof matchers)[K]>) => void }

/** The matchers as verbs: each throws the mismatch that its matcher returns. */
export const must = Object.fromEntries(
  Object.entries(matchers).map(([name, matcher]) => [
    name,
    (...args: never[]) => settle((matcher as (...a: never[]) => Mismatch | undefined)(...args)),
  ]),
) as Must

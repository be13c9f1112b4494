import type { PlannedCheck, Verdict } from '../verdict/stream.ts'
import type { FrozenSet } from './sets.ts'

const namedAtMost = 10

/** What a run by a frozen set says of checks that are newer than the set; nothing where there are none. */
export function newerChecks(
  set: FrozenSet,
  plan: { readonly planned: readonly PlannedCheck[] },
  verdicts: readonly Verdict[],
): string[] {
  const news = new Set(plan.planned.flatMap(({ id, outside }) => (outside ? [id] : [])))
  if (news.size === 0) return []
  const red = verdicts.filter(
    ({ check, is }) => news.has(check) && ['warn', 'blocked', 'kit-error', 'stale'].includes(is),
  )
  const more = red.length - namedAtMost
  const names = red.slice(0, namedAtMost).map(({ check, is }) => `${check} (${is})`)
  return [
    `${news.size} ${news.size === 1 ? 'check is' : 'checks are'} newer than the set ${set.name} and cannot make this run red${
      red.length === 0
        ? '; none of them is red'
        : `; look at ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} before you move to a later set`
    }`,
  ]
}

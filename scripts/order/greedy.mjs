import { removal } from '../../dist/src/judging/order.js'

/** The checks by what each adds per request (the removal of what it creates counts) to those before it, and what it adds; `tells(check)` are the faults that it tells or may tell. */
export function greedy(checks, costs, tells) {
  const left = new Map()
  const gains = new Map()
  const fresh = new Map(checks.map((check) => [check, tells(check)]))
  for (const faults of fresh.values()) for (const [fault] of faults) left.set(fault, 1)
  const gainOf = (check) => {
    let sum = 0
    for (const [fault, share] of fresh.get(check)) sum += share * left.get(fault)
    return sum
  }
  const rate = (check) => gainOf(check) / (costs[check.id].requests + costs[check.id].creates * removal)
  // What a check adds can only shrink: the best of last time is asked first, and most are never asked again.
  let open = checks.map((check) => ({ check, rate: rate(check) })).sort((a, b) => b.rate - a.rate)
  while (open.length > 0) {
    const [first, ...others] = open
    const now = rate(first.check)
    if (others.length > 0 && now < others[0].rate) {
      const at = others.findIndex((other) => other.rate <= now)
      others.splice(at < 0 ? others.length : at, 0, { check: first.check, rate: now })
      open = others
      continue
    }
    gains.set(first.check, gainOf(first.check))
    for (const [fault, share] of fresh.get(first.check)) left.set(fault, left.get(fault) * (1 - share))
    open = others
  }
  return gains
}

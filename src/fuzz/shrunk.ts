/** The smallest case that still breaks, as far as the budget goes. `breaks` sends requests; `spent` tells when to stop. */
export async function shrunk<Case>(
  one: Case,
  smaller: (one: Case) => readonly Case[],
  breaks: (one: Case) => Promise<boolean>,
  spent: () => boolean,
): Promise<Case> {
  for (let best = one; ;) {
    let next: Case | undefined
    for (const candidate of smaller(best)) {
      if (spent()) return best
      if (await breaks(candidate)) {
        next = candidate
        break
      }
    }
    if (next === undefined) return best
    best = next
  }
}

/** Tells whether one of these was shown fewer than three times before: three examples are enough. */
export function newsDesk(): (shown: readonly string[]) => boolean {
  const counts = new Map<string, number>()
  return (shown) => {
    const news = shown.filter((one) => (counts.get(one) ?? 0) < 3)
    for (const one of news) counts.set(one, (counts.get(one) ?? 0) + 1)
    return news.length > 0
  }
}

/** How much of the page is left for what can be long: what comes first gets it, the rest is told to stand in report.jsonl. */
export interface Ration {
  /** Whether so many characters fit; they count as spent if they do. */
  take(characters: number): boolean
}

export function rationed(total: number): Ration {
  let left = total
  return {
    take: (characters) => {
      if (characters > left) return false
      left -= characters
      return true
    },
  }
}

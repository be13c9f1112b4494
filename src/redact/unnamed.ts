const [shortAtMost, shortTexts, longTexts, longAtMost] = [200, 2000, 4, 4 * 1024 * 1024]

/**
 * Remembers texts without any secret's name: a text learnt from is redacted next, and most header values recur. This holds whatever is
 * learnt in between.
 */
export function createUnnamed(): { has(text: string): boolean; add(text: string): void } {
  const short = new Set<string>()
  const long: string[] = []
  return {
    has: (text) => (text.length <= shortAtMost ? short.has(text) : long.includes(text)),
    add(text) {
      if (text.length > longAtMost) return
      if (text.length > shortAtMost) {
        if (long.length === longTexts) long.shift()
        long.push(text)
        return
      }
      if (short.size === shortTexts) short.clear()
      short.add(text)
    },
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|-?\d[\d.eE+-]*/g
const half = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const deepest = 12

const read = (text: string): string => {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
const isOddNumber = (text: string): boolean => /e/i.test(text) || text.replace(/\D/g, '').length > 15

/** Where readers of JSON may differ about a text; undefined if nowhere. */
export function ambiguityOf(text: string): number | undefined {
  if (text.startsWith('\uFEFF')) return 0
  /** The names of each open object; undefined for a list. */
  const open: Array<Set<string> | undefined> = []
  const tokens = [...text.matchAll(token)]
  for (const [at, { 0: one, index }] of tokens.entries()) {
    if (one === '{' || one === '[') {
      open.push(one === '{' ? new Set() : undefined)
      if (open.length > deepest) return index
    } else if (one === '}' || one === ']') open.pop()
    else if (one.startsWith('"')) {
      const value = read(one)
      if (half.test(value)) return index
      if (tokens[at + 1]?.[0] !== ':') continue
      const names = open.at(-1)
      if (names?.has(value)) return index
      names?.add(value)
    } else if (/^[-\d]/.test(one) && isOddNumber(one)) return index
  }
  return undefined
}

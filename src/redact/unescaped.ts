/** Needless escapes: of letters, digits and other characters that need none. */
const needless = /\\u00[2-7][0-9a-fA-F]|%(?:2[deDE]|3\d|[46][1-9a-fA-F]|[57][0-9aAfF]|7[eE])/
const escapes = /(?:\\u[0-9a-f]{4})+|(?:%[0-9a-f]{2})+|\\["\\/bfnrt]/gi

export interface Unescaped {
  readonly text: string
  /** Where a range of the unescaped text is in the original. */
  place(start: number, end: number): { readonly start: number; readonly end: number }
}

/** A text without its escapes, if it has needless ones: these can spell a known word in more ways than can be listed. */
export function unescaped(raw: string): Unescaped | undefined {
  // Two searches rule out most texts.
  if (!raw.includes('%') && !raw.includes('\\u00')) return undefined
  if (!needless.test(raw)) return undefined
  // One row per range: its start in the plain text and in the raw one, and whether it is literal.
  const plainAt: number[] = []
  const rawAt: number[] = []
  const literal: boolean[] = []
  let text = ''
  const add = (plain: string, at: number, isLiteral: boolean): void => {
    if (plain === '') return
    plainAt.push(text.length)
    rawAt.push(at)
    literal.push(isLiteral)
    text += plain
  }
  let done = 0
  for (const { 0: escape, index } of raw.matchAll(escapes)) {
    add(raw.slice(done, index), done, true)
    done = index + escape.length
    for (const [at, plain] of decoded(escape)) add(plain, index + at, false)
  }
  add(raw.slice(done), done, true)
  const stretch = (at: number): number => {
    let [low, high] = [0, plainAt.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((plainAt[middle] as number) <= at) low = middle
      else high = middle - 1
    }
    return low
  }
  const place = (start: number, end: number): { start: number; end: number } => {
    const [first, last] = [stretch(start), stretch(end - 1)]
    return {
      start: (rawAt[first] as number) + (literal[first] ? start - (plainAt[first] as number) : 0),
      end: literal[last] ? (rawAt[last] as number) + end - (plainAt[last] as number) : (rawAt[last + 1] ?? raw.length),
    }
  }
  return { text, place }
}

/** The characters of a run of escapes, each with its offset in it. */
function decoded(escape: string): Array<readonly [at: number, plain: string]> {
  if (escape.startsWith('%')) {
    if (/^(?:%[0-7][0-9a-f])+$/i.test(escape))
      return Array.from({ length: escape.length / 3 }, (_, at) => [
        3 * at,
        String.fromCharCode(Number.parseInt(escape.slice(3 * at + 1, 3 * at + 3), 16)),
      ])
    try {
      return [[0, decodeURIComponent(escape)]]
    } catch {
      return [[0, escape]]
    }
  }
  if (/^\\u/i.test(escape))
    return Array.from({ length: escape.length / 6 }, (_, at) => [
      6 * at,
      String.fromCharCode(Number.parseInt(escape.slice(6 * at + 2, 6 * at + 6), 16)),
    ])
  return [[0, { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[escape.slice(1)] ?? escape.slice(1)]]
}

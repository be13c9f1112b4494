export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'operator' | 'mark' | 'other'
  readonly text: string
  /** Position in the query, in characters. */
  readonly at: number
}

const shapes = [
  ['text', /"[^"]*"/y],
  ['number', /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![A-Za-z_])/y],
  ['word', /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y],
  ['operator', /!=|<=|>=|=|<|>/y],
  ['mark', /[(),!]/y],
] as const

/** Splits a query into tokens; an unknown character is a token of its own. */
export function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < query.length;) {
    if (/\s/.test(query[at] as string)) {
      at += 1
      continue
    }
    const found = shapes.flatMap(([kind, shape]) => {
      shape.lastIndex = at
      const text = shape.exec(query)?.[0]
      return text === undefined ? [] : [{ kind, text, at }]
    })[0] ?? { kind: 'other' as const, text: query[at] as string, at }
    tokens.push(found)
    at += found.text.length
  }
  return tokens
}

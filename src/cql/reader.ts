import { tokensOf, type Token } from './tokens.ts'

export interface QueryIrregularity {
  readonly what: string
  readonly at: number
}
export interface SyntaxFault {
  readonly at: number
  readonly expected: string
  readonly found: string
}

/** Thrown on a syntax error. */
export class Stop extends Error {
  readonly fault: SyntaxFault
  constructor(fault: SyntaxFault) {
    super(fault.expected)
    this.fault = fault
  }
}

type Keyword = 'AND' | 'OR' | 'CONTAINS' | 'like' | 'ilike' | 'in' | 'is' | 'null' | 'me' | 'true' | 'false'

export type Reader = ReturnType<typeof createReader>

/** Reads tokens one by one; notes accepted forms that the documents do not show. */
export function createReader(query: string) {
  const tokens = tokensOf(query)
  const irregular: QueryIrregularity[] = []
  let position = 0
  const peek = (ahead = 0): Token | undefined => tokens[position + ahead]
  const stop = (expected: string) => {
    const token = peek()
    return new Stop({ at: token?.at ?? query.length, expected, found: token?.text ?? 'the end' })
  }
  const isKeyword = (token: Token | undefined, keyword: Keyword): boolean =>
    token?.kind === 'word' && token.text.toLowerCase() === keyword.toLowerCase()
  return {
    irregular,
    peek,
    stop,
    isKeyword,
    note: (what: string, at: number) => void irregular.push({ what, at }),
    take(expected: string, fits: (token: Token) => boolean): Token {
      const token = peek()
      if (!token || !fits(token)) throw stop(expected)
      position += 1
      return token
    },
    mark(text: string): Token {
      return this.take(text, (token) => token.text === text)
    },
    keyword(keyword: Keyword): Token {
      const token = this.take(keyword, (one) => isKeyword(one, keyword))
      if (token.text !== keyword) irregular.push({ what: `${keyword} is spelled ${token.text}`, at: token.at })
      return token
    },
  }
}

import { dataRefusal } from '../http.ts'

export type Literal =
  { readonly text: string } | { readonly number: number } | { readonly flag: boolean } | { readonly me: true }
export interface Criterion {
  readonly path: readonly string[]
  readonly type?: string
}
export type Expression =
  | { readonly join: 'AND' | 'OR'; readonly left: Expression; readonly right: Expression }
  | { readonly not: Expression }
  | { readonly contains: Criterion; readonly value: Literal }
  | { readonly criterion: Criterion; readonly op: string; readonly values: readonly Literal[] }

export const badQuery = (what: string) => dataRefusal(400, 'PEER-QUERY', 'Query not understood: {0}', what)

/** Choice: a double quote inside a string is written twice; keywords count only in the case the document writes them in. */
const token =
  /\s*(?:("(?:[^"]|"")*")|(-?\d+(?:\.\d+)?(?![\w.]))|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(!=|>=|<=|[=<>!(),]))/y

function tokens(text: string): string[] {
  const found: string[] = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex
    const match = token.exec(text)
    if (match === null) throw badQuery(`character ${at + 1}`)
    found.push(match[0].trimStart())
  }
  return found
}

const comparisons = ['=', '!=', '>', '<', '>=', '<=', 'like', 'ilike']

export function parseQueryLanguage(text: string): Expression {
  const queue = tokens(text)
  const next = (): string => queue.shift() ?? ''
  const expect = (wanted: string) => {
    const got = next()
    if (got !== wanted) throw badQuery(`${wanted} expected, not ${got}`)
  }

  function literal(): Literal {
    const word = next()
    if (word.startsWith('"')) return { text: word.slice(1, -1).replaceAll('""', '"') }
    if (/^-?\d/.test(word)) return { number: Number(word) }
    if (word === 'true' || word === 'false') return { flag: word === 'true' }
    if (word !== 'me') throw badQuery(`value expected, not ${word}`)
    expect('(')
    expect(')')
    return { me: true }
  }

  function criterion(): Criterion {
    const word = next()
    if (!/^[A-Za-z_]/.test(word)) throw badQuery(`field expected, not ${word}`)
    const path = word.split('.')
    if (queue[0] !== '(') return { path }
    next()
    const type = next()
    expect(')')
    return { path, type }
  }

  function predicate(): Expression {
    if (queue[0] === '(') return grouped()
    if (queue[0] === '!') {
      next()
      // Choice: ! wants parentheses, as the document always gives it.
      return { not: grouped() }
    }
    if (queue[0] === 'CONTAINS') {
      next()
      expect('(')
      const contains = criterion()
      expect(',')
      const value = literal()
      expect(')')
      return { contains, value }
    }
    const subject = criterion()
    const op = next()
    if (op === 'is') {
      expect('null')
      return { criterion: subject, op, values: [] }
    }
    if (op === 'in') {
      expect('(')
      const values = [literal()]
      while (queue[0] === ',') {
        next()
        values.push(literal())
      }
      expect(')')
      return { criterion: subject, op, values }
    }
    if (!comparisons.includes(op)) throw badQuery(`operator expected, not ${op}`)
    return { criterion: subject, op, values: [literal()] }
  }

  function grouped(): Expression {
    expect('(')
    const inner = joined()
    expect(')')
    return inner
  }

  /** Choice: AND and OR bind alike, from left to right. */
  function joined(): Expression {
    let left = predicate()
    while (queue[0] === 'AND' || queue[0] === 'OR') {
      const join = next() as 'AND' | 'OR'
      left = { join, left, right: predicate() }
    }
    return left
  }

  const whole = joined()
  if (queue.length > 0) throw badQuery(`end expected, not ${queue[0] ?? ''}`)
  return whole
}

import { tokensOf, type Token } from './tokens.ts'

/** A query one token away from a lawful one. */
export interface NearMiss {
  readonly what: string
  readonly query: string
}

/**
 * `unreadable` may be refused, or answered like the lawful query, but must not return more records; `hostile` must not bring the
 * target down. The documents do not show the form of a refusal (A-CQL-18).
 */
export function nearMisses(query: string): {
  readonly unreadable: readonly NearMiss[]
  readonly hostile: readonly NearMiss[]
} {
  const tokens = tokensOf(query)
  const last = tokens.at(-1)
  const cut = (at: Token, by: string): string => query.slice(0, at.at) + by + query.slice(at.at + at.text.length)
  const first = (fits: (token: Token) => boolean) => tokens.find(fits)
  const unreadable: NearMiss[] = []
  const add = (what: string, token: Token | undefined, change: (token: Token) => string) => {
    if (token) unreadable.push({ what, query: change(token) })
  }
  add(
    'a missing parenthesis',
    tokens.findLast(({ text }) => text === ')'),
    (token) => cut(token, ''),
  )
  add('an extra parenthesis', last, () => `${query})`)
  add('a trailing AND', last, () => `${query} AND`)
  add(
    'an operator twice',
    first(({ kind }) => kind === 'operator'),
    (token) => cut(token, `${token.text} ${token.text}`),
  )
  add(
    'an unknown operator',
    first(({ kind }) => kind === 'operator'),
    (token) => cut(token, '~'),
  )
  add(
    'a field that does not exist',
    first(({ kind }) => kind === 'word'),
    (token) => cut(token, `${token.text}NoSuchField`),
  )
  add(
    'a string without its closing quote',
    tokens.findLast(({ kind }) => kind === 'text'),
    (token) => cut(token, token.text.slice(0, -1)),
  )
  add('empty parentheses', last, () => `${query} AND ()`)
  const hostile = [
    { what: 'very deep nesting', query: `${'('.repeat(300)}${query}${')'.repeat(300)}` },
    { what: 'a NUL character', query: `${query} AND subject = "\0"` },
    {
      what: 'a very long list',
      query: `${query} AND subject in (${Array.from({ length: 300 }, (_, at) => `"${at}"`).join(', ')})`,
    },
  ]
  return { unreadable, hostile }
}

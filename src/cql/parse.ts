import { join, type Ast, type Comparison, type Criterion, type Value } from './ast.ts'
import { createReader, Stop, type QueryIrregularity, type Reader, type SyntaxFault } from './reader.ts'

export type Parsed =
  { readonly ast: Ast; readonly irregular: readonly QueryIrregularity[] } | { readonly fault: SyntaxFault }

/** Parses a query; on a syntax error, returns what was expected at which character. Spellings that the documents do not show are accepted and noted. */
export function parse(query: string): Parsed {
  const reader = createReader(query)
  try {
    const ast = level(reader)
    const rest = reader.peek()
    if (rest) throw reader.stop('AND, OR or the end of the query')
    noteBlanks(query, reader)
    return { ast, irregular: reader.irregular }
  } catch (error) {
    if (error instanceof Stop) return { fault: error.fault }
    throw error
  }
}

function level(reader: Reader): Ast {
  const parts = [term(reader)]
  const operators: Array<'AND' | 'OR'> = []
  for (;;) {
    const operator = (['AND', 'OR'] as const).find((word) => reader.isKeyword(reader.peek(), word))
    if (!operator) break
    reader.keyword(operator)
    operators.push(operator)
    parts.push(term(reader))
  }
  if (parts.length === 1) return parts[0] as Ast
  return new Set(operators).size > 1 ? { kind: 'join', operators, parts } : join(operators[0] ?? 'AND', parts)
}

function term(reader: Reader): Ast {
  const token = reader.peek()
  if (token?.text === '!') {
    reader.mark('!')
    if (reader.peek()?.text !== '(') {
      reader.note('! is not followed by a parenthesis', token.at)
      return { kind: 'not', part: term(reader) }
    }
    return { kind: 'not', part: group(reader) }
  }
  if (token?.text === '(') return group(reader)
  if (reader.isKeyword(token, 'CONTAINS') && reader.peek(1)?.text === '(') return contains(reader)
  return predicate(reader)
}

function group(reader: Reader): Ast {
  reader.mark('(')
  const inside = level(reader)
  reader.mark(')')
  return inside
}

function contains(reader: Reader): Ast {
  reader.keyword('CONTAINS')
  reader.mark('(')
  const on = criterion(reader)
  reader.mark(',')
  const value = literal(reader)
  reader.mark(')')
  return { kind: 'contains', criterion: on, value }
}

function predicate(reader: Reader): Ast {
  const on = criterion(reader)
  const next = reader.peek()
  if (next?.kind === 'operator') {
    reader.take('an operator', () => true)
    return { kind: 'compare', criterion: on, operator: next.text as Comparison, value: literal(reader) }
  }
  for (const operator of ['like', 'ilike'] as const) {
    if (!reader.isKeyword(next, operator)) continue
    reader.keyword(operator)
    const { text, at } = reader.take('a pattern in quotes', ({ kind }) => kind === 'text')
    if (/%{3,}/.test(text)) reader.note('ambiguous percent signs', at)
    return { kind: 'like', criterion: on, operator, pattern: text.slice(1, -1) }
  }
  if (reader.isKeyword(next, 'in')) {
    reader.keyword('in')
    reader.mark('(')
    const values = [literal(reader)]
    while (reader.peek()?.text === ',') {
      reader.mark(',')
      values.push(literal(reader))
    }
    reader.mark(')')
    return { kind: 'in', criterion: on, values }
  }
  if (reader.isKeyword(next, 'is')) {
    reader.keyword('is')
    reader.keyword('null')
    return { kind: 'null', criterion: on }
  }
  throw reader.stop('=, !=, <, <=, >, >=, like, ilike, in or is null')
}

function criterion(reader: Reader): Criterion {
  const { text } = reader.take('a field', ({ kind }) => kind === 'word')
  const path = text.split('.')
  if (reader.peek()?.text !== '(') return { path }
  reader.mark('(')
  const resource = reader.take('the name of a resource', ({ kind }) => kind === 'word').text
  reader.mark(')')
  return { path, resource }
}

function literal(reader: Reader): Value {
  const token = reader.peek()
  if (token?.kind === 'text') {
    reader.take('', () => true)
    return { text: token.text.slice(1, -1) }
  }
  if (token?.kind === 'number') {
    reader.take('', () => true)
    if (/[+eE]/.test(token.text)) reader.note('a number in a form that the documents do not show', token.at)
    return { number: Number(token.text) }
  }
  for (const word of ['true', 'false'] as const)
    if (reader.isKeyword(token, word)) {
      reader.keyword(word)
      return { flag: word === 'true' }
    }
  if (reader.isKeyword(token, 'me')) {
    reader.keyword('me')
    reader.mark('(')
    reader.mark(')')
    return { me: true }
  }
  throw reader.stop('a quoted string, a number, true, false or me()')
}

/** The documents never write more than a single space. */
function noteBlanks(query: string, reader: Reader): void {
  const bare = query.replace(/"[^"]*"/g, (text) => '_'.repeat(text.length))
  for (const { index, 0: found } of bare.matchAll(/\s{2,}|[\t\r\n]|^\s|\s$/g))
    reader.note(`whitespace: ${JSON.stringify(found)}`, index)
}

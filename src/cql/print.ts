import type { Ast, Criterion, Value } from './ast.ts'

/** The text of a query: single spaces, keywords as the documents write them, mixed levels always in parentheses. */
export function print(ast: Ast): string {
  switch (ast.kind) {
    case 'join':
      return ast.parts
        .map(
          (part, at) =>
            `${at === 0 ? '' : ` ${ast.operators[at - 1]} `}${part.kind === 'join' ? `(${print(part)})` : print(part)}`,
        )
        .join('')
    case 'not':
      return `!(${print(ast.part)})`
    case 'compare':
      return `${criterion(ast.criterion)} ${ast.operator} ${value(ast.value)}`
    case 'like':
      return `${criterion(ast.criterion)} ${ast.operator} "${ast.pattern}"`
    case 'in':
      return `${criterion(ast.criterion)} in (${ast.values.map(value).join(', ')})`
    case 'null':
      return `${criterion(ast.criterion)} is null`
    case 'contains':
      return `CONTAINS(${criterion(ast.criterion)}, ${value(ast.value)})`
  }
}

const criterion = ({ path, resource }: Criterion): string =>
  `${path.join('.')}${resource === undefined ? '' : `(${resource})`}`

function value(given: Value): string {
  if ('text' in given) return `"${given.text}"`
  if ('number' in given) return String(given.number)
  return 'flag' in given ? String(given.flag) : 'me()'
}

import type { Question } from './question.ts'

/** The shape of a question without its values: two findings of the same law and shape have one cause. */
function shapeOf(question: Question): string {
  if ('compare' in question) return `${question.field} ${question.compare}`
  if ('pattern' in question)
    return `${question.pattern}${question.left ? ' open-left' : ''}${question.right ? ' open-right' : ''}`
  if ('among' in question) return `in ${question.among.length > 1 ? 'several' : 'one'}`
  if ('unset' in question) return 'is null'
  if ('not' in question) return `!(${shapeOf(question.not)})`
  const [parts, word] = 'all' in question ? [question.all, 'AND'] : [question.any, 'OR']
  return `(${parts.map(shapeOf).join(` ${word} `)})`
}

export const causeOf = (law: string, one: Question): string => `${law}: ${shapeOf(one)}`

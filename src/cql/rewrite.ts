import type { Question } from './question.ts'

/** Rewrites that are equivalent in Boolean and in Kleene's logic: De Morgan, double negation, `in` as OR of `=`, `>=` as `>` or `=`. */
export function rewritten(question: Question): Question {
  if ('not' in question) {
    const inner = question.not
    if ('not' in inner) return rewritten(inner.not)
    if ('all' in inner) return { any: inner.all.map((part) => ({ not: rewritten(part) })) }
    if ('any' in inner) return { all: inner.any.map((part) => ({ not: rewritten(part) })) }
    return { not: { not: { not: inner } } }
  }
  if ('all' in question) return { all: question.all.map(rewritten).toReversed() }
  if ('any' in question) return { any: question.any.map(rewritten).toReversed() }
  if ('among' in question) {
    const each = question.among.map((row): Question => ({ compare: '=', field: question.field, row }))
    return each.length === 1 ? (each[0] as Question) : { any: each }
  }
  if ('compare' in question && (question.compare === '>=' || question.compare === '<=')) {
    return {
      any: [
        { ...question, compare: question.compare === '>=' ? '>' : '<' },
        { ...question, compare: '=' },
      ],
    }
  }
  return { not: { not: question } }
}

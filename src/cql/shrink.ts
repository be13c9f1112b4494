import type { Question } from './question.ts'

/** Smaller questions, the smallest first: parts, fewer parts, simpler values. Each step gets smaller, so that shrinking ends. */
export function smaller(question: Question): Question[] {
  if ('not' in question) return [question.not, ...smaller(question.not).map((not) => ({ not }))]
  if ('all' in question) return fewer(question.all, (all) => ({ all }))
  if ('any' in question) return fewer(question.any, (any) => ({ any }))
  if ('among' in question) {
    return question.among.length < 2
      ? lower(question.among[0] ?? 0).map((row) => ({ ...question, among: [row] }))
      : question.among.map((_, gone) => ({
          ...question,
          among: question.among.filter((__, position) => position !== gone),
        }))
  }
  if ('pattern' in question) {
    return [
      ...(question.left ? [{ ...question, left: false }] : []),
      ...(question.right ? [{ ...question, right: false }] : []),
      ...lower(question.length).map((length) => ({ ...question, length })),
      ...lower(question.from).map((from) => ({ ...question, from })),
      ...lower(question.row).map((row) => ({ ...question, row })),
    ]
  }
  return 'compare' in question ? lower(question.row).map((row) => ({ ...question, row })) : []
}

const lower = (value: number): number[] =>
  [...new Set([0, Math.floor(value / 2), value - 1])].filter((other) => other >= 0 && other < value)

function fewer(parts: readonly Question[], join: (parts: readonly Question[]) => Question): Question[] {
  const without =
    parts.length > 2 ? parts.map((_, gone) => join(parts.filter((__, position) => position !== gone))) : []
  const inside = parts.flatMap((part, position) =>
    smaller(part).map((less) => join(parts.map((kept, other) => (other === position ? less : kept)))),
  )
  return [...parts, ...without, ...inside]
}

import type { Arbitrary } from 'fast-check'
import { kinds, type Question } from './question.ts'

/** The library is passed in, so that it is loaded only when something is generated. */
type FastCheck = (typeof import('fast-check'))['default']

const fields = {
  ...kinds,
  ordered: [...kinds.date, ...kinds.stamp],
  any: Object.values(kinds).flat(),
  nullable: ['remarks', 'startDateTime', 'businessPartner'],
} as const

/** Atoms by kind, the simplest first. The slice of a pattern and its wildcards are drawn independently, so that half of the patterns just miss. */
function atoms(fc: FastCheck): Arbitrary<Question> {
  const row = fc.nat(19)
  const one = <T extends string>(...of: readonly T[]) => fc.constantFrom(...of)
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ compare: one('=', '!='), field: one(...fields.any), row }) },
    { weight: 3, arbitrary: fc.record({ compare: one('<', '<=', '>', '>='), field: one(...fields.ordered), row }) },
    { weight: 5, arbitrary: patterns(fc) },
    {
      weight: 2,
      arbitrary: fc.record({
        among: fc.array(row, { minLength: 1, maxLength: 4 }),
        field: one('subject', 'remarks', 'startDateTime', 'lastChanged', 'businessPartner'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ unset: one(...fields.nullable) }) },
  )
}

export const patterns = (fc: FastCheck) =>
  fc.record({
    pattern: fc.constantFrom('like' as const, 'ilike' as const),
    field: fc.constantFrom(...fields.text),
    row: fc.nat(19),
    // Whole values too: without a wildcard only they can match.
    from: fc.oneof(fc.constant(0), fc.nat(4)),
    length: fc.oneof(fc.nat(4), fc.constant(19)),
    left: fc.boolean(),
    right: fc.boolean(),
  })

/** Questions up to three levels deep; an atom comes first, so that shrinking ends at one. */
export function questions(fc: FastCheck): Arbitrary<Question> {
  return fc.letrec<{ question: Question; atom: Question }>((tie) => ({
    atom: atoms(fc),
    question: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: tie('atom') },
      { weight: 1, arbitrary: fc.record({ all: fc.array(tie('question'), { minLength: 2, maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ any: fc.array(tie('question'), { minLength: 2, maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ not: tie('question') }) },
    ),
  })).question
}

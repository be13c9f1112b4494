import type { Arbitrary } from 'fast-check'
import { defects, type DefectKind } from './defect.ts'
import { switches, type BatchForm } from './form.ts'
import { slots, type BatchCase, type Deed, type Step } from './plan.ts'
import { tierOf } from './tiers.ts'

/** The library is passed in, so that it is loaded only when something is generated. */
type FastCheck = (typeof import('fast-check'))['default']

const deeds: readonly Deed[] = ['get', 'create', 'patch', 'put', 'delete', 'stale', 'dangling']

/** Steps with any operation on any slot; failing ones are rarer, so that most batches get past the first parts. */
const steps = (fc: FastCheck): Arbitrary<Step> =>
  fc.record({
    deed: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...deeds.slice(0, 5)) },
      { weight: 1, arbitrary: fc.constantFrom(...deeds.slice(5)) },
    ),
    slot: fc.nat(slots - 1),
    named: fc.boolean(),
  })

/** Forms that differ from the canonical one in at most three switches. */
const forms = (fc: FastCheck): Arbitrary<BatchForm> =>
  fc.record(
    Object.fromEntries(
      Object.entries(switches).map(([name, values]) => {
        const usual = { weight: 12, arbitrary: fc.constant(values[0]) }
        return [
          name,
          fc.oneof(
            usual,
            ...(values as readonly string[])
              .slice(1)
              .map((value) => ({
                weight: tierOf(name as keyof BatchForm, value as never) === 'L2' ? 0.5 : 1,
                arbitrary: fc.constant(value),
              }))
              .map(({ weight, arbitrary }) => ({ weight: Math.ceil(weight * 2), arbitrary })),
          ),
        ]
      }),
    ),
  ) as unknown as Arbitrary<BatchForm>

/** Lawful batches. */
export const lawfulCases = (fc: FastCheck): Arbitrary<BatchCase> =>
  fc.record({
    steps: fc.array(steps(fc), { minLength: 1, maxLength: 7 }),
    form: forms(fc),
    transactional: fc.constantFrom(undefined, false, true),
  })

/** Leaves out defects that make the meaning of the message ambiguous: a stray delimiter, methods that the documents do not mention. */
const drawn = (Object.keys(defects) as DefectKind[]).filter(
  (kind) => !['boundary as a line of the body', 'CONNECT in a part', 'TRACE in a part'].includes(kind),
)

/** Batches with exactly one defect, otherwise canonical; each part has its own record, so that none depends on the broken one. */
export const brokenCases = (fc: FastCheck): Arbitrary<BatchCase> =>
  fc.record({
    steps: fc
      .array(steps(fc), { minLength: 2, maxLength: 4 })
      .map((list) => list.map((step, slot) => ({ ...step, slot }))),
    form: fc.constant(
      Object.fromEntries(Object.entries(switches).map(([name, values]) => [name, values[0]])) as unknown as BatchForm,
    ),
    transactional: fc.constantFrom(undefined, false, true),
    defect: fc.record({ kind: fc.constantFrom(...drawn), at: fc.nat(3) }),
  })

import { canonical, type BatchForm } from './form.ts'
import type { BatchCase, Step } from './plan.ts'

/** Smaller cases, the smallest first: fewer parts, canonical form, simpler operations. Each step gets smaller, so that shrinking ends. */
export function smallerCases(given: BatchCase): BatchCase[] {
  const { steps, form, transactional, defect } = given
  const fewer =
    steps.length > (defect ? 2 : 1)
      ? steps.map((_, gone) => ({ ...given, steps: steps.filter((__, at) => at !== gone) }))
      : []
  const odd = (Object.keys(canonical) as Array<keyof BatchForm>).filter((name) => form[name] !== canonical[name])
  const plainer = odd.map((name) => ({ ...given, form: { ...form, [name]: canonical[name] } }))
  const { transactional: _transactional, ...untold } = given
  // Steps that share a record move together, otherwise they would no longer share it.
  const moved = defect
    ? []
    : [...new Set(steps.map(({ slot }) => slot))]
        .filter((slot) => slot > 0)
        .map((slot) => ({ ...given, steps: steps.map((step) => (step.slot === slot ? { ...step, slot: 0 } : step)) }))
  const simpler = steps.flatMap((step, at) =>
    simplerSteps(step).map((less) => ({ ...given, steps: steps.with(at, less) })),
  )
  return [
    ...fewer,
    ...(odd.length > 1 ? [{ ...given, form: canonical }] : []),
    ...plainer,
    ...(transactional === undefined ? [] : [untold]),
    ...moved,
    ...simpler,
    ...(defect && defect.at > 0 ? [{ ...given, defect: { ...defect, at: defect.at - 1 } }] : []),
  ]
}

const rank = ['get', 'create', 'patch', 'put', 'delete', 'stale', 'dangling'] as const

const simplerSteps = (step: Step): Step[] => [
  ...(step.named ? [{ ...step, named: false }] : []),
  ...(step.slot > 0 ? [{ ...step, slot: 0 }] : []),
  ...(rank.indexOf(step.deed) > 0 ? [{ ...step, deed: 'get' as const }] : []),
  ...(step.deed === 'dangling' ? [{ ...step, deed: 'stale' as const }] : []),
  ...(step.deed === 'put' ? [{ ...step, deed: 'patch' as const }] : []),
]

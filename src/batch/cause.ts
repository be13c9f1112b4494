import { formInWords } from './form.ts'
import type { BatchCase, Deed } from './plan.ts'

/** The kinds of operation that a cause distinguishes: which of two updates it was, or why a part failed, seldom matters. */
const kinds: Readonly<Record<Deed, string>> = {
  get: 'read',
  create: 'create',
  patch: 'update',
  put: 'update',
  delete: 'delete',
  stale: 'fail',
  dangling: 'fail',
}

/** Two findings of one defect, the same kinds of steps and one form have one cause. */
export const causeOfCase = ({ steps, defect, form }: BatchCase): string =>
  `${defect?.kind ?? 'lawful'}: ${[...new Set(steps.map(({ deed }) => kinds[deed]))].sort().join(' ')} ${formInWords(form)}`

import {
  before,
  outcomeOf,
  settled,
  slots,
  stepped,
  type BatchCase,
  type Deed,
  type StepOutcome,
  type TextState,
} from './plan.ts'

export interface Expected {
  readonly deed: Deed
  readonly slot: number
  readonly outcome: StepOutcome
  /** The content that a read must return, as the position of the step that wrote it. */
  readonly shows?: number
}

export interface Expectation {
  readonly parts: readonly Expected[]
  /** Position of the first part that fails. */
  readonly failsAt?: number
  /** Whether the first failure stops the batch and rolls everything back (A-BAT-01, 08). */
  readonly isUndone: boolean
  /** The content that each slot must have afterwards. */
  readonly after: TextState
  /** Positions of the steps whose new records must exist afterwards; all other creates must have left nothing. */
  readonly created: readonly number[]
}

/** What the documents fix for a batch: the outcome of each part in order, and the state afterwards. */
export function expectationOf({ steps, transactional }: Pick<BatchCase, 'steps' | 'transactional'>): Expectation {
  let state = before
  let failsAt: number | undefined
  const created: number[] = []
  const parts = steps.map((step, position): Expected => {
    const { deed, slot } = settled(step, state)
    const outcome = outcomeOf(deed)
    const shows = deed === 'get' ? (state[slot] ?? undefined) : undefined
    if (outcome === 'done') {
      state = stepped(state, { deed, slot }, position)
      if (deed === 'create') created.push(position)
    } else failsAt ??= position
    return { deed, slot, outcome, ...(shows === undefined ? {} : { shows }) }
  })
  const isUndone = transactional !== false && failsAt !== undefined
  return {
    parts,
    ...(failsAt === undefined ? {} : { failsAt }),
    isUndone,
    after: isUndone ? before : state,
    created: isUndone ? [] : created,
  }
}

/** What is fixed where only these of the parts were carried out that were to be. */
export function expectationOfThose(
  { transactional }: Pick<BatchCase, 'transactional'>,
  expected: Expectation,
  isDone: (part: Expected, position: number) => boolean,
): Expectation {
  if (transactional !== false) return { ...expected, isUndone: true, after: before, created: [] }
  let after = before
  const created: number[] = []
  for (const [position, part] of expected.parts.entries()) {
    if (!isDone(part, position)) continue
    after = stepped(after, part, position)
    if (part.deed === 'create') created.push(position)
  }
  return { ...expected, after, created }
}

export { slots }

import { actions, cells, roles, states, type Cell } from '../dispatch/machine.ts'
import type { CellVisit, MatrixCell, SeenInCell, StateMatrix } from '../verdict/state-matrix.ts'
import type { PlannedCheck, Verdict } from '../verdict/stream.ts'

/** What the matrix has to know of a check. */
type VisitingCheck = Pick<PlannedCheck, 'id' | 'sources'>

/** A visit, and the check that paid it. */
export type Visit = CellVisit & { readonly check: string }

/**
 * The matrix of partner dispatching with what the checks saw; undefined where no check of it was planned. `costly` are those that this run was too
 * short for.
 */
export function dispatchMatrix(
  visits: readonly Visit[],
  planned: readonly PlannedCheck[],
  verdicts: ReadonlyMap<string, Verdict>,
  costly: readonly VisitingCheck[] = [],
): StateMatrix | undefined {
  const ours = planned.filter((check) => check.interface === 'dispatch')
  if (ours.length === 0) return undefined
  return {
    interface: 'dispatch',
    states,
    actions,
    roles,
    cells: cells.map((cell): MatrixCell => {
      const seen = folded(visits.filter((visit) => isIn(cell, visit)))
      return { ...cell, seen, ...(seen.length > 0 ? {} : { because: whyUnseen(cell, ours, verdicts, costly) }) }
    }),
  }
}

const isIn = (cell: Cell, { state, action, role }: CellVisit): boolean =>
  cell.state === state && cell.action === action && cell.role === role

/** Visits that look alike are one. */
function folded(visits: readonly Visit[]): SeenInCell[] {
  const kinds = new Map<string, SeenInCell>()
  for (const { state: _state, action: _action, role: _role, check, ...saw } of visits) {
    const key = JSON.stringify([saw.status, saw.before, saw.after])
    const known = kinds.get(key)
    kinds.set(key, known ? { ...known, times: known.times + 1 } : { ...saw, check, times: 1 })
  }
  return [...kinds.values()]
}

const situationOf = ({ id }: VisitingCheck): string => id.split('/').at(-1) ?? ''

/** Whether a check is for the cells of a state that no sentence decides, or for those decided by the cell's own. */
const looksAt =
  ({ is, state, role, statement }: Cell) =>
  (check: VisitingCheck): boolean =>
    is === 'open'
      ? situationOf(check) === (state === 'late' ? 'cells-left-open-when-late' : 'cells-left-open')
      : check.sources.includes(statement) &&
        situationOf(check).includes(state) &&
        (role === 'other' || !situationOf(check).endsWith('-by-another-partner'))

function whyUnseen(
  cell: Cell,
  planned: readonly PlannedCheck[],
  verdicts: ReadonlyMap<string, Verdict>,
  costly: readonly VisitingCheck[],
): string {
  const isOpen = cell.is === 'open'
  const undecided = isOpen ? 'no sentence says what happens' : undefined
  const about = isOpen ? [] : planned.filter(({ sources }) => sources.includes(cell.statement))
  const inState = planned.filter(looksAt(cell))
  const later = inState.length > 0 ? undefined : costly.find(looksAt(cell))
  if (later) return [undecided, `${later.id} looks, in a run with --heavy`].filter(Boolean).join('; ')
  const visiting = inState.length > 0 ? inState : about
  const told = visiting.map(({ id }) => verdicts.get(id)).filter((verdict) => verdict !== undefined)
  const hindered = told.find(({ is }) => is === 'not-applicable' || is === 'blocked')
  if (hindered) return `${hindered.check} is ${hindered.is}${hindered.because ? `: ${hindered.because}` : ''}`
  const ended = told.find(({ is }) => is === 'fail' || is === 'warn')
  if (ended) return `${ended.check} ended before it came here`
  if (undecided) return undecided
  return visiting.length === 0 ? 'the check that visits it is not part of this run' : 'no check of this run came here'
}

/** One matrix of those of several shards: what one of them saw was seen. */
export function mergedMatrix(parts: readonly StateMatrix[]): StateMatrix | undefined {
  const [first, ...others] = parts
  if (!first) return undefined
  const cellsOf = (index: number) => [first, ...others].flatMap((part) => part.cells[index] ?? [])
  return {
    ...first,
    cells: first.cells.map((cell, index): MatrixCell => {
      const { because: _unseen, ...kept } = cell
      const all = cellsOf(index)
      const seen = all.flatMap((one) => one.seen)
      if (seen.length > 0) return { ...kept, seen }
      // A shard that did not plan the check says less than the one that did.
      const reason = all.map(({ because }) => because).find((why) => why !== undefined && !why.includes('of this run'))
      return { ...kept, seen, because: reason ?? cell.because ?? '' }
    }),
  }
}

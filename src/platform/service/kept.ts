import { openJournal } from '../store/journal.ts'
import { within } from '../store/store.ts'
import type { TreeCall } from './tree-call.ts'

/** Runs a write whose answer may be all that comes of it: only a fault undoes it. */
export function kept<T>(tree: TreeCall, position: number, write: (tree: TreeCall) => T): T {
  const { house, store, call } = tree
  const journal = openJournal(() => house.clock.now())
  const answer = write({ ...tree, store: within(journal, store) })
  if (!house.rules.service.keeps(call.operation, position))
    journal.rollBack((entries) => entries.forEach((entry) => entry.undo()))
  return answer
}

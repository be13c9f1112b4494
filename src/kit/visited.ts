import { currentScope } from '../target/scope.ts'
import type { CellVisit } from '../verdict/state-matrix.ts'

/** Tells the matrix of the report what an action did in a state of the machine. */
export const visited = (visit: CellVisit): void => void currentScope()?.visits.push(visit)

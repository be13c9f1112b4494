import { accessSeams } from './access.ts'
import { storeSeams } from './store.ts'
import { undoSeams } from './undo.ts'

/** Effects with one default each, by group; a fault replaces them by name. */
export const strictSeams = { ...accessSeams, ...storeSeams, ...undoSeams }

export type Seams = typeof strictSeams

import { accessSeams } from './access.ts'
import { dispatchSeams } from './dispatch.ts'
import { passageSeams } from './passage.ts'
import { peopleSeams } from './people.ts'
import { storeSeams } from './store.ts'
import { undoSeams } from './undo.ts'

/** Effects with one default each, by group; a fault replaces them by name. */
export const strictSeams = {
  ...accessSeams,
  ...storeSeams,
  ...undoSeams,
  ...passageSeams,
  ...dispatchSeams,
  ...peopleSeams,
}

export type Seams = typeof strictSeams

import type { House } from '../house.ts'
import type { DispatchAction } from '../rulebook/dispatch.ts'

/** Effects of partner dispatching. */
export const dispatchSeams = {
  dispatch: {
    /** Awaited before an action is judged if it returns a promise. */
    pace: (_action: DispatchAction, _house: House): Promise<void> | undefined => undefined,
    /** Awaited between the look at the state of an assignment and its change if it returns a promise; undefined leaves no gap. */
    gap: (_action: DispatchAction): Promise<void> | undefined => undefined,
  },
}

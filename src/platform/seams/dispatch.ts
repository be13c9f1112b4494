import type { DispatchAction } from '../rulebook/dispatch.ts'

/** Effects of partner dispatching. */
export const dispatchSeams = {
  dispatch: {
    /** Awaited between the look at the state of an assignment and its change if it returns a promise; undefined leaves no gap. */
    gap: (_action: DispatchAction): Promise<void> | undefined => undefined,
  },
}

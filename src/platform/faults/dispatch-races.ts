import type { Fault } from '../deviation.ts'
import type { DispatchAction } from '../rulebook/dispatch.ts'
import { pause } from './pause.ts'

const race = (id: string, says: string, gap: (action: DispatchAction) => Promise<void> | undefined): Fault => ({
  id: `dispatch-${id}`,
  breaks: ['B-DSP-14'],
  says,
  seam: { dispatch: { gap } },
})

/** Whether a confirm has looked, and not yet changed anything. */
let isConfirming = false

/** Faults of partner dispatching that only calls at the same moment show. */
export const dispatchRaceFaults: readonly Fault[] = [
  race('notify-looks-too-early', 'notify looks at the status some time before it changes it.', (action) =>
    action === 'notify' ? pause() : undefined,
  ),
  race('batch-accept-looks-too-early', 'A batch looks at the status some time before it changes it.', (action) =>
    action === 'batch-accept' ? pause() : undefined,
  ),
  race(
    'confirm-overwrites-notify',
    'A confirm that began before another one ends after it, and what was notified meanwhile is CONFIRMED again.',
    (action) => {
      if (action !== 'confirm' || isConfirming) return undefined
      isConfirming = true
      return pause().finally(() => {
        isConfirming = false
      })
    },
  ),
]

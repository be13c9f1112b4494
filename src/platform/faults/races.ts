import type { Fault } from '../deviation.ts'
import type { Step } from '../data/step.ts'
import { pause } from './pause.ts'

const race = (
  id: string,
  says: string,
  breaks: Fault['breaks'],
  meets: (step: Step & { inBatch: boolean }) => boolean,
): Fault => ({
  id: `lock-race-${id}`,
  breaks,
  says,
  seam: { lock: { gap: (step) => (meets(step) ? pause() : undefined) } },
})

/** Faults that only requests at the same moment show (A-DAT-26, A-REC-07). */
export const raceFaults: readonly Fault[] = [
  race(
    'on-put',
    'PUTs that pass the lock check within 30 ms all succeed.',
    ['A-DAT-26'],
    ({ operation }) => operation === 'put',
  ),
  race(
    'by-external-id',
    'Updates by external id that pass the lock check within 30 ms all succeed.',
    ['A-DAT-26', 'A-DAT-15'],
    ({ by, operation }) => by === 'externalId' && operation !== 'delete',
  ),
  race(
    'on-delete',
    'A DELETE removes what was changed within 30 ms after its lock check.',
    ['A-DAT-20'],
    ({ operation }) => operation === 'delete',
  ),
  race(
    'beside-a-batch',
    'A single update commits over what a batch wrote within 30 ms after its lock check.',
    ['A-DAT-26'],
    ({ inBatch, operation }) => !inBatch && operation === 'patch',
  ),
  {
    id: 'record-race-external-id-twice',
    breaks: ['A-REC-07'],
    says: 'Records that are created within 30 ms may get the same external id.',
    seam: { externalIds: { gap: (externalId) => (externalId === undefined ? undefined : pause()) } },
  },
]

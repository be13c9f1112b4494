import type { Step, Writer } from '../data/step.ts'
import { data, references } from './data.ts'
import { lock } from './lock.ts'
import { dtos, shown } from './shaping.ts'

/** The fields that the service maintains in every record (A-REC). */
const record = {
  id: (supplied: string | undefined, generated: string): string => supplied ?? generated,
  lastChanged: (transactionStart: number, _former: number | undefined, _step: Step): number => transactionStart,
  lastChangedBy: (
    writer: Writer,
    _former: string | null | undefined,
    _step: Step & { readonly inBatch: boolean },
  ): string | null => writer.userId ?? writer.clientId,
  onTakenExternalId: (_step: Step): 'refuse' | 'store' | 'overwrite' => 'refuse',
  /** An inlined object sent with some of its fields (A-REC-14). */
  onPartialInlined: (): 'refuse' | 'unset' | 'keep' => 'refuse',
}

export const recordRules = { record, lock, data, references, shown, dtos }

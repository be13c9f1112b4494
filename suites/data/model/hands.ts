import type { Answer } from '../../../src/clients/answer.ts'
import type { Ref } from '../../../src/clients/data.ts'
import { keyOf, settle, type Context } from '../../../src/kit/index.ts'
import { succeeded } from '../steps.ts'
import { takeIn, liveOf, type Slot, type RecordState } from './belief.ts'

export const modelResource = 'ServiceCall'
export type KeyName = 'id' | 'externalId'

/** What acts on the target, and what it did so far. */
export interface Hands {
  readonly context: Context
  readonly trace: object[]
  /** The remarks of a record that never had any. */
  none(): Promise<unknown>
}

export const refOfSlot = (slot: Slot, by: KeyName): Ref => (by === 'id' ? slot.id : { externalId: slot.externalId })

/** Notes a step as it went over the wire. */
export function note(hands: Hands, step: string, slot: Slot, by: KeyName, answer: Answer, body?: unknown): Answer {
  hands.trace.push({
    step,
    by,
    id: slot.id,
    externalId: slot.externalId,
    ...(body === undefined ? {} : { body }),
    status: answer.status,
  })
  return answer
}

const seenIn = (answer: Answer): RecordState => {
  const dto = succeeded(answer) ? answer.record(keyOf(modelResource)) : undefined
  return dto ? liveOf(dto) : { is: 'absent', before: true }
}

/** Reads the record and takes in what is seen. */
export async function look(hands: Hands, slot: Slot, by: KeyName): Promise<void> {
  const answer = note(hands, 'GET', slot, by, await hands.context.api.data.get(modelResource, refOfSlot(slot, by)))
  await see(hands, slot, seenIn(answer), `a GET by ${by} after these writes to show`)
}

/** Takes in what is seen. Only where remarks that were removed show something is it asked what stands there in others. */
export async function see(hands: Hands, slot: Slot, seen: RecordState, how: string): Promise<void> {
  const isOdd = seen.is === 'live' && seen.remarks !== null
  if (isOdd && slot.beliefs.some((belief) => belief.is === 'live' && belief.remarks === null))
    slot.none = await hands.none()
  settle(takeIn(slot, seen, how))
}

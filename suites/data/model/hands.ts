import type { Answer } from '../../../src/clients/answer.ts'
import type { Ref } from '../../../src/clients/data.ts'
import { keyOf, settle, type Context } from '../../../src/kit/index.ts'
import { succeeded } from '../steps.ts'
import { learn, liveOf, type Slot, type State } from './belief.ts'

export const resource = 'ServiceCall'
export type Route = 'id' | 'externalId'

/** What acts on the target, and what it did so far. */
export interface Hands {
  readonly context: Context
  readonly trace: object[]
}

export const refOf = (slot: Slot, by: Route): Ref => (by === 'id' ? slot.id : { externalId: slot.externalId })

/** Notes a step as it went over the wire. */
export function note(hands: Hands, step: string, slot: Slot, by: Route, answer: Answer, body?: unknown): Answer {
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

const seenIn = (answer: Answer): State => {
  const dto = succeeded(answer) ? answer.record(keyOf(resource)) : undefined
  return dto ? liveOf(dto) : { is: 'absent', before: true }
}

/** Reads the record and takes in what is seen. */
export async function look(hands: Hands, slot: Slot, by: Route): Promise<void> {
  const answer = note(hands, 'GET', slot, by, await hands.context.api.data.get(resource, refOf(slot, by)))
  settle(learn(slot, seenIn(answer), `a GET by ${by} after these writes to show`))
}

import type { Answer } from '../../../src/clients/answer.ts'
import { keyOf, must, settle } from '../../../src/kit/index.ts'
import { lockRefusalMismatch } from './lock.ts'
import { believe, certain, liveOf, unset, type Live, type Slot, type RecordState } from './belief.ts'
import { look, note, refOfSlot, see, modelResource, type Hands, type KeyName } from './hands.ts'
import { succeeded } from '../steps.ts'

export type Lock = 'current' | 'stale' | 'later' | 'none' | 'forced'
export type Remarks = 'text' | 'null' | 'left out'

/** The current state of the record; read if it is not known. */
async function known(hands: Hands, slot: Slot): Promise<RecordState> {
  if (!certain(slot)) await look(hands, slot, 'id')
  return certain(slot) ?? { is: 'absent', before: true }
}

const remarksOf = ({ context: { fresh } }: Hands, slot: Slot): string => {
  const remarks = fresh.text()
  slot.remarks.add(remarks)
  return remarks
}

const whole = (hands: Hands, slot: Slot, remarks: Remarks): Record<string, unknown> =>
  hands.context.fresh.body(modelResource, {
    subject: hands.context.fresh.text(),
    externalId: slot.externalId,
    ...(remarks === 'text' ? { remarks: remarksOf(hands, slot) } : {}),
  })

const part = (hands: Hands, slot: Slot, remarks: Remarks): Record<string, unknown> => ({
  subject: hands.context.fresh.text(),
  ...(remarks === 'left out' ? {} : { remarks: remarks === 'null' ? null : remarksOf(hands, slot) }),
})

const written = (body: Readonly<Record<string, unknown>>): Live => ({
  ...liveOf({ ...body, lastChanged: undefined }),
  ...('remarks' in body ? {} : { remarks: unset }),
})

/** The record that a write leaves, its lastChanged not known yet. */
const believeWritten = (slot: Slot, state: Live, ...others: readonly RecordState[]): void =>
  believe(slot, { ...state, lastChanged: undefined }, ...others)

export async function post(hands: Hands, slot: Slot, remarks: Remarks): Promise<void> {
  const now = await known(hands, slot)
  const body = { ...whole(hands, slot, remarks), id: slot.id }
  const answer = note(hands, 'POST', slot, 'id', await hands.context.api.data.create(modelResource, body), body)
  if (now.is === 'live') return
  if (!now.before) must.success(answer)
  if (!succeeded(answer)) return
  believeWritten(slot, written(body))
  await look(hands, slot, 'id')
}

/** May be refused, change nothing or overwrite (A-DAT-33). */
export async function postForced(hands: Hands, slot: Slot): Promise<void> {
  const now = await known(hands, slot)
  if (now.is === 'absent') return
  const body = { ...whole(hands, slot, 'left out'), id: slot.id }
  const answer = note(
    hands,
    'POST forceUpdate=true',
    slot,
    'id',
    await hands.context.api.data.create(modelResource, body, { force: true }),
    body,
  )
  if (succeeded(answer))
    believeWritten(slot, written(body), now, { ...now, ...overwritten(now, body), lastChanged: undefined })
}

/** Whether an overwriting POST replaces or merges is not stated either. */
const overwritten = (now: Live, body: Readonly<Record<string, unknown>>): Partial<Live> => ({
  subject: body['subject'],
  remarks: body['remarks'] ?? now.remarks,
})

function versionFor(slot: Slot, now: Live, lock: Lock): number | undefined {
  const current = now.lastChanged ?? Number.NaN
  if (lock === 'current') return current
  if (lock === 'later') return current + 60_000
  if (lock === 'none') return undefined
  return slot.versions.findLast((version) => version !== current) ?? current - 1
}

export async function update(
  hands: Hands,
  slot: Slot,
  method: 'put' | 'patch',
  by: KeyName,
  lock: Lock,
  remarks: Remarks,
): Promise<void> {
  const now = await known(hands, slot)
  const body = method === 'put' || now.is === 'absent' ? whole(hands, slot, remarks) : part(hands, slot, remarks)
  const lastChanged = now.is === 'live' ? versionFor(slot, now, lock) : undefined
  const sent = lastChanged === undefined ? body : { ...body, lastChanged }
  const force = now.is === 'live' && lock === 'forced'
  const reply = await hands.context.api.data[method](modelResource, refOfSlot(slot, by), sent, force ? { force } : {})
  const answer = note(hands, `${method.toUpperCase()}${force ? ' forceUpdate=true' : ''}`, slot, by, reply, sent)
  if (now.is === 'live' && (lock === 'stale' || lock === 'later'))
    return settle(lockRefusalMismatch(answer, now.lastChanged ?? Number.NaN))
  const open = now.is === 'live' ? lock === 'none' : now.before
  if (!open) must.status(answer, 201)
  if (!succeeded(answer)) return
  believeWritten(
    slot,
    written(
      now.is === 'live' && method === 'patch' ? { remarks: now.remarks, externalId: now.externalId, ...body } : body,
    ),
  )
  await takeAnswer(hands, slot, answer, now)
}

/** PUT and PATCH return the updated record, which saves a read. For a record created by external id it also tells the id. */
async function takeAnswer(hands: Hands, slot: Slot, answer: Answer, before: RecordState): Promise<void> {
  const dto = answer.record(keyOf(modelResource))
  await see(hands, slot, dto ? liveOf(dto) : { is: 'absent', before: true }, 'the answer to show')
  if (before.is === 'absent' && typeof dto?.['id'] === 'string') slot.id = dto['id']
}

export async function remove(hands: Hands, slot: Slot, by: KeyName, lock: Lock): Promise<void> {
  const now = await known(hands, slot)
  const lastChanged = now.is === 'live' ? versionFor(slot, now, lock) : undefined
  const force = lock === 'forced' || now.is === 'absent'
  const reply = await hands.context.api.data.remove(
    modelResource,
    refOfSlot(slot, by),
    lastChanged,
    force ? { force } : {},
  )
  const answer = note(hands, `DELETE${force ? ' forceDelete=true' : ''}`, slot, by, reply, { lastChanged })
  if (now.is === 'absent') return
  if (lock === 'stale' || lock === 'later') return settle(lockRefusalMismatch(answer, now.lastChanged ?? Number.NaN))
  if (lock !== 'none') must.status(answer, 200)
  if (succeeded(answer)) believe(slot, { is: 'absent', before: true })
}

import { problem } from '../header-context.ts'
import type { House } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'

/** There is no such technician or address. */
export const missing = (does: 'read' | 'update' | 'delete' | 'create', { rules }: House): PlatformResponse => {
  const status = rules.crowd.missingStatus(does)
  return status < 300 ? empty(status) : problem(status, 'Not found', 'there is no such technician or address')
}

/** A change that is not allowed. */
export const turnedDown = (why: string, { rules }: House): PlatformResponse =>
  problem(rules.crowd.objectionStatus(), 'Not allowed', why)

/** Records in the envelope of a success (B-CRW-24). */
export const results = (status: number, records: readonly unknown[], of: string, { rules }: House): PlatformResponse =>
  json(status, rules.crowd.envelope(records, of))

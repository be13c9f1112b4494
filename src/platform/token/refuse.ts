import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Refusal } from '../rulebook/refusal.ts'

/** A refusal in the OAuth error structure. */
export function refuse(house: House, refusal: Refusal, more: Readonly<Record<string, unknown>> = {}): PlatformResponse {
  const challenge = refusal.error === 'invalid_client' ? 'Basic' : 'Bearer'
  return json(refusal.status, house.rules.refusal.body(refusal, more), [
    ['Cache-Control', 'no-store'],
    ...(refusal.status === 401 ? [['WWW-Authenticate', `${challenge} realm="fieldproof"`] as const] : []),
  ])
}

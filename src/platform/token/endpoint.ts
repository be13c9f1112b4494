import type { House } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call } from '../interface.ts'
import { clientOf, formOf, isRefused } from './form.ts'
import { admit } from './grants.ts'
import { refuse } from './refuse.ts'
import { tokenAnswer } from './response.ts'

/** POST token: checks the form, then the client, then the grant. */
export function obtainToken(call: Call, house: House): PlatformResponse {
  const form = formOf(call, house)
  if (isRefused(form)) return refuse(house, form.refused)
  const client = clientOf(call, form, house)
  if (isRefused(client)) return refuse(house, client.refused)
  const admission = admit(call, form, client, house)
  if (isRefused(admission)) return refuse(house, admission.refused, admission.more)
  return tokenAnswer(house, admission, call.request.origin, form.get('scope'))
}

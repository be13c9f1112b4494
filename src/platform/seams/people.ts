import type { PlatformResponse } from '../http/message.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'

/** How a call of the SCIM API or the User API is carried out, once token, privileges and parameters were looked at. */
export const peopleSeams = {
  people: {
    scim: (asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse => handle(asked),
    user: (asked: UserCall, handle: (asked: UserCall) => PlatformResponse): PlatformResponse => handle(asked),
  },
}

import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { UserCause, UserOperation } from '../rulebook/user.ts'

/** A refusal by the User API; the form of its body is not shown (B-USR-35). */
export const refusedUser = ({ rules }: House, cause: UserCause, operation: UserOperation): PlatformResponse =>
  json(rules.user.status(cause, operation), rules.user.error(cause))

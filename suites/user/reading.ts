import type { Dto } from '../../src/clients/answer.ts'
import { Inconclusive, must, rely, type Context, type Reply } from '../../src/kit/index.ts'
import { isWithoutSubscription } from './full.ts'
import { userIn } from './people.ts'
import { user } from './requirements.ts'

/** A read of a user whom the run has. That there is no subscription for the user may be told by it (B-USR-22), and is no state of the user. */
async function gotUser(api: Context['api'], id: string): Promise<Reply> {
  const answer = await api.user.get(id)
  if (isWithoutSubscription(answer)) throw new Inconclusive('the account has no free subscription for this user')
  return answer
}

/** A user as it is read now; the finding is about reading. */
export function readUser({ api }: Pick<Context, 'api'>, id: string): Promise<Dto> {
  return rely(user.get, async () => {
    const answer = await gotUser(api, id)
    must.success(answer)
    const dto = userIn(answer)
    must.present('a user', dto, answer)
    return dto ?? {}
  })
}

/** A user as it is read now; undefined if it is not there. */
export const seenUser = async ({ api }: Pick<Context, 'api'>, id: string): Promise<Dto | undefined> =>
  userIn(await gotUser(api, id))

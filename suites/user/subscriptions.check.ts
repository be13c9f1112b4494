import { check, isObjection, must, rely, Unexercised, type Context, type Reply } from '../../src/kit/index.ts'
import type { Dto } from '../../src/clients/answer.ts'
import { isWithoutSubscription } from './full.ts'
import { createdUser, mustBeRemoved, sentId, userIn, wholeUser } from './people.ts'
import { user } from './requirements.ts'

/** More than some accounts have free, with the 25 that are created. */
const mostCreated = 130
/** A user who has none is there, by one reading: one in so many is read. */
const readOneIn = 6

/** How the want of one is told is not shown (B-USR-35): here nothing else that 409 is listed for has a reason. */
const isFull = ({ status }: Reply): boolean => status === 409

/** Others may take what a deletion releases: not as often as this. */
const deletions = 3

interface Created {
  readonly id: string
  readonly email: string
  readonly sent: Dto
}

/** A user who is made inactive. */
const inactive = (context: Context, { id, sent }: Created): Promise<void> =>
  rely(user.replace, async () =>
    must.success(await context.api.user.replace(id, { ...sent, id: sentId(id), active: false })),
  )

const releasedBy =
  (isInactive: boolean) =>
  async (context: Context): Promise<void> => {
    const { user: api } = context.api
    const served: Created[] = []
    const waiting: string[] = []
    /** Creates a user: undefined if it has a subscription, else what says that there is none for it. */
    const refusal = async (isLooked = false): Promise<Reply | undefined> => {
      const body = await wholeUser(context)
      const answer = await api.create(body)
      // Nor is its status shown (B-USR-39): one more user is refused, who is like those that were taken.
      if (isObjection(answer) && served.length > 0) return answer
      await rely(user.create, async () => {
        must.success(answer)
        must.present('the id of the created user', userIn(answer)?.['id'], answer)
      })
      const id = String(userIn(answer)?.['id'])
      served.push({ id, email: String(body['email']), sent: body })
      if (!isLooked && served.length % readOneIn !== 0) return undefined
      const read = await api.get(id)
      if (!isFull(read)) return undefined
      for (const one of served.splice(-readOneIn))
        if (isFull(await api.get(one.id))) waiting.push(one.id)
        else served.push(one)
      return read
    }
    /** Whether one who waited has a subscription now, or one who comes gets one. */
    const isServed = async (): Promise<boolean> => {
      for (const id of waiting) if ((await api.get(id)).status < 300) return true
      return (await refusal(true)) === undefined
    }
    try {
      // The first one shows which form of a phone is taken.
      served.push(await createdUser(context))
      let refused = await refusal()
      while (!refused && served.length < mostCreated) refused = await refusal()
      if (!refused) throw new Unexercised(`${mostCreated} users were created, and none was refused a subscription`)
      let isReleased = false
      for (let time = 0; time < deletions && !isReleased; time += 1) {
        const gone = served.shift()
        const other = served[0]
        if (!gone || !other) throw new Unexercised('too few users were created before one was refused a subscription')
        if (isInactive) await inactive(context, gone)
        await rely(user.remove, async () => mustBeRemoved(context, gone.id, await api.remove(gone.id)))
        // What is refused for its e-mail gets none.
        must.noServerError(await api.create(await wholeUser(context, { email: other.email })))
        // Nor who is refused for its user name; that names differ is not said, so that it may be who gets the free one.
        const named = await api.create(await wholeUser(context, { name: other.sent['name'] }))
        const id = named.status < 300 ? userIn(named)?.['id'] : undefined
        if (id !== undefined) waiting.push(String(id))
        isReleased = await isServed()
      }
      if (!isReleased && !isWithoutSubscription(refused))
        throw new Unexercised('users are refused, and what for is not said: it need not be the want of a subscription')
      must.hold(
        `a user with a subscription, after ${deletions} of those who had one were deleted${isInactive ? ', inactive as they were' : ''}`,
        isReleased,
        refused.text,
      )
    } finally {
      // Others of the run need their subscriptions.
      for (const id of [...waiting, ...served.map((one) => one.id)]) await api.remove(id)
    }
  }

check(
  user.subscriptions,
  'released-by-a-deletion',
  {
    effects: true,
    heavy: true,
    alone: true,
    brokenBy: [
      'user-delete-keeps-its-subscription',
      'user-refused-for-good-once-full',
      'user-refused-post-takes-a-subscription',
      'user-refused-name-takes-a-subscription',
    ],
  },
  releasedBy(false),
)

check(
  user.subscriptions,
  'released-by-the-deletion-of-an-inactive-one',
  {
    effects: true,
    heavy: true,
    alone: true,
    brokenBy: ['user-delete-of-an-inactive-one-keeps-its-subscription'],
  },
  releasedBy(true),
)

import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import { subscribe } from '../people/subscribe.ts'
import { refusedUser } from '../user/refusal.ts'
import type { UserCall } from '../user/user-call.ts'
import { memoryOf, userTurn } from './people-kinds.ts'

const isForWantOfOne = ({ status }: PlatformResponse): boolean => status === 409

/** Accounts of which somebody was refused for want of a subscription. */
const full = memoryOf(() => new Set<number>())

/** The call, with subscriptions that no write changes. */
export const keepingSubscriptions = (asked: UserCall): UserCall => ({
  ...asked,
  people: { ...asked.people, subscriptions: { ...asked.people.subscriptions, put: () => undefined } },
})

/** Subscriptions that are not given again: it shows once there are no more. */
export const subscriptionFaults: readonly Fault[] = [
  userTurn(
    'user-delete-keeps-its-subscription',
    ['B-USR-17'],
    ['delete'],
    'The subscription of a deleted user is never given to another one.',
    (asked, handle) => handle(keepingSubscriptions(asked)),
  ),
  userTurn(
    'user-refused-for-good-once-full',
    ['B-USR-17'],
    ['post'],
    'Once a user was refused for want of a subscription, every further one is.',
    (asked, handle) => {
      if (full(asked).has(asked.account.id)) return refusedUser(asked.house, 'no-subscription', 'post')
      const answer = handle(asked)
      if (isForWantOfOne(answer)) full(asked).add(asked.account.id)
      return answer
    },
  ),
  userTurn(
    'user-refused-post-takes-a-subscription',
    ['B-USR-17'],
    ['post'],
    'A POST that is refused, as for an e-mail in use, uses up a subscription.',
    (asked, handle) => {
      const answer = handle(asked)
      const { house, people, call } = asked
      const [nobody] = people.persons.all()
      if (answer.status === 400 && nobody) subscribe(house, people, { ...nobody, id: people.nextId() }, call.journal)
      return answer
    },
  ),
]

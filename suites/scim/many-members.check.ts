import { check, must, Unexercised, type Reply } from '../../src/kit/index.ts'
import {
  createdGroup,
  createdScimUser,
  idsOf,
  memberValues,
  patchOf,
  readGroup,
  triedGroup,
  type Own,
} from './people.ts'
import { WithoutSubscription } from '../user/full.ts'
import { membersOf } from './reading.ts'
import { scim } from './requirements.ts'

/** How many users an account may have is not said. */
function tooFew(error: unknown): never {
  if (error instanceof WithoutSubscription) throw new Unexercised('the account takes fewer than 21 further users')
  throw error
}

check(
  scim.members,
  'more-than-twenty',
  // Alone: while it holds its users, others may find no subscription.
  {
    effects: true,
    alone: true,
    needs: ['many-users'],
    sampled: true,
    brokenBy: [
      'scim-add-to-twenty-at-most',
      'scim-add-takes-ten-at-once',
      'scim-replace-takes-ten-at-once',
      'scim-group-put-takes-ten-at-once',
      'scim-group-post-takes-ten-at-once',
    ],
  },
  async (context) => {
    const { groups } = context.api.scim
    const users: Own[] = []
    try {
      while (users.length < 21) users.push(await createdScimUser(context).catch(tooFew))
      const [first, ...others] = users
      const made = await triedGroup(context, others)
      // How many members a group may have is not said.
      if (made.answer.status >= 400) return must.refused4xx(made.answer)
      const { id } = await made.told()
      const value = memberValues(...(first ? [first] : []))
      const added = await groups.patch(id, patchOf({ op: 'add', path: 'members', value }))
      if (added.status >= 400) return must.refused4xx(added)
      must.equal('the members after an add', membersOf(await readGroup(context, id)), idsOf(...users))
      await groups.remove(id)
      const all = memberValues(...users)
      const replaced = await createdGroup(context)
      must.success(await groups.patch(replaced.id, patchOf({ op: 'replace', path: 'members', value: all })))
      must.equal('the members after a replace', membersOf(await readGroup(context, replaced.id)), idsOf(...users))
      must.success(
        await groups.patch(replaced.id, patchOf({ op: 'remove', path: 'members', value: memberValues(...others) })),
      )
      const left = membersOf(await readGroup(context, replaced.id))
      must.equal('the members after a remove of all but one', left, idsOf(...(first ? [first] : [])))
      const inOneGo = async (word: string, sent: Promise<Reply>): Promise<void> => {
        must.success(await sent)
        must.equal(
          `the members after ${word} of twenty and more`,
          membersOf(await readGroup(context, replaced.id)),
          idsOf(...users),
        )
      }
      const rest = memberValues(...others)
      await inOneGo('an add', groups.patch(replaced.id, patchOf({ op: 'add', path: 'members', value: rest })))
      must.success(await groups.patch(replaced.id, patchOf({ op: 'remove', path: 'members', value: rest })))
      await inOneGo('a PUT', groups.replace(replaced.id, { ...replaced.body, members: all }))
    } finally {
      // Others of the run need their subscriptions.
      for (const user of users) await context.api.scim.users.remove(user.id)
    }
  },
)

import { check, each, must, type Context } from '../../src/kit/index.ts'
import {
  createdGroup,
  groupSchema,
  memberValues,
  patchOf,
  readGroup,
  readScimUser,
  leavingNoGroups,
  withMembers,
  withScimUser,
  type Own,
} from './people.ts'
import { attribute, membersOf } from './reading.ts'
import { scim } from './requirements.ts'

const withPair = (context: Context, use: (a: Own, other: Own) => Promise<void>): Promise<void> =>
  withMembers(context, (a) => withScimUser(context, (other) => use(a, other)))

check(
  scim.members,
  'users-that-are-not-active',
  {
    effects: true,
    needs: ['created-users'],
    brokenBy: ['scim-add-leaves-out-inactive', 'scim-replace-drops-those-who-stay', 'scim-put-leaves-members-active'],
  },
  async (context) => {
    const { groups, users } = context.api.scim
    await withPair(context, async (a, other) => {
      must.success(await users.replace(other.id, { ...other.body, active: false }))
      must.equal('its active', attribute(await readScimUser(context, other.id), 'active'), false)
      const both = [a.id, other.id].sort()
      const tried = async (does: 'add' | 'replace' | 'put') => {
        const { id, name } = await createdGroup(context, [a])
        const answer =
          does === 'put'
            ? await groups.replace(id, { schemas: [groupSchema], displayName: name, members: memberValues(a, other) })
            : await groups.patch(
                id,
                patchOf({
                  op: does,
                  path: 'members',
                  value: does === 'add' ? memberValues(other) : memberValues(a, other),
                }),
              )
        // Whether such a user may be a member is not said: a server may refuse it, not tell success and leave it out.
        if (answer.status >= 400) must.refused4xx(answer)
        else must.equal(`the members after ${does}`, membersOf(await readGroup(context, id)), both)
      }
      await each(['add', 'replace', 'put'] as const, (does) => leavingNoGroups(context, () => tried(does)))
      must.success(await users.replace(other.id, other.body))
      await leavingNoGroups(context, async () => {
        await createdGroup(context, [other])
        const answer = await users.replace(other.id, { ...other.body, active: false })
        // Nor whether a member may become one: it may be refused, too.
        if (answer.status >= 400) return must.refused4xx(answer)
        must.equal('active of a member after a PUT', attribute(await readScimUser(context, other.id), 'active'), false)
      })
      must.success(await users.replace(other.id, other.body))
    })
  },
)

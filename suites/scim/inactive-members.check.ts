import { check, each, must } from '../../src/kit/index.ts'
import {
  createdGroup,
  groupSchema,
  memberValues,
  patchOf,
  readGroup,
  readScimUser,
  sharedScimUsers,
  withScimUser,
} from './people.ts'
import { attribute, membersOf } from './reading.ts'
import { scim } from './requirements.ts'

check(
  scim.members,
  'users-that-are-not-active',
  { effects: true, needs: ['created-users'], brokenBy: ['scim-add-leaves-out-inactive'] },
  async (context) => {
    const [a] = await sharedScimUsers(context)
    const { groups, users } = context.api.scim
    await withScimUser(context, async (other) => {
      must.success(await users.replace(other.id, { ...other.body, active: false }))
      must.equal('its active', attribute(await readScimUser(context, other.id), 'active'), false)
      const both = [a.id, other.id].sort()
      await each(['add', 'replace', 'put'] as const, async (does) => {
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
      })
      must.success(await users.replace(other.id, other.body))
    })
  },
)

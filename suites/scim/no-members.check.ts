import { check, must } from '../../src/kit/index.ts'
import {
  createdGroup,
  idsOf,
  leavingNoGroups,
  memberValues,
  patchOf,
  readGroup,
  withThree,
  type Own,
} from './people.ts'
import { membersOf } from './reading.ts'
import { scim } from './requirements.ts'

check(
  scim.members,
  'remove-of-one-who-is-no-member',
  {
    effects: true,
    brokenBy: ['scim-remove-of-no-member-empties-the-group', 'scim-remove-of-some-no-members-ignored'],
  },
  (context) =>
    withThree(context, (a, b, c) =>
      leavingNoGroups(context, async () => {
        const { id } = await createdGroup(context, [a, b])
        const removed = (...named: readonly Own[]) =>
          context.api.scim.groups.patch(id, patchOf({ op: 'remove', path: 'members', value: memberValues(...named) }))
        // Whether it is refused is not said: who is a member stays one.
        must.noServerError(await removed(c))
        must.equal(
          'the members after a remove of one who is none',
          membersOf(await readGroup(context, id)),
          idsOf(a, b),
        )
        const some = await removed(c, a)
        must.noServerError(some)
        const left = some.status < 300 ? idsOf(b) : idsOf(a, b)
        must.equal(
          'the members after a remove of one and of one who is none',
          membersOf(await readGroup(context, id)),
          left,
        )
      }),
    ),
)

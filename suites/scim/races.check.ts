import { check, must } from '../../src/kit/index.ts'
import { createdGroup, memberValues, patchOf, readGroup, withMembers } from './people.ts'
import { membersOf } from './reading.ts'
import { scim } from './requirements.ts'

check(scim.members, 'two-adds-at-once', { effects: true, brokenBy: ['scim-patch-race'] }, (context) =>
  withMembers(context, async (...users) => {
    const { id } = await createdGroup(context)
    const answers = await context.race(
      users.map(
        (one) => () =>
          context.api.scim.groups.patch(id, patchOf({ op: 'add', path: 'members', value: memberValues(one) })),
      ),
    )
    // A server may refuse one of two, not tell success and lose what it added.
    const added = users.filter((_, at) => (answers[at]?.status ?? 500) < 300)
    must.some('add that tells success', added, ...answers.slice(0, 1))
    must.equal('the members', membersOf(await readGroup(context, id)), added.map((one) => one.id).sort())
  }),
)

import { check, must } from '../../src/kit/index.ts'
import { everyGroup, groupSchema, memberValues, withMembers } from './people.ts'
import { membersOf, shownIdOf } from './reading.ts'
import { scim } from './requirements.ts'

check(
  scim['create-group'],
  'two-without-a-name',
  { effects: true, needs: ['created-users'], brokenBy: ['scim-one-group-without-name'] },
  (context) =>
    withMembers(context, async (...users) => {
      const { groups } = context.api.scim
      const before = new Set((await everyGroup(context)).map(shownIdOf))
      const answers = []
      for (const one of users) answers.push(await groups.create({ schemas: [groupSchema], members: memberValues(one) }))
      // They are told by their members: no other check has groups of these meanwhile.
      const ids = users.map(({ id }) => id)
      const made = (await everyGroup(context)).filter(
        (group) => !before.has(shownIdOf(group)) && membersOf(group).some((id) => ids.includes(id)),
      )
      for (const group of made) await groups.remove(shownIdOf(group) ?? '')
      for (const answer of answers) must.success(answer)
      must.equal('groups that were made without a name', made.length, answers.length)
    }),
)

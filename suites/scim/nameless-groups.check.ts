import { check, eventually, matchers, must } from '../../src/kit/index.ts'
import { createdGroup, everyGroup, groupSchema, memberValues, withMembers } from './people.ts'
import { shownIdOf } from './reading.ts'
import { scim } from './requirements.ts'

check(
  scim['list-groups'],
  'named-no-longer',
  {
    effects: true,
    needs: ['created-users'],
    brokenBy: ['scim-groups-list-without-the-nameless', 'scim-groups-list-without-the-nameless-with-members'],
  },
  (context) =>
    withMembers(context, async (member) => {
      const { id } = await createdGroup(context, [member])
      for (const more of [{ members: memberValues(member) }, {}]) {
        const answer = await context.api.scim.groups.replace(id, { schemas: [groupSchema], ...more })
        // RFC 7643 (4.2) wants a name, which the document does not (B-SCM-08). Whether the group keeps that which it had is not said.
        if (answer.status >= 400) must.refused4xx(answer)
        await eventually(
          context,
          () => everyGroup(context),
          (all) => matchers.include('ids in the list of groups', all.map(shownIdOf), [id]),
        )
      }
    }),
)

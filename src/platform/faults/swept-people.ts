import type { Fault } from '../deviation.ts'
import type { PeopleGroup } from '../people/store.ts'
import { memoryOf, scimTurn, sending, sentWith } from './people-kinds.ts'

const gone = memoryOf(() => new Map<number, PeopleGroup>())
const listed = memoryOf(() => new Set<number>())

/** What the wire sweep named and no check told, of SCIM. */
export const sweptPeopleFaults: readonly Fault[] = [
  scimTurn(
    'scim-create-active-whatever-is-sent',
    ['B-SCM-18'],
    ['user-post'],
    'A created user is active, whatever was sent.',
    (asked, handle) => handle(sending(asked, { ...sentWith(asked), active: true })),
  ),
  scimTurn(
    'scim-deleted-group-comes-back',
    ['B-SCM-11', 'B-SCM-18'],
    ['group-delete', 'group-list'],
    'A deleted group is back after the list was read once.',
    (asked, handle) => {
      const { groups } = asked.people
      if (asked.operation === 'group-delete') {
        const group = groups.get(Number(asked.call.params['groupId']))
        const answer = handle(asked)
        if (group && answer.status < 300) gone(asked).set(group.id, group)
        return answer
      }
      for (const [id, group] of gone(asked)) if (listed(asked).has(id)) groups.put(group, undefined)
      for (const id of gone(asked).keys()) listed(asked).add(id)
      return handle(asked)
    },
  ),
]

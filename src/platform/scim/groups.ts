import type { PlatformResponse } from '../http/message.ts'
import type { PeopleGroup } from '../people/store.ts'
import { membersIn, nameOf, patched } from './patch.ts'
import { shownMember } from './shown-member.ts'
import { answered, bodyOf, demandSchema, idIn, listed, ScimRefused, type ScimCall } from './scim-call.ts'

const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const names = ['schemas', 'id', 'displayName', 'members', 'Operations']

/** null is no value (RFC 7643, 2.5). */
const isUnsaid = (value: unknown): boolean => value === undefined || value === null

export function listGroups(asked: ScimCall): PlatformResponse {
  const { people, house } = asked
  return listed(
    asked,
    house.rules.scim.listsGroups(people.groups.all()).map((group) => shown(group, asked)),
  )
}

export const oneGroup = (asked: ScimCall): PlatformResponse => answered(asked, 200, shown(addressed(asked), asked))

export function createGroup(asked: ScimCall): PlatformResponse {
  const { house, people } = asked
  const sent = bodyOf(asked, names)
  demandSchema(sent, groupSchema, asked)
  const now = house.clock.now()
  const group: PeopleGroup = {
    id: house.rules.scim.groupId(
      people.nextId(),
      people.groups.all().map(({ id }) => id),
    ),
    members: isUnsaid(sent['members']) ? [] : membersIn(sent['members'], asked),
    created: now,
    lastChanged: now,
    ...nameOf(sent['displayName']),
  }
  return kept(group, group, asked)
}

export function replaceGroup(asked: ScimCall): PlatformResponse {
  const former = addressed(asked)
  const sent = bodyOf(asked, names)
  demandSchema(sent, groupSchema, asked)
  const { displayName: _name, ...rest } = former
  const { scim } = asked.house.rules
  const members = isUnsaid(sent['members'])
    ? scim.membersUnsaid(former.members)
    : scim.put(former.members, membersIn(sent['members'], asked))
  return kept({ ...rest, members, ...nameOf(sent['displayName']) }, former, asked)
}

export function patchGroup(asked: ScimCall): PlatformResponse {
  const former = addressed(asked)
  return kept(patched(former, bodyOf(asked, names), asked), former, asked)
}

export function removeGroup(asked: ScimCall): PlatformResponse {
  const { scim } = asked.house.rules
  const { id } = addressed(asked)
  if (scim.persists('group-delete')) asked.people.groups.remove(id, asked.call.journal)
  return answered(asked, scim.success('group-delete'), {})
}

function addressed({ call, people }: ScimCall): PeopleGroup {
  const id = idIn(call.params['groupId'])
  const found = id === undefined ? undefined : people.groups.get(id)
  if (!found) throw new ScimRefused(404, undefined, 'there is no such group')
  return found
}

/** Stores a group and answers with it. */
function kept(group: PeopleGroup, former: PeopleGroup, asked: ScimCall): PlatformResponse {
  const { house, people, call, operation, base } = asked
  const { scim } = house.rules
  const lost = Object.keys(group).filter((name) => !scim.persists(operation, name))
  const changed: PeopleGroup = {
    ...group,
    ...Object.fromEntries(lost.map((name) => [name, former[name as keyof PeopleGroup]])),
    lastChanged: Math.max(house.clock.now(), former.lastChanged + 1),
  }
  if (scim.persists(operation)) people.groups.put(changed, call.journal)
  const headers =
    operation === 'group-post' && scim.hasLocation() ? [['Location', `${base}/Groups/${group.id}`] as const] : []
  return answered(asked, scim.success(operation), scim.answersWrite(operation) ? shown(changed, asked) : {}, headers)
}

function shown({ id, displayName, members, created, lastChanged }: PeopleGroup, asked: ScimCall): unknown {
  const { house, base, operation } = asked
  const { scim } = house.rules
  return scim.group(
    {
      schemas: [groupSchema],
      id: scim.id(id),
      ...(displayName === undefined ? {} : { displayName }),
      members: members.map((member) => shownMember(member, asked)),
      meta: {
        resourceType: 'Group',
        created: new Date(created).toISOString(),
        lastModified: new Date(lastChanged).toISOString(),
        location: `${base}/Groups/${id}`,
      },
    },
    operation,
  )
}

import { must } from '../../../src/kit/index.ts'
import { createdGroup, groupSchema, memberValues, patchOf, type Own, type PatchStep } from '../people.ts'
import { certainMembers, changeMembers, isPossibleMember, opened, type Group } from './group.ts'
import { notePeople, type PeopleHands, type PeopleWorld } from './hands.ts'

/** The users of these places; users that are not active are not named, for nothing says that they may become members. */
const named = ({ members, memberships }: PeopleWorld, places: readonly number[]): readonly (readonly [number, Own])[] =>
  places.flatMap((place) => {
    const own = members[place]
    return own && !memberships.inactive.has(place) ? [[place, own] as const] : []
  })

const ownOf = (pairs: ReturnType<typeof named>): readonly Own[] => pairs.map(([, own]) => own)
const placesOf = (pairs: ReturnType<typeof named>): readonly number[] => pairs.map(([place]) => place)

/** Whether a user may be in another group: that one may be in several is not said (B-SCM-19). */
const isElsewhere = ({ memberships }: PeopleWorld, group: Group, place: number): boolean =>
  memberships.groups.some((other) => other !== group && other.id !== undefined && isPossibleMember(other, place))

export async function postGroup(
  hands: PeopleHands,
  world: PeopleWorld,
  group: Group,
  places: readonly number[],
): Promise<void> {
  const chosen = named(world, places)
  const free = chosen.filter(([at]) => !isElsewhere(world, group, at))
  const { id, name, body } = await createdGroup(hands.context, ownOf(free))
  hands.trace.push({ step: 'POST scim group', id, body })
  opened(group, id, name, placesOf(free))
  const others = placesOf(chosen).filter((at) => isElsewhere(world, group, at))
  if (others.length > 0) await patchGroup(hands, world, group, 'add', others)
}

export async function putGroup(
  hands: PeopleHands,
  world: PeopleWorld,
  group: Group,
  places: readonly number[],
): Promise<void> {
  const chosen = named(world, places)
  const body = { schemas: [groupSchema], displayName: group.name, members: memberValues(...ownOf(chosen)) }
  const { id = '' } = group
  const answer = notePeople(hands, `PUT scim group ${id}`, await hands.context.api.scim.groups.replace(id, body), body)
  if (placesOf(chosen).some((at) => isElsewhere(world, group, at))) must.noServerError(answer)
  else must.success(answer)
  if (answer.status >= 300) return
  changeMembers(group, () => placesOf(chosen))
}

/** How a patch names its members: by its path and value, all of them or one after the other; without a path; by a filter in the path. */
export type PatchForm = 'path' | 'in turn' | 'without path' | 'filter'

function operationsOf(form: PatchForm, op: 'add' | 'replace' | 'remove', chosen: readonly Own[]): readonly PatchStep[] {
  const value = memberValues(...chosen)
  // What a replace without a path leaves is open, and one in turn leaves the last alone; only a removal goes by a filter.
  if (form === 'without path' && op === 'add') return [{ op, value: { members: value } }]
  if (form === 'filter' && op === 'remove') return chosen.map(({ id }) => ({ op, path: `members[value eq "${id}"]` }))
  if (form === 'in turn' && op !== 'replace')
    return chosen.map((one) => ({ op, path: 'members', value: memberValues(one) }))
  return [{ op, path: 'members', value }]
}

export async function patchGroup(
  hands: PeopleHands,
  world: PeopleWorld,
  group: Group,
  op: 'add' | 'replace' | 'remove',
  places: readonly number[],
  form: PatchForm = 'path',
): Promise<void> {
  const certain = certainMembers(group)
  // That those are taken out who are not in it, or not active, may be refused, and that those are added who are in it.
  const mayRefuse = places.some((at) =>
    op === 'remove'
      ? !certain.includes(at) || world.memberships.inactive.has(at)
      : isElsewhere(world, group, at) || (op === 'add' && isPossibleMember(group, at)),
  )
  const chosen =
    op === 'remove'
      ? places.flatMap((at) => (world.members[at] ? [[at, world.members[at]] as const] : []))
      : named(world, places)
  if (chosen.length === 0) return
  const body = patchOf(...operationsOf(form, op, ownOf(chosen)))
  const { id = '' } = group
  const answer = notePeople(hands, `PATCH scim group ${id}`, await hands.context.api.scim.groups.patch(id, body), body)
  // Of the forms the document shows one: the others may be refused, or are done.
  if (mayRefuse || form !== 'path') must.noServerError(answer)
  else must.success(answer)
  if (answer.status >= 300) return
  const all = placesOf(chosen)
  changeMembers(group, (before) =>
    op === 'add' ? [...before, ...all] : op === 'replace' ? all : [...before].filter((one) => !all.includes(one)),
  )
}

export async function removeGroup(hands: PeopleHands, group: Group): Promise<void> {
  const { id = '' } = group
  must.success(notePeople(hands, `DELETE scim group ${id}`, await hands.context.api.scim.groups.remove(id)))
  group.id = undefined
}

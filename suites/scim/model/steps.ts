import { must } from '../../../src/kit/index.ts'
import { sentId, wholeUser } from '../../user/people.ts'
import { freshPhone } from '../../user/phones.ts'
import { createdGroup, groupSchema, memberValues, patchOf, putScimUser, wholeScimUser, type Own } from '../people.ts'
import { certainMembers, changeMembers, isPossibleMember, noteActive, opened, type Group } from './group.ts'
import { notePeople, placeOfPerson, type PeopleHands, type PeopleWorld } from './hands.ts'
import { possible, written, type Person, type PeopleWay } from './person.ts'

export type Left = 'firstName' | 'lastName' | 'phone' | 'name'

/** Whether the target took it. What one interface makes of a user of the other is not said: that it refuses is no breach, and changes nothing. */
function isTaken(
  person: Person,
  way: PeopleWay,
  answer: Parameters<typeof must.success>[0],
  mayRefuse = false,
): boolean {
  if (person.home === way && !mayRefuse) must.success(answer)
  else must.noServerError(answer)
  return answer.status < 300
}

function nowActive(world: PeopleWorld, person: Person, active: boolean): void {
  const place = placeOfPerson(world, person)
  if (place >= 0) noteActive(world.memberships, place, active)
}

export async function putByUser(
  hands: PeopleHands,
  world: PeopleWorld,
  person: Person,
  left: readonly Left[],
  active: boolean,
): Promise<void> {
  const id = person.ids.user ?? ''
  const whole: Record<string, unknown> = {
    ...(await wholeUser(hands.context, { email: person.email, active })),
    phone: freshPhone(hands.context),
    id: sentId(id),
  }
  const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !left.some((one) => one === name)))
  const answer = notePeople(hands, `PUT user ${id}`, await hands.context.api.user.replace(id, body), body)
  if (!isTaken(person, 'user', answer)) return
  written(person, 'user', {
    firstName: [body['firstName'] ?? null],
    lastName: [body['lastName'] ?? null],
    phone: [body['phone'] ?? null],
    name: [body['name'] ?? person.email.split('@', 1)[0]],
    active: [active],
  })
  nowActive(world, person, active)
}

export async function putByScim(
  hands: PeopleHands,
  world: PeopleWorld,
  person: Person,
  names: readonly ('familyName' | 'givenName')[],
  active: boolean,
): Promise<void> {
  const id = person.ids.scim ?? ''
  const { fresh } = hands.context
  const name = Object.fromEntries(names.map((one) => [one, fresh.text()]))
  const { name: _, ...others } = wholeScimUser(hands.context, {
    emails: [{ value: person.email, primary: true }],
    active,
  })
  const put = await putScimUser(hands.context, id, { ...others, ...(names.length > 0 ? { name } : {}) })
  const answer = notePeople(hands, `PUT scim user ${id}`, put.answer, put.body)
  // Whether a member of a group may become inactive is not said.
  const place = placeOfPerson(world, person)
  const isMember = world.memberships.groups.some((group) => isPossibleMember(group, place))
  if (!isTaken(person, 'scim', answer, !active && isMember)) return
  written(person, 'scim', {
    firstName: name['givenName'] === undefined ? [null, ...possible(person, 'scim', 'firstName')] : [name['givenName']],
    lastName: name['familyName'] === undefined ? [null, ...possible(person, 'scim', 'lastName')] : [name['familyName']],
    name: [put.body['userName']],
    active: [active],
    // SCIM users have no phone: kept or gone.
    phone: [null],
  })
  nowActive(world, person, active)
}

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

export async function patchGroup(
  hands: PeopleHands,
  world: PeopleWorld,
  group: Group,
  op: 'add' | 'replace' | 'remove',
  places: readonly number[],
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
  const body = patchOf({ op, path: 'members', value: memberValues(...ownOf(chosen)) })
  const { id = '' } = group
  const answer = notePeople(hands, `PATCH scim group ${id}`, await hands.context.api.scim.groups.patch(id, body), body)
  if (mayRefuse) must.noServerError(answer)
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

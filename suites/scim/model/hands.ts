import { must, settle, type Context } from '../../../src/kit/index.ts'
import { attribute, emailsOf, membersOf, primariesOf, scimUsersIn, shownIdOf, shownOf } from '../reading.ts'
import { everyGroup, type Own } from '../people.ts'
import { companiesOf, userIn, usersIn } from '../../user/people.ts'
import { membersMismatch, type Group, type Memberships } from './group.ts'
import {
  emailOf,
  groupMismatch,
  nameOf,
  takeInPerson,
  type Person,
  type ShownPerson,
  type PeopleWay,
} from './person.ts'

/** What acts on the target, and what it did so far. */
export interface PeopleHands {
  readonly context: Context
  readonly trace: object[]
}

export interface PeopleWorld {
  /** Users that the walk writes; the first of the members are those of them that SCIM shows. */
  readonly people: readonly Person[]
  /** Users that may become members, named as SCIM names them. */
  readonly members: readonly Own[]
  readonly memberships: Memberships
}

/** Notes a step as it went over the wire. */
export function notePeople<T extends { readonly status: number }>(
  hands: PeopleHands,
  step: string,
  answer: T,
  body?: unknown,
): T {
  hands.trace.push({ step, ...(body === undefined ? {} : { body }), status: answer.status })
  return answer
}

const placeOf = (members: readonly Own[], id: string | undefined): number => members.findIndex((one) => one.id === id)

/** The place of a user among the members; -1 if SCIM does not show it. */
export const placeOfPerson = ({ members }: PeopleWorld, { ids }: Person): number => placeOf(members, ids.scim)

const names = ['firstName', 'lastName', 'name', 'active', 'phone', 'email'] as const

export const shownByUser = (dto: Readonly<Record<string, unknown>>): ShownPerson =>
  Object.fromEntries(names.map((name) => [name, dto[name]]))

export function shownByScim(resource: unknown): ShownPerson {
  const { userName, familyName, givenName, active } = shownOf(resource)
  // Of several e-mails the primary one is the user's own, if there is one.
  const emails = emailsOf(resource)
  const [email, ...others] = emails.length > 1 ? primariesOf(resource) : emails
  const shown = { firstName: givenName, lastName: familyName, name: userName, active }
  return email === undefined || others.length > 0 ? shown : { ...shown, email }
}

/** Reads a user by its id through one interface. */
async function readPerson(
  hands: PeopleHands,
  person: Person,
  way: PeopleWay,
): Promise<Readonly<Record<string, unknown>>> {
  const { user, scim } = hands.context.api
  const id = person.ids[way] ?? ''
  const answer = notePeople(hands, `GET ${way} ${id}`, way === 'user' ? await user.get(id) : await scim.users.get(id))
  must.success(answer)
  const found = way === 'user' ? userIn(answer) : scimUsersIn(answer)[0]
  must.present('a user', found, answer)
  return found ?? {}
}

export async function lookAtPeople(hands: PeopleHands, person: Person, way: PeopleWay): Promise<void> {
  const found = await readPerson(hands, person, way)
  const how = `by id in the ${nameOf(way)}, as`
  settle(takeInPerson(person, way, way === 'user' ? shownByUser(found) : shownByScim(found), how))
  if (way === 'user') settle(groupMismatch(person, companiesOf(found), how))
  person.unread.delete(way)
}

/** The user in the list of the User API. */
export async function lookInList(hands: PeopleHands, person: Person): Promise<void> {
  const { ids } = person
  const email = emailOf(person, 'user')
  // What it may be listed by is open: it is read by its id instead.
  if (email === undefined) return lookAtPeople(hands, person, 'user')
  const answer = notePeople(hands, `GET user list, email ${email}`, await hands.context.api.user.list({ email }))
  must.success(answer)
  const found = usersIn(answer).find(({ id }) => String(id) === ids.user)
  must.hold('the user in the list', found !== undefined, answer.text)
  const how = 'in the list of the User API, as'
  settle(takeInPerson(person, 'user', shownByUser(found ?? {}), how))
  settle(groupMismatch(person, companiesOf(found), how))
}

/** Groups are read in the list: no other read of them is in the table. */
export async function lookAtGroups(
  hands: PeopleHands,
  { members, memberships }: PeopleWorld,
  groups: readonly Group[],
): Promise<void> {
  const there = groups.filter(({ id }) => id !== undefined)
  if (there.length === 0) return
  const all = await everyGroup(hands.context)
  hands.trace.push({ step: 'GET scim groups' })
  for (const group of there) {
    const found = all.find((one) => shownIdOf(one) === group.id)
    must.hold('the group in the list', found !== undefined, all)
    must.equal('its name', attribute(found, 'displayName'), group.name)
    const seen = membersOf(found)
    const places = seen.map((id) => placeOf(members, id))
    must.equal(
      'members that were never sent',
      seen.filter((_, at) => (places[at] ?? -1) < 0),
      [],
    )
    settle(membersMismatch(memberships, group, places))
  }
}

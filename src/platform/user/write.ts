import { empty, json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { everyPerson, type Membership, type Person } from '../people/store.ts'
import { release, subscribe } from '../people/subscribe.ts'
import { knownGroups } from '../world/groups.ts'
import { refusedUser } from './refusal.ts'
import { addressed, shownUser, type UserCall } from './user-call.ts'

type Sent = Readonly<Record<string, unknown>>

/** POST: a new user, or one that exists in another company (B-USR-09, 13, 14). */
export function createUser(asked: UserCall): PlatformResponse {
  const { house, people, call } = asked
  const { user } = house.rules
  const sent = bodyOf(asked)
  if (!sent) return refusedUser(house, 'field', 'post')
  const { email, companyGroupId: group } = sent
  const lacksEmail = email === undefined || email === null
  if (lacksEmail ? user.needsField('email') : email === '' && !user.takesEmptyEmail())
    return refusedUser(house, 'field', 'post')
  if (group === undefined ? user.needsField('companyGroupId') : !knownGroups.includes(group as number))
    return refusedUser(house, 'field', 'post')
  const address = typeof email === 'string' ? email : ''
  const known =
    address === '' ? undefined : everyPerson(house).find((other) => user.isTaken(address, other.email, 'post'))
  const concerned = concernedBy(asked)
  const own = known && people.persons.get(known.id)
  const mine = own && user.knows(own) ? own : undefined
  const missing = concerned.filter((id) => !mine?.companies.some(({ companyId }) => companyId === id))
  if (known && !user.duplicates(missing.length)) {
    if (!mine || missing.length === 0 || !user.extends(mine.companies.length))
      return refusedUser(house, 'exists', 'post')
    const companies = [...mine.companies, ...missing.map((companyId) => member(companyId, undefined, sent, asked))]
    return kept({ ...mine, companies }, asked)
  }
  const now = house.clock.now()
  const given = written(sent, undefined, asked)
  const id = user.takesReadOnly('id', 'post') && typeof sent['id'] === 'number' ? sent['id'] : people.nextId()
  const created = momentIn(sent, 'created', asked) ?? now
  const person: Person = {
    ...given,
    id,
    created,
    lastChanged: momentIn(sent, 'lastChanged', asked) ?? now,
    companies: concerned.map((companyId) => member(companyId, undefined, sent, asked)),
    emails: [],
  }
  if (!subscribe(house, people, person, call.journal)) return refusedUser(house, 'no-subscription', 'post')
  return kept(person, asked)
}

/** PUT: the whole user (B-USR-11). */
export function replaceUser(asked: UserCall): PlatformResponse {
  const { house, people } = asked
  const { user } = house.rules
  const found = addressed(asked)
  if (!found && user.creates()) return createUser(asked)
  if (!found) return refusedUser(house, 'not-found', 'put')
  const sent = bodyOf(asked)
  if (!sent) return refusedUser(house, 'field', 'put')
  const former = user.means(found, people.persons.get(Number(sent['id'])) ?? found)
  const { id, companyGroupId: group } = sent
  if (id === undefined ? user.needsId() : !user.idHolds(id, former.id)) return refusedUser(house, 'id-mismatch', 'put')
  if (group !== undefined && !knownGroups.includes(group as number)) return refusedUser(house, 'field', 'put')
  const given = written(sent, former, asked)
  const isTaken = everyPerson(house).some(
    (other) => other.id !== former.id && user.isTaken(given.email, other.email, 'put'),
  )
  if (isTaken) return refusedUser(house, 'email-taken', 'put')
  const concerned = concernedBy(asked)
  const companies = former.companies.map((one) =>
    concerned.includes(one.companyId) ? member(one.companyId, one.groupId, sent, asked) : one,
  )
  const changed: Person = {
    ...former,
    ...given,
    companies,
    created: momentIn(sent, 'created', asked) ?? former.created,
    lastChanged: momentIn(sent, 'lastChanged', asked) ?? Math.max(house.clock.now(), former.lastChanged + 1),
  }
  return kept(keptFields(former, changed, asked), asked, people.persons.get(former.id))
}

/** DELETE: of one company, or of the account (B-USR-12, 13). */
export function removeUser(asked: UserCall): PlatformResponse {
  const { house, people, call } = asked
  const { user } = house.rules
  const former = addressed(asked)
  if (!former) return refusedUser(house, 'not-found', 'delete')
  if (user.persists('delete')) {
    const concerned = concernedBy(asked)
    const left = former.companies.filter(({ companyId }) => !concerned.includes(companyId))
    if (left.length > 0) people.persons.put({ ...former, companies: left }, call.journal)
    else
      for (const id of user.doomed(
        former.id,
        people.persons.all().map((one) => one.id),
      ))
        forget(id, asked)
  }
  return user.answers('delete') === 'user' ? json(200, shownUser(former, asked)) : empty(user.success('delete'))
}

/** Removes a user, its memberships of groups, and frees its subscription. */
export function forget(id: number, { people, call }: Pick<UserCall, 'people'> & Partial<Pick<UserCall, 'call'>>): void {
  const journal = call?.journal
  people.persons.remove(id, journal)
  release(people, id, journal)
  for (const group of people.groups.all())
    if (group.members.includes(id))
      people.groups.put({ ...group, members: group.members.filter((one) => one !== id) }, journal)
}

function bodyOf({ call }: UserCall): Sent | undefined {
  try {
    const value: unknown = JSON.parse(call.request.body.toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && isTyped(value as Sent) ? (value as Sent) : undefined
  } catch {
    return undefined
  }
}

const texts = ['email', 'firstName', 'lastName', 'phone', 'name']
const isTyped = (sent: Sent): boolean =>
  texts.every((name) => sent[name] === undefined || sent[name] === null || typeof sent[name] === 'string') &&
  (sent['active'] === undefined || sent['active'] === null || typeof sent['active'] === 'boolean')

/** The fields of the input form after a write (B-USR-26). */
function written(sent: Sent, former: Person | undefined, { house, operation }: UserCall) {
  const { user } = house.rules
  const text = (name: 'firstName' | 'lastName' | 'phone') =>
    user.text(sent[name], former?.[name] ?? null, name, operation)
  const email = user.email(textOf(sent['email']), former?.email ?? '')
  return {
    email,
    firstName: former && user.losesFirst(sent['lastName']) ? null : text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    name: user.name(textOf(sent['name']), email.split('@', 1)[0] ?? '', operation, former?.name ?? undefined),
    active:
      typeof sent['active'] === 'boolean' && user.takesActive(operation)
        ? sent['active']
        : former
          ? user.activeUnsaid(former.active)
          : true,
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const concernedBy = ({ account, company, house, operation }: UserCall): readonly number[] =>
  house.rules.user.concerned(
    account.companies.map(({ id }) => id),
    company?.id,
    operation,
  )

function member(companyId: number, before: number | undefined, sent: Sent, { house, operation }: UserCall): Membership {
  const { user } = house.rules
  const claimed = user.takesReadOnly('groupId', operation) ? groupClaimed(sent, companyId) : undefined
  const group = claimed ?? (sent['companyGroupId'] as number | undefined)
  return { companyId, groupId: user.group(group, before, companyId, operation) }
}

function groupClaimed(sent: Sent, companyId: number): number | undefined {
  const companies = Array.isArray(sent['companies']) ? (sent['companies'] as Membership[]) : []
  return companies.find((one) => one.companyId === companyId)?.groupId
}

function momentIn(sent: Sent, name: 'created' | 'lastChanged', { house, operation }: UserCall): number | undefined {
  const value = sent[name]
  return house.rules.user.takesReadOnly(name, operation) && typeof value === 'string' ? Date.parse(value) : undefined
}

/** What a write keeps of the former fields although they were sent: only a fault keeps any. */
function keptFields(former: Person, changed: Person, { house }: UserCall): Person {
  const lost = Object.keys(changed).filter((name) => !house.rules.user.persists('put', name))
  return { ...changed, ...Object.fromEntries(lost.map((name) => [name, former[name as keyof Person]])) }
}

/** Stores a user and answers with it. */
function kept(person: Person, asked: UserCall, former?: Person): PlatformResponse {
  const { house, people, operation, call } = asked
  const { user } = house.rules
  if (user.persists(operation)) people.persons.put(person, call.journal)
  else if (former) people.persons.put(former, call.journal)
  const status = user.success(operation)
  return user.answers(operation) === 'user' ? json(status, shownUser(person, asked)) : empty(status)
}

import type { PlatformResponse } from '../http/message.ts'
import { everyPerson, type Person } from '../people/store.ts'
import { subscribe } from '../people/subscribe.ts'
import { forget } from '../user/write.ts'
import {
  answered,
  bodyOf,
  demandSchema,
  idIn,
  isScimObject,
  listed,
  ScimRefused,
  spelled,
  type ScimCall,
  type ScimBody,
} from './scim-call.ts'

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const attributes = ['schemas', 'id', 'userName', 'name', 'emails', 'active', 'phoneNumbers']

export function listScimUsers(asked: ScimCall): PlatformResponse {
  const { people, house } = asked
  return listed(
    asked,
    house.rules.scim.listsUsers(people.persons.all()).map((person) => shown(person, asked)),
  )
}

export function oneUser(asked: ScimCall): PlatformResponse {
  const person = addressed(asked)
  return answered(asked, asked.house.rules.scim.success('user-get'), shown(person, asked))
}

export function createScimUser(asked: ScimCall): PlatformResponse {
  const { house, people, account, call } = asked
  const { scim } = house.rules
  const sent = bodyOf(asked, attributes)
  demandSchema(sent, userSchema, asked)
  const emails = emailsIn(sent)
  if (emails.length === 0 && scim.requires('emails', 'user-post'))
    throw new ScimRefused(400, 'invalidValue', 'emails is required')
  const email = mainOf(emails) ?? ''
  const name = textIn(sent, 'userName') ?? email
  const names = nameIn(sent, () => null)
  const active = flagIn(sent, 'active') ?? true
  mustBeFree(emails, undefined, asked)
  const now = house.clock.now()
  const person: Person = {
    id: people.nextId(),
    email,
    emails,
    name,
    ...names,
    phone: null,
    active,
    created: now,
    lastChanged: now,
    companies: account.companies.map(({ id }) => ({ companyId: id, groupId: defaultGroup })),
  }
  if (!subscribe(house, people, person, call.journal))
    throw new ScimRefused(409, undefined, 'there are no free valid subscriptions')
  if (scim.persists('user-post')) people.persons.put(person, call.journal)
  return written(person, asked)
}

export function replaceScimUser(asked: ScimCall): PlatformResponse {
  const { house, people, call } = asked
  const { scim } = house.rules
  const former = addressed(asked)
  const sent = bodyOf(asked, attributes)
  demandSchema(sent, userSchema, asked)
  const userName = textIn(sent, 'userName')
  if (userName === undefined && scim.requires('userName', 'user-put'))
    throw new ScimRefused(400, 'invalidValue', 'userName is required')
  const active = flagIn(sent, 'active')
  if (active === undefined && scim.requires('active', 'user-put'))
    throw new ScimRefused(400, 'invalidValue', 'active is required')
  const emails = emailsIn(sent)
  const email = mainOf(emails) ?? former.email
  mustBeFree(emails, former.id, asked)
  const changed: Person = {
    ...former,
    email,
    emails: emails.length > 0 ? emails : former.emails,
    name: userName ?? former.name,
    ...nameIn(sent, (name) => scim.nameUnsaid(former[name])),
    active: active ?? former.active,
    lastChanged: Math.max(house.clock.now(), former.lastChanged + 1),
  }
  const lost = Object.keys(changed).filter((name) => !scim.persists('user-put', name))
  const kept = { ...changed, ...Object.fromEntries(lost.map((name) => [name, former[name as keyof Person]])) }
  if (scim.persists('user-put')) people.persons.put(kept, call.journal)
  return written(kept, asked)
}

export function removeScimUser(asked: ScimCall): PlatformResponse {
  const { house, people, call } = asked
  const { scim } = house.rules
  const { id } = addressed(asked)
  const doomed = scim.deletes(
    people.persons.all().map((person) => person.id),
    id,
  )
  for (const one of doomed) forget(one, { people, call })
  return answered(asked, scim.success('user-delete'), {})
}

/** The permission group of a user that SCIM creates: the document names none. */
const defaultGroup = 304

function addressed({ call, people, house }: ScimCall): Person {
  const id = idIn(call.params['userId'])
  const found = id === undefined ? undefined : people.persons.get(id)
  if (!found) throw new ScimRefused(404, undefined, 'there is no such user')
  return house.rules.scim.picks(found, people.persons.all())
}

function written(person: Person, asked: ScimCall): PlatformResponse {
  const { house, operation, base } = asked
  const { scim } = house.rules
  const status = scim.success(operation)
  const headers =
    operation === 'user-post' && scim.hasLocation() ? [['Location', `${base}/Users/${person.id}`] as const] : []
  return answered(asked, status, scim.answersWrite(operation) ? shown(person, asked) : {}, headers)
}

function shown(person: Person, { house, base, operation }: ScimCall): unknown {
  const { scim } = house.rules
  const { id, name, firstName, lastName, active, created, lastChanged } = person
  return scim.user(
    {
      schemas: [userSchema],
      id: scim.id(id),
      userName: name,
      ...(firstName === null && lastName === null
        ? {}
        : {
            name: {
              ...(lastName === null ? {} : { familyName: lastName }),
              ...(firstName === null ? {} : { givenName: firstName }),
            },
          }),
      emails: scim.emails(addressesOf(person)),
      active: active ?? false,
      meta: {
        resourceType: 'User',
        created: new Date(created).toISOString(),
        lastModified: new Date(lastChanged).toISOString(),
        location: `${base}/Users/${id}`,
      },
    },
    operation,
  )
}

const wrong = (name: string, type: string): ScimRefused =>
  new ScimRefused(400, 'invalidValue', `${name} must be ${type}`)

/** null is no value (RFC 7643, 2.5). */
const given = (value: unknown): unknown => value ?? undefined

function textIn(sent: ScimBody, name: string): string | undefined {
  const value = given(sent[name])
  if (value !== undefined && typeof value !== 'string') throw wrong(name, 'a text')
  return value === '' ? undefined : value
}

function flagIn(sent: ScimBody, name: string): boolean | undefined {
  const value = given(sent[name])
  if (value !== undefined && typeof value !== 'boolean') throw wrong(name, 'true or false')
  return value
}

function nameIn(sent: ScimBody, unsaid: (name: 'firstName' | 'lastName') => string | null) {
  const value = given(sent['name'])
  if (value !== undefined && !isScimObject(value)) throw wrong('name', 'an object')
  const name = value ? spelled(value, ['familyName', 'givenName']) : {}
  return {
    lastName: textIn(name, 'familyName') ?? unsaid('lastName'),
    firstName: textIn(name, 'givenName') ?? unsaid('firstName'),
  }
}

function emailsIn(sent: ScimBody): Person['emails'] {
  const emails = given(sent['emails'])
  if (emails === undefined) return []
  if (!Array.isArray(emails)) throw wrong('emails', 'an array')
  return emails.map((element: unknown) => {
    const email = isScimObject(element) ? spelled(element, ['value', 'primary']) : {}
    const value = textIn(email, 'value')
    if (value === undefined) throw wrong('each e-mail', 'an object with a value')
    return { value, primary: flagIn(email, 'primary') ?? false }
  })
}

const mainOf = (emails: Person['emails']): string | undefined =>
  (emails.find(({ primary }) => primary) ?? emails[0])?.value

/** E-mails of a user as SCIM shows them: those of a PUT of the User API count, too. */
const addressesOf = ({ email, emails }: Person): Person['emails'] =>
  mainOf(emails) === email
    ? emails
    : emails.some(({ value }) => value === email)
      ? emails.map(({ value }) => ({ value, primary: value === email }))
      : [{ value: email, primary: true }]

function mustBeFree(emails: Person['emails'], own: number | undefined, { house, operation }: ScimCall): void {
  const { scim } = house.rules
  const claimed = scim.claimed(emails.map(({ value }) => value))
  const isTaken = (other: Person): boolean =>
    scim
      .held(other, addressesOf(other))
      .some((address) => claimed.some((email) => scim.isTaken(email, address, operation)))
  if (everyPerson(house).some((other) => other.id !== own && isTaken(other)))
    throw new ScimRefused(scim.refusalOfTaken(), 'uniqueness', 'the e-mail is in use')
}

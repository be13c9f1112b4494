import type { Answer } from '../../src/clients/answer.ts'
import { isObject, parseExactly } from '../../src/exchange/json.ts'

type Json = Readonly<Record<string, unknown>>

/** The value of an attribute; their names are matched in any letter case (RFC 7643, 2.1). */
export const attribute = (resource: unknown, name: string): unknown =>
  isObject(resource)
    ? Object.entries(resource).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined

/** An id in the form of a path. */
export const shownIdOf = (resource: unknown): string | undefined => {
  const id = attribute(resource, 'id')
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

export const isInteger = (id: string): boolean => /^-?\d+$/.test(id)

/** E-mails of a user in the order of the answer. */
export function emailsOf(user: unknown): readonly string[] {
  const emails = attribute(user, 'emails') ?? attribute(user, 'email')
  return (Array.isArray(emails) ? (emails as unknown[]) : [emails]).flatMap((one) => {
    const value = isObject(one) ? attribute(one, 'value') : one
    return typeof value === 'string' ? [value] : []
  })
}

/** E-mails of a user that it shows as primary. */
export function primariesOf(user: unknown): readonly unknown[] {
  const emails = attribute(user, 'emails')
  return (Array.isArray(emails) ? (emails as unknown[]) : []).flatMap((one) =>
    attribute(one, 'primary') === true ? [attribute(one, 'value')] : [],
  )
}

/** E-mails of a user as the document has them sent: a server may show more of each, which is not for a caller to send. Undefined if it shows none. */
export function emailsToSend(user: unknown) {
  const primaries = primariesOf(user)
  const emails = emailsOf(user).map((value) => ({ value, primary: primaries.includes(value) }))
  return emails.length > 0 ? emails : undefined
}

/** Ids of the members of a group, in the order of the texts. */
export function membersOf(group: unknown): readonly string[] {
  const members = attribute(group, 'members')
  return (Array.isArray(members) ? (members as unknown[]) : [])
    .flatMap((one) => {
      const value = attribute(one, 'value')
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    })
    .sort()
}

function* objectsIn(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const inner of value) yield* objectsIn(inner)
  else if (isObject(value)) {
    yield value
    for (const inner of Object.values(value)) yield* objectsIn(inner)
  }
}

type Read = Pick<Answer, 'text' | 'status'>

const found = (answer: Read, is: (object: Json) => boolean): readonly Json[] =>
  answer.status < 300 ? [...objectsIn(parseExactly(answer.text))].filter(is) : []

/** Whatever has an id in an answer. */
export const resourcesIn = (answer: Read): readonly Json[] => found(answer, (object) => shownIdOf(object) !== undefined)

/** Users in an answer, wherever they stand in it: the envelope is not shown. */
export const scimUsersIn = (answer: Read): readonly Json[] =>
  found(
    answer,
    (object) =>
      shownIdOf(object) !== undefined &&
      (attribute(object, 'emails') !== undefined || attribute(object, 'userName') !== undefined),
  )

/** Groups in an answer; one without a name or members has an id and its schema. */
export const groupsIn = (answer: Read): readonly Json[] =>
  found(
    answer,
    (object) =>
      shownIdOf(object) !== undefined &&
      attribute(object, 'emails') === undefined &&
      attribute(object, 'userName') === undefined &&
      (attribute(object, 'displayName') !== undefined ||
        attribute(object, 'members') !== undefined ||
        attribute(object, 'schemas') !== undefined),
  )

/** What of a user is compared: the attributes that the document shows. */
export function shownOf(user: unknown): Json {
  const name = attribute(user, 'name')
  return {
    userName: attribute(user, 'userName'),
    familyName: isObject(name) ? attribute(name, 'familyName') : undefined,
    givenName: isObject(name) ? attribute(name, 'givenName') : undefined,
    // They may be shown in one letter case (RFC 7643, 4.1.2).
    emails: emailsOf(user)
      .map((email) => email.toLowerCase())
      .sort(),
    active: attribute(user, 'active'),
  }
}

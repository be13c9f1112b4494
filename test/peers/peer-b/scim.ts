import type { Answer, Call } from '../http.ts'
import { onlyMethods } from '../http.ts'
import type { Values } from '../peer/model.ts'
import { clusterAddress } from '../token.ts'
import type { Context } from './context.ts'
import { isObject } from './context.ts'
import { membersOf, patched, scimRefusal, scimType } from './patch-op.ts'
import type { Email, GroupRecord, UserRecord } from './state.ts'
import { primaryOf } from './state.ts'
import { dropUser, emailTaken } from './user-store.ts'

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const wrong = (what: string) => scimRefusal(400, `Not valid: ${what}`, 'invalidValue')
const stamp = () => new Date().toISOString()

function bodyOf(call: Call, schema?: string): Values {
  let body: unknown
  try {
    body = JSON.parse(call.body)
  } catch {
    throw scimRefusal(400, 'The body is no JSON', 'invalidSyntax')
  }
  if (!isObject(body)) throw scimRefusal(400, 'The body is no object', 'invalidSyntax')
  if (schema !== undefined && !(Array.isArray(body['schemas']) && body['schemas'].includes(schema)))
    throw scimRefusal(400, 'schemas', 'invalidSyntax')
  return body
}

function optional<T>(body: Values, name: string, type: 'string' | 'boolean'): T | undefined {
  const value = body[name] ?? undefined
  if (value !== undefined && typeof value !== type) throw wrong(name)
  return value as T | undefined
}

function emailsOf(body: Values): Email[] {
  const list = body['emails'] ?? []
  if (!Array.isArray(list)) throw wrong('emails')
  const emails = list.map((one: unknown): Email => {
    const value = isObject(one) ? one['value'] : undefined
    if (!isObject(one) || typeof value !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(value)) throw wrong('emails.value')
    return { value, primary: optional<boolean>(one, 'primary', 'boolean') ?? false }
  })
  if (emails.filter(({ primary }) => primary).length > 1) throw wrong('more than one primary e-mail')
  return emails
}

export function createScim({ state, privileged }: Context) {
  return (call: Call, path: readonly string[]): Answer => {
    // Choice: a wrong token is answered in the structure of token errors, as anywhere, not in SCIM's.
    const holder = privileged(call, 'ADMINISTRATOR', 'SUPERUSER')
    // Choice: the two types are asked for on every call, on those without a body too, and wildcards do not do.
    if (!/^application\/scim\+json\b/i.test(call.headers['content-type'] ?? ''))
      throw scimRefusal(415, 'Content-Type has to be application/scim+json')
    if (!/(^|,)\s*application\/scim\+json\s*(;|,|$)/i.test(call.headers.accept ?? ''))
      throw scimRefusal(406, 'Accept has to name application/scim+json')
    const account = holder.account.name
    const root = `${clusterAddress(call.origin, call.cluster)}/api/scim/v2`
    const users = () => state.users.filter((user) => user.account === account)
    const known = (id: number) => users().some((user) => user.id === id)
    const meta = (type: string, one: UserRecord | GroupRecord) => ({
      resourceType: type,
      created: one.created,
      lastModified: one.lastChanged,
      location: `${root}/${type}s/${one.id}`,
    })
    // Choice: ids are text, as the standard has them.
    const showUser = (user: UserRecord): Values => ({
      schemas: [userSchema],
      id: String(user.id),
      userName: user.name,
      ...((user.firstName ?? user.lastName) !== null && {
        name: {
          ...(user.firstName !== null && { givenName: user.firstName }),
          ...(user.lastName !== null && { familyName: user.lastName }),
        },
      }),
      emails: user.emails,
      active: user.active === true,
      meta: meta('User', user),
    })
    const showGroup = (group: GroupRecord): Values => ({
      schemas: [groupSchema],
      id: String(group.id),
      // Choice: a group without name or members shows neither field.
      ...(group.displayName !== null && { displayName: group.displayName }),
      ...(group.members.length > 0 && {
        members: group.members.map((id) => ({ value: String(id), type: 'User', $ref: `${root}/Users/${id}` })),
      }),
      meta: meta('Group', group),
    })
    const told = (status: number, json: Values): Answer => ({
      status,
      headers: {
        'content-type': scimType,
        ...(status === 201 && { location: String((json['meta'] as Values)['location']) }),
      },
      json,
    })

    /** Choice: newest first; filters and sorting are not offered and refused; an empty list has no Resources. */
    function list(all: readonly Values[]): Answer {
      if (call.query.has('filter')) throw scimRefusal(400, 'Filters are not offered', 'invalidFilter')
      if (call.query.has('sortBy')) throw scimRefusal(501, 'Sorting is not offered')
      const whole = (name: string, least: number) => {
        const text = call.query.get(name)
        if (text === undefined) return undefined
        if (!/^-?\d+$/.test(text)) throw wrong(name)
        return Math.max(least, Number(text))
      }
      const startIndex = whole('startIndex', 1) ?? 1
      const shown = [...all].reverse().slice(startIndex - 1, startIndex - 1 + (whole('count', 0) ?? all.length))
      return told(200, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: all.length,
        startIndex,
        itemsPerPage: shown.length,
        ...(shown.length > 0 && { Resources: shown }),
      })
    }

    function checked(userName: string, emails: readonly Email[], self?: UserRecord): void {
      for (const { value } of emails)
        if (emailTaken(state, value, self)) throw scimRefusal(409, 'The e-mail is in use', 'uniqueness')
      if (users().some((user) => user !== self && user.name.toLowerCase() === userName.toLowerCase()))
        throw scimRefusal(409, 'The user name is in use', 'uniqueness')
    }

    function names(body: Values): Pick<UserRecord, 'firstName' | 'lastName'> {
      const name = body['name'] ?? {}
      if (!isObject(name)) throw wrong('name')
      return {
        firstName: optional<string>(name, 'givenName', 'string') ?? null,
        lastName: optional<string>(name, 'familyName', 'string') ?? null,
      }
    }

    function addUser(): Answer {
      const body = bodyOf(call, userSchema)
      const emails = emailsOf(body)
      if (emails.length === 0) throw wrong('emails')
      // Choice: without a user name it is the whole e-mail; a user is inactive until called active, and in no company.
      const name = optional<string>(body, 'userName', 'string') || primaryOf(emails)
      checked(name, emails)
      const user: UserRecord = {
        id: state.next++,
        account,
        emails,
        ...names(body),
        phone: null,
        name,
        active: optional<boolean>(body, 'active', 'boolean') ?? false,
        created: stamp(),
        lastChanged: stamp(),
        companies: [],
      }
      state.users.push(user)
      return told(201, showUser(user))
    }

    function changeUser(user: UserRecord): Answer {
      const body = bodyOf(call, userSchema)
      const userName = optional<string>(body, 'userName', 'string')
      const active = optional<boolean>(body, 'active', 'boolean')
      if (!userName || active === undefined) throw wrong('userName and active are expected')
      // Choice: e-mails that are left out stay, names that are left out go.
      const sent = emailsOf(body)
      checked(userName, sent, user)
      Object.assign(user, {
        ...names(body),
        name: userName,
        active,
        emails: sent.length > 0 ? sent : user.emails,
        lastChanged: stamp(),
      })
      return told(200, showUser(user))
    }

    function filled(group: GroupRecord): GroupRecord {
      const body = bodyOf(call, groupSchema)
      group.displayName = optional<string>(body, 'displayName', 'string') ?? null
      group.members = body['members'] == null ? [] : membersOf(body['members'], known)
      return group
    }

    const [kind, id] = path
    if (path.length > 2 || (kind !== 'Users' && kind !== 'Groups')) throw scimRefusal(404, 'Nothing at this path')
    const of = <T extends { id: number; account: string }>(all: readonly T[]): T => {
      const found = all.find((one) => one.account === account && String(one.id) === id)
      if (found === undefined) throw scimRefusal(404, 'No such resource')
      return found
    }
    if (id === undefined) {
      onlyMethods(call, 'GET', 'POST')
      if (kind === 'Users') return call.method === 'GET' ? list(users().map(showUser)) : addUser()
      const groups = state.groups.filter((group) => group.account === account)
      if (call.method === 'GET') return list(groups.map(showGroup))
      const made = { id: 0, account, displayName: null, members: [], created: stamp(), lastChanged: stamp() }
      const group = { ...filled(made), id: state.next++ }
      state.groups.push(group)
      return told(201, showGroup(group))
    }
    if (kind === 'Users') {
      onlyMethods(call, 'GET', 'PUT', 'DELETE')
      const user = of(state.users)
      if (call.method === 'GET') return told(200, showUser(user))
      if (call.method === 'PUT') return changeUser(user)
      dropUser(state, user)
      return { status: 204 }
    }
    // Choice: a single group cannot be read, as no such call is promised.
    onlyMethods(call, 'PUT', 'PATCH', 'DELETE')
    const group = of(state.groups)
    if (call.method === 'DELETE') {
      state.groups = state.groups.filter((one) => one !== group)
      return { status: 204 }
    }
    const next = call.method === 'PUT' ? filled({ ...group }) : { ...group, ...patched(group, bodyOf(call), known) }
    next.lastChanged = stamp()
    state.groups[state.groups.indexOf(group)] = next
    // Choice: a patch is answered without a body, unless attributes are asked for.
    return call.method === 'PATCH' && !call.query.has('attributes') ? { status: 204 } : told(200, showGroup(next))
  }
}

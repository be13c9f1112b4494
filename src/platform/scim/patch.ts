import type { PatchWord } from '../rulebook/scim.ts'
import type { PeopleGroup } from '../people/store.ts'
import { demandSchema, isScimObject, ScimRefused, spelled, type ScimCall, type ScimBody } from './scim-call.ts'

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type Change = Pick<PeopleGroup, 'members' | 'displayName'>

interface Operation {
  readonly word: PatchWord
  readonly path: string
  readonly value: unknown
}

/** The group after a PatchOp (RFC 7644, 3.5.2): each operation in turn, all of them or none. */
export function patched(group: PeopleGroup, sent: ScimBody, asked: ScimCall): PeopleGroup {
  const { scim } = asked.house.rules
  demandSchema(sent, patchSchema, asked)
  const given = sent['Operations']
  if (!Array.isArray(given) || given.length === 0) {
    if (scim.requires('Operations', 'group-patch'))
      throw new ScimRefused(400, 'invalidSyntax', 'Operations is required')
    return group
  }
  let now: PeopleGroup = group
  for (const element of scim.carriedOut(given as unknown[])) {
    try {
      now = { ...now, ...changed(now, operationOf(element, asked), asked) }
    } catch (error) {
      if (error instanceof ScimRefused && !scim.isAtomic()) asked.people.groups.put(now, asked.call.journal)
      throw error
    }
  }
  return now
}

function operationOf(element: unknown, { house }: ScimCall): Operation {
  const { op, path, value } = isScimObject(element) ? spelled(element, ['op', 'path', 'value']) : {}
  const word = house.rules.scim.word(op)
  if (!word) throw new ScimRefused(400, 'invalidSyntax', 'op must be add, remove or replace')
  if (path !== undefined && typeof path !== 'string') throw new ScimRefused(400, 'invalidPath', 'path must be a text')
  return { word, path: (path ?? '').trim(), value }
}

const filterPath = /^members\s*\[\s*value\s+eq\s+"?(\d+)"?\s*\](?:\.value)?$/i

function changed(group: PeopleGroup, { word, path, value }: Operation, asked: ScimCall): Change {
  const { scim } = asked.house.rules
  if (!scim.takesPath(path)) throw new ScimRefused(400, 'invalidPath', 'the path must be members')
  const filtered = filterPath.exec(path)
  if (filtered) {
    const id = Number(filtered[1])
    if (word === 'remove') return { members: scim.removed(group.members, [id]) }
    if (!group.members.includes(id)) throw new ScimRefused(400, 'noTarget', 'the filter matches no member')
    const others = group.members.filter((member) => member !== id)
    return { members: once([...others, ...membersIn(isScimObject(value) ? [value] : value, asked)]) }
  }
  if (path === '') {
    if (word === 'remove') throw new ScimRefused(400, 'noTarget', 'remove needs a path')
    if (!isScimObject(value)) throw new ScimRefused(400, 'invalidValue', 'without a path, value must be an object')
    const whole = spelled(value, ['members', 'displayName'])
    return {
      members: 'members' in whole ? joined(group, word, membersIn(whole['members'], asked), asked) : group.members,
      ...nameOf(whole['displayName'] ?? group.displayName),
    }
  }
  if (path.toLowerCase() === 'displayname')
    return { members: group.members, ...nameOf(word === 'remove' ? undefined : value) }
  if (path.toLowerCase() !== 'members') throw new ScimRefused(400, 'invalidPath', `there is no ${path}`)
  // Without a value, remove takes out all of them (RFC 7644, 3.5.2.2).
  if (word === 'remove')
    return { members: value === undefined ? scim.cleared(group.members) : scim.removed(group.members, idsIn(value)) }
  return { members: joined(group, word, membersIn(value, asked), asked) }
}

const joined = (
  group: PeopleGroup,
  word: 'add' | 'replace',
  named: readonly number[],
  { house: { rules } }: ScimCall,
): readonly number[] =>
  once(word === 'add' ? rules.scim.added(group.members, named) : rules.scim.replaced(group.members, named))

const once = (ids: readonly number[]): number[] => [...new Set(ids)]

export function nameOf(value: unknown): Pick<PeopleGroup, 'displayName'> | object {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'string') throw new ScimRefused(400, 'invalidValue', 'displayName must be a text')
  return { displayName: value }
}

function idsIn(value: unknown): number[] {
  const elements = Array.isArray(value) ? (value as unknown[]) : [value]
  return elements.map((element) => {
    const { value: id } = isScimObject(element) ? spelled(element, ['value']) : {}
    const text = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
    if (!/^\d{1,15}$/.test(text))
      throw new ScimRefused(400, 'invalidValue', 'each member must have the id of a user as value')
    return Number(text)
  })
}

/** Ids of the members that a body names: users that there are. */
export function membersIn(value: unknown, { people }: ScimCall): number[] {
  const ids = idsIn(value)
  const unknown = ids.find((id) => !people.persons.get(id))
  if (unknown !== undefined) throw new ScimRefused(400, 'invalidValue', `there is no user ${unknown}`)
  return once(ids)
}

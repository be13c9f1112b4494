import type { PatchWord } from '../rulebook/scim.ts'
import type { PeopleGroup } from '../people/store.ts'
import { memberFilter } from './member-filter.ts'
import { shownMember } from './shown-member.ts'
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

const prefix = /^urn:ietf:params:scim:schemas:core:2\.0:group:/i
const filterPath = /^members\s*\[(.*)\](?:\.value)?$/is

function changed(group: PeopleGroup, { word, path: written, value }: Operation, asked: ScimCall): Change {
  const { scim } = asked.house.rules
  if (!scim.takesPath(written)) throw new ScimRefused(400, 'invalidPath', 'the path must be members')
  const path = written.replace(prefix, '')
  const [, filter] = filterPath.exec(path) ?? []
  if (filter !== undefined) return { members: filtered(group, word, filter, value, asked) }
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

/** Members after an operation whose path chooses some of them: a filter that none meets has no target (RFC 7644, 3.12). */
function filtered(
  { members }: PeopleGroup,
  word: PatchWord,
  filter: string,
  value: unknown,
  asked: ScimCall,
): readonly number[] {
  const { scim } = asked.house.rules
  const meets = memberFilter(filter)
  if (!meets) throw new ScimRefused(400, 'invalidFilter', 'there is no such filter of members')
  const met = members.filter((id) => meets(shownMember(id, asked)))
  if (met.length === 0) throw new ScimRefused(400, 'noTarget', 'the filter matches no member')
  if (word === 'remove') return scim.removed(members, met)
  const named = membersIn(isScimObject(value) || Array.isArray(value) ? value : { value }, asked)
  return once(word === 'add' ? scim.addedWhere(members, met, named) : scim.replacedWhere(members, met, named))
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

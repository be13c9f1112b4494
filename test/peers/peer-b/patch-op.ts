import { Refusal } from '../http.ts'
import { isObject } from './context.ts'
import type { GroupRecord } from './state.ts'

export const scimType = 'application/scim+json; charset=utf-8'
/** Choice: errors are those of the SCIM standard. */
export const scimRefusal = (status: number, detail: string, type?: string) =>
  new Refusal({
    status,
    headers: { 'content-type': scimType },
    json: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ...(type !== undefined && { scimType: type }),
      detail,
      status: String(status),
    },
  })

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const groupPrefix = 'urn:ietf:params:scim:schemas:core:2.0:group:'

interface Path {
  readonly attribute: 'members' | 'displayname'
  /** Of the one member that a filter picks. */
  readonly value?: number
}

function pathOf(text: unknown): Path | undefined {
  if (text === undefined || text === null) return undefined
  if (typeof text !== 'string' || text === '') throw scimRefusal(400, 'path', 'invalidPath')
  const bare = text.toLowerCase().startsWith(groupPrefix) ? text.slice(groupPrefix.length) : text
  const [, name = '', value] = /^(\w+)(?:\[\s*value\s+eq\s+"(\d+)"\s*\])?$/i.exec(bare) ?? []
  const attribute = name.toLowerCase()
  if (['id', 'schemas', 'meta'].includes(attribute)) throw scimRefusal(400, `${name} is read-only`, 'mutability')
  // Choice: filters other than on one value, and paths into a member, are not understood.
  if ((attribute !== 'members' && attribute !== 'displayname') || (value !== undefined && attribute !== 'members'))
    throw scimRefusal(400, 'path', 'invalidPath')
  return { attribute, ...(value !== undefined && { value: Number(value) }) }
}

export function membersOf(value: unknown, known: (id: number) => boolean): number[] {
  // Choice: a single object does for a list of one, and a user id may be text or number.
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const ids = list.map((one) => {
    const id = isObject(one) ? one['value'] : undefined
    const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
    if (typeof number !== 'number' || !known(number)) throw scimRefusal(400, 'No such member', 'invalidValue')
    return number
  })
  return [...new Set(ids)]
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string') throw scimRefusal(400, 'displayName', 'invalidValue')
  return value
}

type Part = Pick<GroupRecord, 'displayName' | 'members'>

function remove(group: Part, path: Path | undefined, value: unknown): Part {
  if (path === undefined) throw scimRefusal(400, 'What is to be removed?', 'noTarget')
  if (path.attribute === 'displayname') return { ...group, displayName: null }
  if (path.value !== undefined) return { ...group, members: group.members.filter((id) => id !== path.value) }
  // Choice: without values, or with null, all members go; with an empty list none; who is no member is no error.
  if (value === undefined || value === null) return { ...group, members: [] }
  const going = membersOf(value, () => true)
  return { ...group, members: group.members.filter((id) => !going.includes(id)) }
}

function put(group: Part, op: string, path: Path | undefined, value: unknown, known: (id: number) => boolean): Part {
  if (path === undefined) {
    if (!isObject(value)) throw scimRefusal(400, 'Without path the value is an object', 'invalidValue')
    return Object.entries(value).reduce((part, [name, one]) => put(part, op, pathOf(name), one, known), group)
  }
  if (path.attribute === 'displayname') return { ...group, displayName: nameOf(value) }
  if (path.value !== undefined) {
    if (op === 'add' || !group.members.includes(path.value)) throw scimRefusal(400, 'No such member', 'noTarget')
    const instead = membersOf(value, known)
    return { ...group, members: [...new Set(group.members.flatMap((id) => (id === path.value ? instead : [id])))] }
  }
  const members = membersOf(value, known)
  return { ...group, members: op === 'add' ? [...new Set([...group.members, ...members])] : members }
}

/** All operations or none; nothing is changed here. */
export function patched(group: GroupRecord, body: unknown, known: (id: number) => boolean): Part {
  if (!isObject(body)) throw scimRefusal(400, 'body', 'invalidSyntax')
  if (!Array.isArray(body['schemas']) || !body['schemas'].includes(patchSchema))
    throw scimRefusal(400, 'schemas', 'invalidSyntax')
  const operations: unknown = body['Operations']
  if (!Array.isArray(operations) || operations.length === 0) throw scimRefusal(400, 'Operations', 'invalidSyntax')
  return operations.reduce<Part>((part, one: unknown) => {
    if (!isObject(one)) throw scimRefusal(400, 'Operations', 'invalidSyntax')
    const op = one['op']
    // Choice: an operation is written in lower case.
    if (op !== 'add' && op !== 'remove' && op !== 'replace') throw scimRefusal(400, 'op', 'invalidSyntax')
    const path = pathOf(one['path'])
    if (op === 'remove') return remove(part, path, one['value'])
    if (one['value'] === undefined) throw scimRefusal(400, 'value', 'invalidValue')
    return put(part, op, path, one['value'], known)
  }, group)
}

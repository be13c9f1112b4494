import { isObject } from '../exchange/json.ts'
import { numberedAs } from './written-kinds.ts'

/** What writes of a group leave of its members, as far as they tell. */
export interface MembersDue {
  /** B-SCM-19 of a patch, B-SCM-18 of what is sent whole. */
  readonly statement: string
  readonly have: ReadonlySet<string>
  readonly lack: ReadonlySet<string>
  /** Whether it has no others. */
  readonly exact: boolean
}

const none: ReadonlySet<string> = new Set()
const unknown = { have: none, lack: none, exact: false }

/** Ids of members; undefined where one of them is not told. */
function idsIn(members: unknown): readonly string[] | undefined {
  if (!Array.isArray(members)) return undefined
  const ids = members.map((member: unknown) => (isObject(member) ? numberedAs(member['value']) : undefined))
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** ... after it was sent whole. A group that is new may have got members besides; what becomes of members that a PUT leaves out is not shown (B-SCM-17). */
export function membersSent(members: unknown, replaces: boolean): MembersDue | undefined {
  const ids = idsIn(members)
  return ids && { statement: 'B-SCM-18', have: new Set(ids), lack: none, exact: replaces }
}

/** ... after a patch of members alone; undefined where another form of an operation leaves open what it does. */
export function membersPatched(before: MembersDue | undefined, operations: unknown): MembersDue | undefined {
  if (!Array.isArray(operations) || operations.length === 0) return undefined
  let due: Omit<MembersDue, 'statement'> = before ?? unknown
  for (const operation of operations as readonly unknown[]) {
    const { op, path, value } = isObject(operation) ? operation : {}
    const named = idsIn(value)
    if (path !== 'members' || typeof op !== 'string' || !named) return undefined
    const [{ have, lack, exact }, word] = [due, op.toLowerCase()]
    if (word === 'replace') due = { have: new Set(named), lack: none, exact: true }
    else if (word === 'add' && named.length > 0)
      due = { have: new Set([...have, ...named]), lack: without(lack, named), exact }
    else if (word === 'remove' && named.length > 0)
      due = { have: without(have, named), lack: new Set([...lack, ...named]), exact }
    else return undefined
  }
  return { ...due, statement: 'B-SCM-19' }
}

const without = (ids: ReadonlySet<string>, named: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !named.includes(id)))

/** How the members that a group shows differ from those that it has to have, in words. Only who is known as a user has to be one. */
export function oddMembers(due: MembersDue, members: unknown, isUser: (id: string) => boolean): string | undefined {
  const shown = idsIn(members)
  if (!shown) return undefined
  const absent = [...due.have].filter((id) => isUser(id) && !shown.includes(id)).length
  if (absent > 0) return `${absent} of ${due.have.size} members are absent`
  if (shown.some((id) => due.lack.has(id))) return 'a member that was removed'
  return due.exact && shown.some((id) => !due.have.has(id)) ? 'a member that was not named' : undefined
}

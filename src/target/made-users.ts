import type { Unfinished } from './ledger.ts'
import { unfinished, type LedgerLine } from './ledger-lines.ts'

const isUser = ({ resource }: Unfinished): boolean => resource === 'user' || resource === 'scim-user'
const keyOf = ({ as, resource, id }: Unfinished): string => `${as ?? ''} ${resource}/${id}`

/** The lines of a ledger that are about users, as far as it was read. */
interface Read {
  upTo: number
  readonly ofUsers: LedgerLine[]
  readonly traces: Set<string>
}
const known = new WeakMap<readonly LedgerLine[], Read>()

/** Asked for after each check: of some ten thousand lines only what is new is looked at, and hardly any is about a user. */
function linesOfUsers(lines: readonly LedgerLine[]): readonly LedgerLine[] {
  const read = known.get(lines) ?? { upTo: 0, ofUsers: [], traces: new Set() }
  known.set(lines, read)
  for (const line of lines.slice(read.upTo)) {
    const object = 'intent' in line ? line.intent : 'created' in line ? line.created : undefined
    if (object && isUser(object)) read.traces.add(object.trace)
    const [{ trace }] = Object.values(line) as [{ readonly trace?: string }]
    if (object ? isUser(object) : trace !== undefined && read.traces.has(trace)) read.ofUsers.push(line)
  }
  read.upTo = lines.length
  return read.ofUsers
}

/** Users that the lines of a ledger leave open and that requests of these namespaces created; who wrote them later does not matter. */
export function usersMadeIn(lines: readonly LedgerLine[], tags: readonly string[]): readonly Unfinished[] {
  const ofUsers = linesOfUsers(lines)
  const keys = ofUsers.flatMap((line) =>
    'created' in line && tags.some((tag) => line.created.trace.startsWith(`${tag}-`)) ? [keyOf(line.created)] : [],
  )
  if (keys.length === 0) return []
  const made = new Set(keys)
  return unfinished(ofUsers).filter((object) => made.has(keyOf(object)))
}

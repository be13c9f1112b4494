import type { Unfinished } from './ledger.ts'
import { unfinished, type LedgerLine } from './ledger-lines.ts'

const keyOf = ({ as, resource, id }: Unfinished): string => `${as ?? ''} ${resource}/${id}`

/** Users that the lines of a ledger leave open and that requests of these namespaces created; who wrote them later does not matter. */
export function usersMadeIn(lines: readonly LedgerLine[], tags: readonly string[]): readonly Unfinished[] {
  const keys = lines.flatMap((line) => {
    if (!('created' in line) || !['user', 'scim-user'].includes(line.created.resource)) return []
    return tags.some((tag) => line.created.trace.startsWith(`${tag}-`)) ? [keyOf(line.created)] : []
  })
  if (keys.length === 0) return []
  const made = new Set(keys)
  return unfinished(lines).filter((object) => made.has(keyOf(object)))
}

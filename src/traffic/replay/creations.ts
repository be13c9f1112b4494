import { plainId } from '../../target/ownership.ts'
import { isDone, namesIn, recordOf, type Call, type CallAnswer } from './calls.ts'
import { isId } from './ids.ts'

/** What the clients of a recording created, and what they called it. */
export interface Created {
  /** Ids that a client chose for what it created, and names that it gave. */
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Ids and names of what a call created; empty where it created nothing. */
  by(call: Call | undefined, answer: CallAnswer | undefined): readonly string[]
}

/** A record that was created and changed in one moment was created by the call that shows it. */
const momentMs = 1000

export function creations(): Created & { note(call: Call, answer: CallAnswer | undefined): void } {
  const ids = new Set<string>()
  const names = new Set<string>()
  const answered = new Set<string>()
  const chosen = (id: string) => { if (isId(id) && !answered.has(plainId(id))) ids.add(id) }
  return {
    ids, names,
    by: (call, answer) => (call && isDone(answer) && isCreation(call, answer) ? [...new Set([...namesOf(call), ...idOf(answer)])] : []),
    note(call, answer) {
      const operation = call.route?.operation.id ?? ''
      const { ids: given, externalIds } = namesIn(call.body)
      if (operation === 'data/create') given.forEach(chosen)
      if (['data/create', 'data/replace', 'data/update'].includes(operation)) externalIds.forEach((name) => names.add(name))
      if (operation !== 'data/create' && isDone(answer) && isCreation(call, answer)) {
        const { resourceId, externalId } = call.route?.parameters ?? {}
        if (resourceId !== undefined) chosen(resourceId)
        if (externalId !== undefined) names.add(decoded(externalId))
      }
      if (isDone(answer) && call.method !== 'GET') for (const id of idOf(answer)) if (!ids.has(id)) answered.add(plainId(id))
    },
  }
}

/** A write to an id or external id that nothing stood under creates it, too. */
function isCreation({ route }: Call, answer: CallAnswer | undefined): boolean {
  if (route?.operation.id === 'data/create') return true
  if (!/^data\/(?:replace|update)/.test(route?.operation.id ?? '')) return false
  const { createDateTime, lastChanged } = recordOf(answer) ?? {}
  return typeof createDateTime === 'string' && typeof lastChanged === 'number' && Math.abs(Date.parse(createDateTime) - lastChanged) < momentMs
}

function namesOf({ body, route }: Call): string[] {
  const { ids, externalIds } = namesIn(body)
  const { resourceId, externalId } = route?.parameters ?? {}
  return [...ids, ...externalIds, ...(resourceId === undefined ? [] : [resourceId]), ...(externalId === undefined ? [] : [decoded(externalId)])]
}

const idOf = (answer: CallAnswer | undefined): string[] =>
  [recordOf(answer)?.['id'], answer?.located].filter((id): id is string => typeof id === 'string' && isId(id))

const decoded = (text: string): string => { try { return decodeURIComponent(text) } catch { return text } }

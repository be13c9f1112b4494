import { momentOf } from '../exchange/moment.ts'
import { plainId } from '../exchange/plain-id.ts'
import { isDone, namesIn, recordAnswered, type Call, type CallAnswer } from './calls.ts'
import { idsIn, isId } from './ids.ts'

/** What the clients of a recording created, and what they called it. */
export interface Created {
  /** Ids that a client chose for what it created, and names that it gave. */
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Ids and names of what a call created; empty where it created nothing. */
  by(call: Call | undefined, answer: CallAnswer | undefined): readonly string[]
}

/** Some take the time twice, some tell it in seconds. */
const momentMs = 1000

export function creations(): Created & { note(call: Call, answer: CallAnswer | undefined): void } {
  const ids = new Set<string>()
  const names = new Set<string>()
  const shown = new Set<string>()
  const idsOfNames = new Set<string>()
  const isNew = (id: string) => !shown.has(plainId(id))
  const choose = (id: string) => {
    if (isId(id) && isNew(id)) ids.add(id)
  }
  const give = (externalId: string) => {
    names.add(externalId)
    for (const id of idsIn(externalId)) idsOfNames.add(id)
  }
  return {
    ids,
    names,
    by(call, answer) {
      if (!call || !isDone(answer) || !isCreation(call, answer)) return []
      const all = [...new Set([...namesOf(call), ...idOf(answer)])]
      return call.route?.operation.id === 'data/create' || all.some((one) => ids.has(one) || names.has(one)) ? all : []
    },
    note(call, answer) {
      const operation = call.route?.operation.id ?? ''
      const { ids: given, externalIds } = namesIn(call.body)
      if (operation === 'data/create') given.forEach(choose)
      if (['data/create', 'data/replace', 'data/update'].includes(operation)) externalIds.forEach(give)
      if (operation !== 'data/create' && isDone(answer) && isCreation(call, answer) && idOf(answer).every(isNew)) {
        const { resourceId, externalId } = call.route?.parameters ?? {}
        if (resourceId !== undefined) choose(resourceId)
        if (externalId !== undefined) give(decoded(externalId))
      }
      if (isDone(answer))
        for (const id of [
          // An id in an external id shows no record that has it.
          ...idsIn(Buffer.from(answer?.body ?? []).toString('utf8')).filter((one) => !idsOfNames.has(one)),
          ...idOf(answer).map(plainId),
        ])
          shown.add(id)
    },
  }
}

/** A write to an id or external id that nothing stood under creates it, too: the record is as old as its last change. */
function isCreation({ route }: Call, answer: CallAnswer | undefined): boolean {
  if (route?.operation.id === 'data/create') return true
  if (!/^data\/(?:replace|update)/.test(route?.operation.id ?? '')) return false
  const { createDateTime, lastChanged } = recordAnswered(answer) ?? {}
  if (typeof createDateTime !== 'string' || typeof lastChanged !== 'number') return false
  return Math.abs(momentOf(createDateTime) - lastChanged) < momentMs
}

function namesOf({ body, route }: Call): string[] {
  const { ids, externalIds } = namesIn(body)
  const { resourceId, externalId } = route?.parameters ?? {}
  return [
    ...ids,
    ...externalIds,
    ...(resourceId === undefined ? [] : [resourceId]),
    ...(externalId === undefined ? [] : [decoded(externalId)]),
  ]
}

const idOf = (answer: CallAnswer | undefined): string[] =>
  [recordAnswered(answer)?.['id'], answer?.located].filter((id): id is string => typeof id === 'string' && isId(id))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

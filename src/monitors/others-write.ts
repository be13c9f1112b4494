import type { ContractFacts } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { observeExchange } from './observe.ts'
import { idKey, sightingsOf } from './sighting.ts'
import { writeIn } from './write.ts'

/** What is told of who sent these exchanges. */
interface Self {
  owns(id: string): boolean
  userIds(): readonly string[]
}

interface OwnWrites {
  /** Records that these exchanges wrote and did not delete, the latest last; ids as the answers spell them. */
  readonly left: ReadonlyArray<{ readonly resource: string; readonly id: string }>
  /** Resources that these exchanges wrote or read. */
  readonly resources: ReadonlySet<string>
  /** Those of which they created a record. */
  readonly created: ReadonlySet<string>
  /** Those of which a record was shown in a version that they may not have written, the likeliest first. */
  readonly suspect: ReadonlySet<string>
}

/**
 * What these exchanges wrote through the Data API, and what was read of records of the run that they may not have written: another `lastChanged` is
 * another transaction, another `lastChangedBy` another user (A-REC-04, A-REC-05). No proof: a service that enters wrong ones looks the same.
 */
export function othersWrite(exchanges: readonly Exchange[], facts: ContractFacts, { owns, userIds }: Self): OwnWrites {
  const left = new Map<string, { readonly resource: string; readonly id: string }>()
  const versions = new Map<string, number>()
  const resources = new Set<string>()
  const created = new Set<string>()
  const writers = new Set(userIds().map(idKey))
  const later = new Set<string>()
  const named = new Set<string>()
  for (const exchange of exchanges) {
    const observed = observeExchange(exchange, facts)
    for (const one of observed?.batch ? observed.parts : observed ? [observed.whole] : []) {
      const isData = one.reading.match.operation.interface === 'data'
      const asked = isData ? one.reading.path('resourceName') : undefined
      if (asked !== undefined) resources.add(asked)
      const write = writeIn(one)
      if (write?.kind === 'create' && one.status < 300) created.add(write.resource)
      if (write?.kind === 'delete' && write.outcome === 'done' && write.id !== undefined)
        left.delete(`${write.resource} ${write.id}`)
      for (const { resource, id, lastChanged, fields } of sightingsOf(one)) {
        const key = `${resource} ${id}`
        const by = typeof fields['lastChangedBy'] === 'string' ? idKey(fields['lastChangedBy']) : undefined
        const version = versions.get(key)
        if (write) {
          if (by !== undefined) writers.add(by)
          if (write.outcome === 'undone') continue
          // Taken out first: the map keeps the order of the last writes.
          left.delete(key)
          left.set(key, { resource, id: String(fields['id']) })
          if (lastChanged === undefined) versions.delete(key)
          else versions.set(key, lastChanged)
        } else if (version !== undefined) {
          if (lastChanged !== undefined && lastChanged > version) later.add(resource)
        } else if (owns(id)) {
          // The answer to a batch need not show what was made: from the first look on a later version is another's.
          if (lastChanged !== undefined) versions.set(key, lastChanged)
          if (by !== undefined && !writers.has(by)) named.add(resource)
        }
      }
    }
  }
  return { left: [...left.values()], resources, created, suspect: new Set([...later, ...named]) }
}

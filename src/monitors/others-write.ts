import type { ContractFacts } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { observeExchange } from './observe.ts'
import { idKey, sightingsOf } from './sighting.ts'
import { writeIn } from './write.ts'

/** A name under which a record of the run was shown in a version that these exchanges did not write. */
export interface Suspect {
  readonly resource: string
  readonly by: string
}

interface OwnWrites {
  /** Records that these exchanges wrote and did not delete, the latest last; ids as the answers spell them. */
  readonly left: ReadonlyArray<{ readonly resource: string; readonly id: string }>
  /** Resources that these exchanges wrote or read. */
  readonly resources: ReadonlySet<string>
  readonly suspects: readonly Suspect[]
}

/**
 * What these exchanges wrote through the Data API, and what was read of records of the run that they may not have written: another `lastChanged` is
 * another transaction, another `lastChangedBy` another user (A-REC-04, A-REC-05). No proof: a service that enters wrong ones looks the same.
 */
export function othersWrite(
  exchanges: readonly Exchange[],
  facts: ContractFacts,
  owns: (id: string) => boolean,
): OwnWrites {
  const left = new Map<string, { readonly resource: string; readonly id: string }>()
  const versions = new Map<string, number>()
  const resources = new Set<string>()
  const writers = new Set<string>()
  const suspects = new Map<string, Suspect>()
  for (const exchange of exchanges) {
    const observed = observeExchange(exchange, facts)
    for (const one of observed?.batch ? observed.parts : observed ? [observed.whole] : []) {
      const { interface: asked } = one.reading.match.operation
      const named = asked === 'data' ? one.reading.path('resourceName') : undefined
      if (named !== undefined) resources.add(named)
      const write = writeIn(one)
      if (write?.kind === 'delete' && write.outcome === 'done' && write.id !== undefined)
        left.delete(`${write.resource} ${write.id}`)
      for (const { resource, id, lastChanged, fields } of sightingsOf(one)) {
        const key = `${resource} ${id}`
        const by = typeof fields['lastChangedBy'] === 'string' ? idKey(fields['lastChangedBy']) : undefined
        if (write) {
          if (by !== undefined) writers.add(by)
          if (write.outcome === 'undone') continue
          // Taken out first: the map keeps the order of the last writes.
          left.delete(key)
          left.set(key, { resource, id: String(fields['id']) })
          if (lastChanged === undefined) versions.delete(key)
          else versions.set(key, lastChanged)
        } else if (versions.has(key) || owns(id)) {
          const version = versions.get(key)
          const isOthers = version === undefined ? by !== undefined && !writers.has(by) : (lastChanged ?? 0) > version
          if (by !== undefined && isOthers) suspects.set(`${resource} ${by}`, { resource, by })
        }
      }
    }
  }
  return {
    left: [...left.values()],
    resources,
    suspects: [...suspects.values()],
  }
}

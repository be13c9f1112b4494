import type { ContractFacts } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { observeExchange } from './observe.ts'
import { idKey, sightingsOf } from './sighting.ts'
import { writeIn } from './write.ts'

/** Somebody under whose name a record of the run was shown, though he wrote none in these exchanges. */
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
 * What these exchanges wrote through the Data API, and what was read of records of the run that somebody else may have written: `lastChangedBy`
 * is the last modifying user (A-REC-05). No proof: a service that enters wrong names looks the same.
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
          const isLater = lastChanged !== undefined && lastChanged > (versions.get(key) ?? 0)
          if (by !== undefined && isLater) suspects.set(`${resource} ${by}`, { resource, by })
        }
      }
    }
  }
  return {
    left: [...left.values()],
    resources,
    suspects: [...suspects.values()].filter(({ by }) => !writers.has(by)),
  }
}

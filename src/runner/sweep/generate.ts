import { headerOperators } from './response-change.ts'
import type { Mutant } from './mutant.ts'
import { partMark } from './operation-of.ts'
import { effectOperators } from './operators/effect.ts'
import { orderOperators } from './operators/order.ts'
import { sentOperators } from './operators/sent.ts'
import { shownOperators } from './operators/shown.ts'
import { wholeOperators, type BodyForm } from './operators/whole.ts'
import { writtenOperators } from './operators/written.ts'
import { withFields, type Seen } from './places.ts'

export interface Generated {
  readonly mutants: readonly Mutant[]
  /** Checks that send or receive what the mutant changes, by the mutant's id. */
  readonly meets: ReadonlyMap<string, readonly string[]>
}

const writes = /\/(?:create|replace|update|delete)(?:-by-external-id)?$/
const reads = /\/(?:list|get|get-by-external-id|deleted|attachment-content(?:-older)?|account|select)$/

/** Every operator at every place of the base run where it makes sense. */
export function generate(base: ReadonlyMap<string, Seen>, effects: boolean): Generated {
  const fields = [...new Set([...base.values()].flatMap((seen) => seen.fields))].sort()
  const made = new Map<string, { mutant: Mutant; checks: Set<string> }>()
  const add = (check: string, operation: string, place: string, operator: string) => {
    const id = `${operation}: ${place}: ${operator}`
    const known = made.get(id) ?? { mutant: { id, operation, place, operator, fields }, checks: new Set<string>() }
    known.checks.add(check)
    made.set(id, known)
  }
  const written = writtenPlaces(base)
  const flags = new Set(
    [...base.values()].flatMap(({ places }) =>
      places.filter((key) => /\|(?:true|false)$/.test(key)).map((key) => key.slice(0, key.lastIndexOf('|'))),
    ),
  )
  for (const [check, seen] of base) {
    for (const key of withFields(seen.places, fields)) {
      const [operation = '', place = '', trait = ''] = key.split('|')
      // What is created under another id than the kit knows could not be removed.
      if (!effects && /\/create$/.test(operation) && /^request body (?:id|externalId)$/.test(place)) continue
      for (const operator of operatorsAt(operation, place, trait)) add(check, operation, place, operator)
    }
    for (const key of seen.together) {
      const [operation = '', names = ''] = key.split('|')
      const here = new Set(names.split(','))
      for (const place of written.get(operation) ?? [])
        if (!here.has(place) && !place.startsWith('request path'))
          for (const { name } of writtenOperators.filter(
            ({ trait }) => trait === 'absent' || (trait === 'absent-flag' && flags.has(`${operation}|${place}`)),
          ))
            add(check, operation, place, name)
      if (operation.startsWith(partMark)) continue
      if (effects && writes.test(operation))
        for (const { name } of effectOperators) add(check, operation, 'effect', name)
      for (const { name, reads: only } of orderOperators)
        if (!only || reads.test(operation)) add(check, operation, 'order', name)
    }
  }
  const all = [...made.values()].sort((a, b) => (a.mutant.id < b.mutant.id ? -1 : 1))
  return {
    mutants: all.map(({ mutant }) => mutant),
    meets: new Map(all.map(({ mutant, checks }) => [mutant.id, [...checks]])),
  }
}

function operatorsAt(operation: string, place: string, trait: string): string[] {
  const inPart = operation.startsWith(partMark)
  const [side, kind, what] = place.split(' ')
  if (side === 'request') {
    if (kind === 'body')
      return sentOperators
        .filter(({ traits, name }) => traits.includes(trait) && !(inPart && name === 'echoed-but-not-kept'))
        .map(({ name }) => name)
    // A segment of the path cannot be overlooked: it would be another operation.
    return writtenOperators
      .filter((operator) => operator.trait === trait && !(kind === 'path' && operator.name === 'overlooked'))
      .map(({ name }) => name)
  }
  if (what === 'whole') {
    const form = trait.slice('form-'.length) as BodyForm
    return wholeOperators
      .filter(({ applies }) => applies({ status: Number.parseInt(kind ?? ''), form }))
      .map(({ name }) => name)
  }
  if (what === 'header') return [...headerOperators]
  return shownOperators.filter(({ traits }) => traits.includes(trait)).map(({ name }) => name)
}

/** Places of each operation that are written as text in any request. */
function writtenPlaces(base: ReadonlyMap<string, Seen>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { together } of base.values())
    for (const key of together) {
      const [operation = '', names = ''] = key.split('|')
      const known = found.get(operation) ?? new Set()
      for (const name of names.split(',')) if (name) known.add(name)
      found.set(operation, known)
    }
  return found
}

import type { ContractFacts } from '../../contract/index.ts'
import type { PlatformRequest } from '../../platform/http/message.ts'
import { UnknownOperator } from './change.ts'
import type { Behind, Edge, Mutant } from './mutant.ts'
import { batchOperation, operationOf, partMark } from './operation-of.ts'
import { effectOperators } from './operators/effect.ts'
import { orderOperators } from './operators/order.ts'
import { eachPart, requestOfPart, responseOfPart, withRequestOfPart, withResponseOfPart } from './parts.ts'
import { requestChange } from './request-change.ts'
import { responseChange } from './response-change.ts'

export interface MutatedEdge {
  readonly edge: Edge
  /** Whether any exchange was other than it would have been. */
  changed(): boolean
}

/** The edge that makes one change. It remembers what it has seen: one edge for one attempt. */
export function edgeOf(mutant: Mutant, facts: ContractFacts): MutatedEdge {
  let changes = 0
  const note = <T>(now: T, before: T): T => {
    if (now !== before) changes += 1
    return now
  }
  return { edge: edgeNoting(mutant, facts, note), changed: () => changes > 0 }
}

/** Told what becomes of each message, and what it was before. */
type Note = <T>(now: T, before: T) => T

function edgeNoting(mutant: Mutant, facts: ContractFacts, note: Note): Edge {
  if (mutant.place === 'effect') return effectEdge(mutant, facts, note)
  if (mutant.place === 'order') return orderEdge(mutant, facts, note)
  const { ask, answer, learn } = mutant.place.startsWith('request ') ? requestChange(mutant) : responseChange(mutant)
  const inPart = mutant.operation.startsWith(partMark)
  const operation = inPart ? mutant.operation.slice(partMark.length) : mutant.operation
  return async (request, behind) => {
    const found = operationOf(request, facts)
    if (inPart && found?.operation === batchOperation) {
      const originals = new Map<number, PlatformRequest>()
      const asked = eachPart(request, (part, position) => {
        const inner = requestOfPart(part, request.origin)
        const addressed = inner && operationOf(inner, facts)
        if (!inner || addressed?.operation !== operation) return part
        originals.set(position, inner)
        const changed = note(ask(inner, addressed), inner)
        return changed === inner ? part : withRequestOfPart(part, changed)
      })
      const response = await behind.forward(asked)
      return eachPart(response, (part, position) => {
        const original = originals.get(position)
        if (!original) return part
        const inner = responseOfPart(part)
        const changed = note(answer(inner, original), inner)
        return changed === inner ? part : withResponseOfPart(part, changed)
      })
    }
    const mine = !inPart && found?.operation === operation
    const response = await behind.forward(mine ? note(ask(request, found), request) : request)
    if (mine) return note(answer(response, request), response)
    // What was taken elsewhere may be made up here.
    if (found && response.status < 300 && isToken(found.operation) === isToken(operation)) learn?.(request, found)
    return response
  }
}

const isToken = (operation: string): boolean => operation.startsWith('token/')

function effectEdge(mutant: Mutant, facts: ContractFacts, note: Note): Edge {
  const effect = effectOperators.find(({ name }) => name === mutant.operator)?.make(() => void note(1, 0))
  if (!effect) throw new UnknownOperator(mutant.id)
  return async (request, behind) => {
    await effect.before?.(request, behind)
    const mine = operationOf(request, facts)?.operation === mutant.operation
    if (mine) return effect.write(request, behind)
    const response = await behind.forward(request)
    effect.after?.(request)
    return response
  }
}

function orderEdge(mutant: Mutant, facts: ContractFacts, note: Note): Edge {
  const order = orderOperators.find(({ name }) => name === mutant.operator)?.make(() => void note(1, 0))
  if (!order) throw new UnknownOperator(mutant.id)
  return async (request, behind: Behind) =>
    operationOf(request, facts)?.operation === mutant.operation ? order(request, behind) : behind.forward(request)
}

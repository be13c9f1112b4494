import type { ContractFacts } from '../../contract/index.ts'
import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { changedAt, gone, placesIn } from './json-places.ts'
import { formOf, headerIn, jsonOf, queryOf, withForm, withJson, withQuery } from './message.ts'
import type { Behind, Edge, Mutant } from './mutant.ts'
import { batchOperation, operationOf, partMark, type Addressed } from './operation-of.ts'
import { effectOperators } from './operators/effect.ts'
import type { PlaceMemory } from './operators/memory.ts'
import { orderOperators } from './operators/order.ts'
import { sentOperators } from './operators/sent.ts'
import { shownOperators } from './operators/shown.ts'
import { wholeOperators } from './operators/whole.ts'
import { writtenOperators } from './operators/written.ts'
import { eachPart, requestIn, responseIn, withRequest, withResponse } from './parts.ts'
import { kindOf, writtenIn } from './places.ts'

/** Thrown for a mutant of another version of the kit. */
class UnknownOperator extends Error {}

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
        const inner = requestIn(part, request.origin)
        const addressed = inner && operationOf(inner, facts)
        if (!inner || addressed?.operation !== operation) return part
        originals.set(position, inner)
        const changed = note(ask(inner, addressed), inner)
        return changed === inner ? part : withRequest(part, changed)
      })
      const response = await behind.forward(asked)
      return eachPart(response, (part, position) => {
        const original = originals.get(position)
        if (!original) return part
        const inner = responseIn(part)
        const changed = note(answer(inner, original), inner)
        return changed === inner ? part : withResponse(part, changed)
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

interface Change {
  ask(request: PlatformRequest, found: Addressed): PlatformRequest
  answer(response: PlatformResponse, request: PlatformRequest): PlatformResponse
  /** A request of another operation that was taken. */
  learn?(request: PlatformRequest, found: Addressed): void
}

function requestChange(mutant: Mutant): Change {
  const [, kind = '', ...words] = mutant.place.split(' ')
  const name = words.join(' ')
  if (kind === 'body') return bodyChange(mutant, name)
  const operator = writtenOperators.find((one) => one.name === mutant.operator)
  if (!operator) throw new UnknownOperator(mutant.id)
  let first: string | undefined
  const paths = new WeakMap<PlatformRequest, Addressed>()
  const valueIn = (request: PlatformRequest, found: Addressed) =>
    writtenIn(request, found.path).find(([place]) => place === mutant.place)?.[1]
  return {
    learn(request, found) {
      first ??= valueIn(request, found)
    },
    ask(request, found) {
      paths.set(request, found)
      const value = valueIn(request, found)
      if ((value === undefined) !== operator.trait.startsWith('absent')) return request
      const changed = operator.change(value, first === undefined ? {} : { first })
      return changed === value ? request : withWritten(request, found, kind, name, changed)
    },
    answer(response, request) {
      const found = paths.get(request)
      if (found && response.status < 300) first ??= valueIn(request, found)
      return response
    },
  }
}

function withWritten(
  request: PlatformRequest,
  found: Addressed,
  kind: string,
  name: string,
  value: string | undefined,
): PlatformRequest {
  const replaced = (
    pairs: ReadonlyArray<readonly [string, string]>,
    written: (text: string) => string,
    key: (name: string) => string,
  ) => {
    const at = pairs.findIndex(([other]) => key(other) === name)
    if (value === undefined) return pairs.filter(([other]) => key(other) !== name)
    return at < 0
      ? [...pairs, [name, written(value)] as const]
      : pairs.map((pair, position) => (position === at ? ([pair[0], written(value)] as const) : pair))
  }
  const plain = (text: string) => text
  if (kind === 'query') return withQuery(request, replaced(queryOf(request.target), encodeURIComponent, plain))
  if (kind === 'form') return withForm(request, replaced(formOf(request), encodeURIComponent, plain))
  if (kind === 'header')
    return { ...request, headers: replaced(request.headers, plain, (other) => other.toLowerCase()) }
  const raw = found.path[name]
  if (raw === undefined || value === undefined) return request
  const [path = '', query] = split(request.target)
  return { ...request, target: `${path.replace(`/${raw}`, `/${encodeURIComponent(value)}`)}${query}` }
}

function split(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark)]
}

function bodyChange(mutant: Mutant, path: string): Change {
  const operator = sentOperators.find(({ name }) => name === mutant.operator)
  if (!operator) throw new UnknownOperator(mutant.id)
  const memory: { first?: unknown } = {}
  const sent = new WeakMap<PlatformRequest, unknown>()
  return {
    ask(request) {
      const json = jsonOf(request)
      if (json === undefined) return request
      const changed = changedAt(json, path, mutant.fields, (value) => {
        sent.set(request, value)
        return operator.change(value, memory)
      })
      return changed === json ? request : withJson(request, changed)
    },
    answer(response, request) {
      const value = sent.get(request)
      if (value === undefined || response.status >= 300) return response
      memory.first ??= value
      return operator.name === 'echoed-but-not-kept' ? echoing(response, path, value) : response
    },
  }
}

/** The answer as if the field had been kept. */
function echoing(response: PlatformResponse, path: string, value: unknown): PlatformResponse {
  const json = jsonOf(response)
  if (json === undefined || /[[.]/.test(path)) return response
  const there = placesIn(json).some((place) => place.path === `data[].<record>.${path}`)
  if (!there)
    return withJson(
      response,
      changedAt(json, 'data[].<record>', [], (record) => ({ ...(record as object), [path]: value })),
    )
  return withJson(
    response,
    changedAt(json, `data[].<record>.${path}`, [path], () => value),
  )
}

function responseChange(mutant: Mutant): Change {
  const [, status = '', kind = '', ...words] = mutant.place.split(' ')
  const name = words.join(' ')
  const ask = (request: PlatformRequest) => request
  const only =
    (change: (response: PlatformResponse) => PlatformResponse): Change['answer'] =>
    (response) =>
      kindOf(response) === status ? change(response) : response
  if (kind === 'whole') {
    const operator = wholeOperators.find((one) => one.name === mutant.operator)
    if (!operator) throw new UnknownOperator(mutant.id)
    return { ask, answer: only(operator.change) }
  }
  if (kind === 'header') return { ask, answer: only((response) => withoutHeader(response, name, mutant.operator)) }
  const operator = shownOperators.find((one) => one.name === mutant.operator)
  if (!operator) throw new UnknownOperator(mutant.id)
  const remember = rememberValues()
  return {
    ask,
    answer: only((response) => {
      const json = jsonOf(response)
      if (json === undefined) return response
      const changed = changedAt(json, name, mutant.fields, (value, { path, record }) =>
        operator.change(value, remember(value, path, record)),
      )
      return changed === json ? response : withJson(response, changed === gone ? {} : changed)
    }),
  }
}

function withoutHeader(response: PlatformResponse, name: string, operator: string): PlatformResponse {
  const value = headerIn(response.headers, name)
  if (value === undefined) return response
  const others = response.headers.filter(([key]) => key.toLowerCase() !== name)
  if (operator === 'dropped') return { ...response, headers: others }
  const another =
    name === 'content-type'
      ? 'text/html'
      : name === 'content-disposition'
        ? 'attachment; filename="other.bin"'
        : `${value}x`
  return { ...response, headers: [...others, [name, another]] }
}

export const headerOperators = ['dropped', 'another'] as const

/** Keeps what stood at one path: the first value, the last one of another record, the earlier one of this record. */
function rememberValues(): (value: unknown, path: string, record: string) => PlaceMemory {
  const paths = new Map<string, { first: unknown; last: Map<string, unknown>; before: Map<string, unknown> }>()
  return (value, path, record) => {
    const known = paths.get(path) ?? {
      first: value,
      last: new Map<string, unknown>(),
      before: new Map<string, unknown>(),
    }
    paths.set(path, known)
    const { first, last, before } = known
    const another = [...last].reverse().find(([id, other]) => (id !== record || record === '') && other !== value)?.[1]
    if (last.has(record) && last.get(record) !== value) before.set(record, last.get(record))
    const stale = before.get(record)
    last.delete(record)
    last.set(record, value)
    return { first, ...(another === undefined ? {} : { another }), ...(stale === undefined ? {} : { stale }) }
  }
}

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

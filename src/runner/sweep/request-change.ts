import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { UnknownOperator, type Change } from './change.ts'
import { changedAt, jsonPlaces } from './json-places.ts'
import { decoded, formOf, jsonBody, queryOf, withForm, withJson, withQuery } from './message.ts'
import type { Mutant } from './mutant.ts'
import type { Addressed } from './operation-of.ts'
import { sentOperators } from './operators/sent.ts'
import { writtenOperators } from './operators/written.ts'
import { otherForms, writtenIn } from './places.ts'

/** A parameter, header or field of the request is read as something else. */
export function requestChange(mutant: Mutant): Change {
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
      if (value === undefined && writtenIn(request, found.path).some(([place]) => place === otherForms[mutant.place]))
        return request
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
  if (kind === 'query')
    return withQuery(
      request,
      replaced(queryOf(request.target), encodeURIComponent, (other) => decoded(other) ?? other),
    )
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
      const json = jsonBody(request)
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
  const json = jsonBody(response)
  if (json === undefined || /[[.]/.test(path)) return response
  const there = jsonPlaces(json).some((place) => place.path === `data[].<record>.${path}`)
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

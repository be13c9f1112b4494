import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { UnknownOperator, type Change } from './change.ts'
import { changedAt, gone } from './json-places.ts'
import { headerNamed, jsonOfMessage, withJson } from './message.ts'
import type { Mutant } from './mutant.ts'
import type { PlaceMemory } from './operators/memory.ts'
import { shownOperators } from './operators/shown.ts'
import { wholeOperators } from './operators/whole.ts'
import { kindOf } from './places.ts'

/** The response says something else. */
export function responseChange(mutant: Mutant): Change {
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
      const json = jsonOfMessage(response)
      if (json === undefined) return response
      const changed = changedAt(json, name, mutant.fields, (value, { path, record }) =>
        operator.change(value, remember(value, path, record)),
      )
      // Another value that is the same one changes nothing.
      const isSame = changed === json || JSON.stringify(changed) === JSON.stringify(json)
      return isSame ? response : withJson(response, changed === gone ? {} : changed)
    }),
  }
}

function withoutHeader(response: PlatformResponse, name: string, operator: string): PlatformResponse {
  const value = headerNamed(response.headers, name)
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

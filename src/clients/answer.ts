import { parseForeign } from '../exchange/bounds.ts'
import { isObject } from '../exchange/json.ts'
import { recordInElement } from '../exchange/record-in.ts'
import type { Scope } from '../target/scope.ts'
import { headerOf, type Exchange } from '../exchange/exchange.ts'

export type Dto = Readonly<Record<string, unknown>>

/** What a target answered, read lazily. Reading marks the exchange as the one that the next `must` rests on. */
export interface Answer {
  readonly exchange: Exchange
  readonly status: number
  readonly body: Uint8Array
  /** The body in the character set that the answer names, or in UTF-8. */
  readonly text: string
  /** Parsed body; undefined if it is not JSON. */
  readonly json: unknown
  header(name: string): string | undefined
  /** Records of a `data` envelope: the object under each element's only (or named) key. Empty if there are none. */
  records(key?: string): readonly Dto[]
  /** The first of `records()`. */
  record(key?: string): Dto | undefined
}

const utf8 = (body: Uint8Array): string => Buffer.from(body).toString('utf8')

function decoded(body: Uint8Array, type = ''): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8(body)
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    // No such character set.
    return utf8(body)
  }
}

export function answer(exchange: Exchange, scope: Scope): Answer {
  const response = exchange.response
  if (!response) throw new Error(`exchange ${exchange.id} has no response`)
  const seen = () => {
    scope.reading.add(exchange)
    return response
  }
  let parsed: { value: unknown } | undefined
  const parse = (): unknown => {
    if (!parsed) {
      try {
        parsed = { value: parseForeign(Buffer.from(seen().body).toString('utf8')) }
      } catch {
        parsed = { value: undefined }
      }
    }
    return parsed.value
  }
  return {
    exchange,
    get status() {
      return seen().status
    },
    get body() {
      return seen().body
    },
    get text() {
      const { body, headers } = seen()
      return decoded(body, headerOf(headers, 'Content-Type'))
    },
    get json() {
      seen()
      return parse()
    },
    header: (name) => headerOf(seen().headers, name),
    records(key) {
      seen()
      const envelope = parse()
      const data = isObject(envelope) ? envelope['data'] : undefined
      if (!Array.isArray(data)) return []
      return data.flatMap((element) => {
        if (!isObject(element)) return []
        const held = key === undefined ? recordInElement(element, exchange.request.url) : element[key]
        return isObject(held) ? [held] : []
      })
    },
    record(key) {
      return this.records(key)[0]
    },
  }
}

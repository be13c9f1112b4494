import { isCovered, type ExchangeReading } from '../contract/index.ts'
import { isObject } from '../exchange/json.ts'
import { isPlaceholder } from '../redact/placeholder.ts'

/** Attributes have no letter case (RFC 7643, 2.1). */
const attribute = (body: unknown, name: string): unknown =>
  isObject(body) ? body[Object.keys(body).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name] : undefined

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Others who record cover texts. */
const told = (value: unknown): string | undefined =>
  typeof value === 'string' && !isPlaceholder(value) && !isCovered(value) ? value.trim().toLowerCase() : undefined

/** Attributes that a body has to have. */
export const attributes =
  (...names: readonly string[]) =>
  ({ requestJson }: ExchangeReading): string | undefined =>
    isObject(requestJson) ? names.find((name) => !isGiven(attribute(requestJson, name))) : undefined

/** The URN of its kind is among the schemas of a body; what else they hold, and how a URN is compared, is not said. */
export const schema =
  (urn: string) =>
  ({ requestJson }: ExchangeReading): string | undefined => {
    if (!isObject(requestJson)) return undefined
    const given = [attribute(requestJson, 'schemas')].flat()
    if (!given.some(isGiven)) return 'schemas'
    const isOpen = given.some((one) => typeof one === 'string' && [undefined, urn.toLowerCase()].includes(told(one)))
    return isOpen ? undefined : `the schema ${urn}`
  }

const words = ['add', 'remove', 'replace']

/** An operation adds, removes or replaces, in whatever letter case; one without a word is not spoken of. */
export function word({ requestJson }: ExchangeReading): string | undefined {
  const operations = attribute(requestJson, 'Operations')
  if (!Array.isArray(operations)) return undefined
  const all = operations.map((operation: unknown) => told(attribute(operation, 'op')))
  return all.some((op) => op !== undefined && op !== '' && !words.includes(op))
    ? 'operations that add, remove or replace'
    : undefined
}

export function emails({ requestJson }: ExchangeReading): string | undefined {
  if (!isObject(requestJson)) return undefined
  const sent = attribute(requestJson, 'emails') ?? attribute(requestJson, 'email')
  return !isGiven(sent) || (Array.isArray(sent) && sent.length === 0) ? 'emails' : undefined
}

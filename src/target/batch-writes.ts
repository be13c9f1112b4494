import { isSafe, type GivenRequest } from './read-request.ts'
import type { RoutedWrite } from './write-route.ts'

const requestLine = /^[ \t]*([A-Za-z]{3,12})[ \t]+((?:[a-z][a-z\d+.-]*:)?\/\S*)/gm

/**
 * The writes that any parser might find in a batch: everything that looks like a request line begins one, whether the message around it
 * is valid or broken on purpose; what follows up to the next one is its body. The paths of parts are below the address of the batch (`base`).
 */
export function batchWrites(
  given: GivenRequest,
  base: string,
  one: (request: GivenRequest) => RoutedWrite | undefined,
): RoutedWrite[] {
  const text = Buffer.from(given.raw ?? given.body ?? new Uint8Array())
    .toString('utf8')
    .replace(/\r\n?/g, '\n')
  const { origin, pathname: prefix } = new URL(base || '/', given.url)
  const found = [...text.matchAll(requestLine)]
  return found.flatMap(({ 1: method = '', 2: target = '', index, 0: line }, position) => {
    const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/^\/\/[^/]*/, '')
    if (isSafe(method.toUpperCase()) || method.toUpperCase() === 'TRACE') return []
    const rest = text.slice(index + line.length, found[position + 1]?.index ?? text.length)
    const write = one({
      method: method.toUpperCase(),
      url: `${origin}${prefix !== '/' && !path.startsWith(`${prefix}/`) ? prefix : ''}${path.startsWith('/') ? path : '/'}`,
      headers: [['Content-Type', 'application/json'], ...placeIn(rest)],
      body: Buffer.from(bodyIn(rest)),
    })
    if (!write) return []
    // Without our own id, what a batch creates could not be removed.
    if (write.kind === 'create' && !isNamed(write) && !write.unreadable)
      return [{ ...write, unreadable: 'a part of the batch creates a record without an id or external id of its own' }]
    return [write]
  })
}

const bodyIn = (text: string): string => {
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  return start < 0 || end < start ? '' : text.slice(start, end + 1)
}

/** A tree is found by the external id of its service call. */
const isNamed = ({ id, externalId, parts = [] }: RoutedWrite): boolean =>
  (id ?? externalId ?? parts[0]?.externalId) !== undefined

/** Where a tree is created stands in headers (B-SVC-02). */
const placeIn = (text: string): ReadonlyArray<readonly [name: string, value: string]> =>
  [...text.matchAll(/^(X-Account-Name|X-Company-Name)[ \t]*:[ \t]*(.*?)[ \t]*$/gim)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

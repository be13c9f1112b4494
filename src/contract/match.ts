import { artefacts } from './artefacts.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { ContractFacts } from './facts.ts'
import type { Operation } from './operation.ts'

export interface OperationMatch {
  readonly operation: Operation
  /** Path parameters as sent, undecoded. */
  readonly path: Readonly<Record<string, string>>
  /** Query string as sent, undecoded. */
  readonly query: string
}

interface Room {
  readonly base: string
  /** Start of the URL, for when the base path is empty and identifies nothing. */
  readonly address: string | undefined
  readonly routes: readonly Route[]
}

interface Route {
  readonly operation: Operation
  /** Literal text of a segment, or undefined if it is a parameter. */
  readonly literals: ReadonlyArray<string | undefined>
  readonly names: readonly string[]
}

const rooms = new WeakMap<ContractFacts, readonly Room[]>()

/** The operation that a request addresses; a literal segment wins over a parameter. */
export function match(method: string, url: string, facts: ContractFacts): OperationMatch | undefined {
  const known = knownRooms(facts)
  const scheme = url.indexOf('://')
  const start = url.indexOf('/', scheme < 0 ? 0 : scheme + 3)
  if (start < 0) return undefined
  const mark = url.indexOf('?', start)
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const path = url.slice(start, mark < 0 || mark > end ? end : mark)
  for (const room of known) {
    const rest = restOf(url, path, room)
    const found = rest === undefined ? undefined : routeOf(room.routes, method, rest.split('/'))
    if (found) return { ...found, query: mark < 0 || mark > end ? '' : url.slice(mark + 1, end) }
  }
  return undefined
}

function knownRooms(facts: ContractFacts): readonly Room[] {
  const known = rooms.get(facts) ?? roomsOf(facts)
  rooms.set(facts, known)
  return known
}

/** Id of the operation that an exchange asked for; undefined if it is none of the documents'. */
export const operationAt = (exchange: Exchange | undefined, facts: ContractFacts): string | undefined =>
  exchange && match(exchange.request.method, exchange.request.url, facts)?.operation.id

/** The methods that the documents have at an address, whatever a request to it had. */
export const methodsAt = (url: string, facts: ContractFacts): readonly string[] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => match(method, url, facts) !== undefined)

/** The interface below whose path an address is, whether or not it is that of an operation. */
export function interfaceAt(url: string, facts: ContractFacts): string | undefined {
  const path = `${url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0]}/`
  // The longest path first: one interface may be below another.
  return [...knownRooms(facts)]
    .filter(({ base }) => base !== '/' && path.includes(base))
    .sort((one, other) => other.base.length - one.base.length)[0]?.routes[0]?.operation.interface
}

/** What follows the base path, wherever in the URL that is: a cluster or a proxy may put a prefix before it. */
function restOf(url: string, path: string, { base, address }: Room): string | undefined {
  if (base !== '/') {
    const at = path.indexOf(base)
    // An operation at the base path itself matches with or without the trailing slash.
    return at >= 0 ? path.slice(at + base.length) : path.endsWith(base.slice(0, -1)) ? '' : undefined
  }
  if (address === undefined || !url.startsWith(`${address}/`)) return undefined
  const plain = url.slice(address.length + 1)
  return plain.split('?', 1)[0]
}

function routeOf(
  routes: readonly Route[],
  method: string,
  segments: readonly string[],
): Omit<OperationMatch, 'query'> | undefined {
  next: for (const { operation, literals, names } of routes) {
    if (operation.method !== method || literals.length !== segments.length) continue
    for (let at = 0; at < segments.length; at += 1) {
      const literal = literals[at]
      if (literal === undefined ? segments[at] === '' : literal !== segments[at]) continue next
    }
    return {
      operation,
      path: Object.fromEntries(names.flatMap((name, at) => (name === '' ? [] : [[name, segments[at] ?? '']]))),
    }
  }
  return undefined
}

function roomsOf(facts: ContractFacts): readonly Room[] {
  const found = new Map<string, Operation[]>()
  for (const operation of artefacts().operations) {
    const declared = operation.own ? undefined : facts.basePaths[operation.interface]
    for (const base of new Set([...(declared === undefined ? [] : [declared]), ...operation.bases])) {
      const key = `${operation.interface} ${base.replace(/\/+$/, '')}/`
      found.set(key, [...(found.get(key) ?? []), operation])
    }
  }
  return [...found].map(([key, operations]) => {
    const [name = '', base = '/'] = key.split(' ')
    const address =
      name === 'token' ? facts.addresses.auth : name === 'directory' ? facts.addresses.directory : facts.addresses.base
    return {
      base,
      address: address?.replace(/\/+$/, ''),
      routes: operations.map(route).sort((a, b) => weight(b) - weight(a)),
    }
  })
}

function route(operation: Operation): Route {
  const segments = operation.path.slice(1).split('/')
  const names = segments.map((segment) => (segment.startsWith('{') ? segment.slice(1, -1) : ''))
  return { operation, names, literals: segments.map((segment, at) => (names[at] === '' ? segment : undefined)) }
}

const weight = ({ literals }: Route): number => literals.filter((literal) => literal !== undefined).length

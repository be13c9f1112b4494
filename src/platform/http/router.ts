import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { Interface, Route } from '../interface.ts'

interface Match {
  readonly route: Route
  /** Name of the interface that the route is of. */
  readonly room: string
  readonly rawParams: Readonly<Record<string, string>>
}

/** Finds the route for a method and an undecoded path; if there is none for this method, the methods that have one. */
export type Find = (method: string, path: string) => Match | { readonly allowed: readonly string[] }

export function createRouter(interfaces: readonly Interface[]): Find {
  const router = findMyWay({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength: 16_384,
  })
  const routes = interfaces.flatMap((room) => room.routes.map((route) => ({ route, room: room.name })))
  for (const one of routes) router.on(one.route.method as HTTPMethod, one.route.path, () => undefined, one)
  const methods = [...new Set(routes.map(({ route }) => route.method))]
  const find = (method: string, path: string) => router.find(method as HTTPMethod, path)
  return (method, path) => {
    const guarded = guard(path)
    const found = find(method, guarded)
    if (found) return { ...(found.store as (typeof routes)[number]), rawParams: found.params as Record<string, string> }
    return { allowed: methods.filter((other) => find(other, guarded) !== null) }
  }
}

const unreserved = /%(?:2D|2E|5F|7E|3\d|[46][1-9A-F]|[57][0-9A])/gi

/** The router decodes what it matches. With this escaping, parameters come out as sent, except for unreserved characters (RFC 3986, 6.2.2.2). */
const guard = (path: string): string =>
  path
    .replace(unreserved, (encoded) => decodeURIComponent(encoded))
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')

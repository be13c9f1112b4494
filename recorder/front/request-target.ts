import type { IncomingMessage } from 'node:http'
import { connectTarget, type ConnectTarget } from './connect-target.ts'

export interface RequestTarget extends ConnectTarget {
  readonly secure: boolean
  readonly path: string
}

/**
 * Where a request goes: where its CONNECT went, or what its absolute address says. A Host field that says otherwise is refused, so that nothing
 * is passed to, or recorded as, a server that the client did not name. A number is the status of the refusal.
 */
export function requestTarget(
  { url = '', headers: { host }, rawHeaders }: IncomingMessage,
  tunnelled?: ConnectTarget & { readonly secure: boolean },
): RequestTarget | number {
  const absolute = /^(https?):\/\/([^/?#@]*)([^#]*)$/i.exec(url)
  if (!absolute && !url.startsWith('/') && url !== '*') return 400
  const secure = absolute ? absolute[1]?.toLowerCase() === 'https' : (tunnelled?.secure ?? false)
  const named = absolute ? connectTarget(absolute[2] ?? '', secure ? 443 : 80) : tunnelled
  // A plain request to the proxy itself: were it passed on, it would come back.
  if (!named) return absolute ? 400 : 508
  if (tunnelled && (named.host !== tunnelled.host || named.port !== tunnelled.port || secure !== tunnelled.secure))
    return 421
  // Of two Host fields Node shows the first, and the upstream may take the other.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1)
    return 400
  if (host !== undefined) {
    const said = connectTarget(host, named.port)
    if (!said) return 400
    if (said.host !== named.host || said.port !== named.port) return 421
  }
  const path = absolute ? (absolute[3] ?? '').replace(/^(?!\/)/, '/') : url
  return { host: named.host, port: named.port, secure, path }
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const own = new Set(['proxy-authorization', 'x-fieldproof-proxy-authorization'])
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a request brings the password of this proxy (Basic, any user name); true where none is asked for. */
export function mayPass(request: IncomingMessage, password: string | undefined): boolean {
  if (password === undefined) return true
  return [...own].some((name) => {
    const [, credentials = ''] = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(String(request.headers[name] ?? '')) ?? []
    return timingSafeEqual(
      digest(
        Buffer.from(credentials, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, ''),
      ),
      digest(password),
    )
  })
}

/** What was meant for this proxy is neither passed on nor recorded. */
export function withoutCredentials(request: IncomingMessage): void {
  for (let at = request.rawHeaders.length - 2; at >= 0; at -= 2)
    if (own.has((request.rawHeaders[at] as string).toLowerCase())) request.rawHeaders.splice(at, 2)
  for (const name of own) delete request.headers[name]
}

export const challenge = [
  'Proxy-Authenticate',
  'Basic realm="fieldproof record"',
  'Connection',
  'close',
  'Content-Length',
  '0',
]

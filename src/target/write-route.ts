/** What a write request would touch, read from its path and body, never from its sender's word. */
export interface Write {
  readonly kind: 'create' | 'update' | 'delete' | 'password'
  readonly resource: string
  /** Id or external id as decoded from path or body; a create may have neither. */
  readonly id?: string
  readonly externalId?: string
  /** Base address that the write went to: cleaning up goes there again. */
  readonly at: string
  /** Query parts (account, company, user, dtos) that name the place. */
  readonly query: Readonly<Record<string, string>>
  /** Set where the guard must refuse whatever it is. */
  readonly unreadable?: string
}

interface WriteRequest { readonly method: string; readonly url: string; readonly body?: Uint8Array; readonly raw?: Uint8Array }

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** One reader per write route; interfaces add theirs as they come. The first that knows the path decides. */
export function writeOf(request: WriteRequest, paths: { readonly token: string; readonly data: string }): Write | undefined {
  if (!request.raw && safe.has(request.method)) return undefined
  const url = new URL(request.url)
  const { method, target } = requestLine(request, url.origin)
  if (safe.has(method)) return undefined
  const [path = '', search = ''] = split(target, '?')
  const query = Object.fromEntries(new URLSearchParams(search))
  const plain = normal(path)
  const base = { at: url.origin, query }
  if (plain === undefined) return { ...base, kind: 'update', resource: '', unreadable: 'its path cannot be decoded' }
  const lower = plain.toLowerCase()
  const at = lower.indexOf(`${paths.data.toLowerCase()}/`)
  if (at < 0 && lower.endsWith(`${paths.token.toLowerCase()}/change_password`)) return { ...base, kind: 'password', resource: 'password', id: formOf(request)['username'] ?? '' }
  // Logging in and approving are posts of forms to pages of the token service: they write nothing.
  if (at < 0 && lower.includes(`${paths.token.toLowerCase()}/`) && method === 'POST') return undefined
  if (at < 0) return method === 'POST' && !lower.includes('/api/') ? undefined : { ...base, kind: 'update', resource: '', unreadable: 'no write route of the documents' }
  const prefix = path.slice(0, Math.max(0, path.toLowerCase().indexOf(paths.data.toLowerCase())))
  return dataWrite(method, path.slice(prefix.length + paths.data.length), request, { at: url.origin + prefix, query })
}

function dataWrite(method: string, path: string, request: WriteRequest, base: Pick<Write, 'at' | 'query'>): Write {
  const segments = path.split('/').filter((segment) => segment !== '').map(decoded)
  if (segments.some((segment) => segment === undefined || segment === '..' || segment === '.')) return { ...base, kind: 'update', resource: '', unreadable: 'its path cannot be read safely' }
  const [resource = '', second, third, ...rest] = segments as string[]
  const body = jsonOf(request)
  const id = typeof body?.['id'] === 'string' ? body['id'] : undefined
  const externalId = typeof body?.['externalId'] === 'string' ? body['externalId'] : undefined
  if (method === 'POST' && second === undefined) return { ...base, kind: 'create', resource, ...(id ? { id } : {}), ...(externalId ? { externalId } : {}) }
  const kind = method === 'DELETE' ? 'delete' : 'update'
  if (second?.toLowerCase() === 'externalid' && third !== undefined && rest.length === 0) return { ...base, kind, resource, externalId: third }
  if (second !== undefined && third === undefined) return { ...base, kind, resource, id: second }
  return { ...base, kind, resource, unreadable: 'no single record can be read from its path' }
}

function requestLine(request: WriteRequest, origin: string): { method: string; target: string } {
  if (!request.raw) return { method: request.method.toUpperCase(), target: request.url.slice(origin.length) }
  const line = Buffer.from(request.raw).toString('latin1').trimStart().split(/\r?\n/)[0] ?? ''
  const [method = '', target = ''] = line.trim().split(/\s+/)
  return { method: method.toUpperCase(), target: target.replace(/^https?:\/\/[^/]*/i, '') }
}

const split = (text: string, by: string): [string, string] => {
  const at = text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const decoded = (segment: string): string | undefined => { try { return decodeURIComponent(segment) } catch { return undefined } }

/** The path with escapes resolved and double slashes folded; undefined where it cannot be decoded. */
const normal = (path: string): string | undefined => decoded(path)?.replace(/\/{2,}/g, '/')

const bodyOf = (request: WriteRequest): string => {
  const text = Buffer.from(request.raw ?? request.body ?? new Uint8Array()).toString('utf8')
  return request.raw ? text.slice(Math.max(0, text.search(/\r?\n\r?\n/))).trim() : text
}

function jsonOf(request: WriteRequest): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bodyOf(request))
    return typeof value === 'object' && value !== null ? value as Record<string, unknown> : undefined
  } catch { return undefined }
}

const formOf = (request: WriteRequest): Record<string, string> => Object.fromEntries(new URLSearchParams(bodyOf(request)))

import type { PlatformRequest, PlatformResponse } from '../../src/platform/http/message.ts'
import type { Need } from '../../src/target/needs.ts'

const asks =
  (...names: readonly string[]) =>
  ({ target }: PlatformRequest) => {
    const query = new URLSearchParams(target.split('?')[1] ?? '')
    return target.startsWith('/api/data/v4/') && names.some((name) => query.has(name))
  }
const below =
  (path: RegExp) =>
  ({ target }: PlatformRequest) =>
    path.test(target)

/** What a platform may lack, and the requests that then find nothing. */
export const capabilities = {
  batch: below(/^\/api\/data\/batch\//),
  'query-api': below(/^\/api\/query\//),
  'deleted-listing': below(/^\/api\/data\/v4\/\w+\/deleted\b/),
  attachments: below(/^\/api\/data\/v4\/Attachment\b|attachmentService/),
  expansion: asks('expand'),
  shaping: asks('orderBy', 'page', 'fields', 'useExternalIds'),
  'query-language': asks('query'),
  'authorization-code': below(/\/authorize\b/),
  'password-change': below(/\/change_password\b/),
  bulk: below(/\/bulk\b/),
  composite: ({ method, target }) =>
    target.startsWith('/api/service-management/') && (method === 'PATCH' || target.includes('/composite-bulk/')),
  'service-api': below(/^\/api\/service-management\/v2\//),
  optimization: below(/^\/optimization\//),
} as const satisfies Partial<Readonly<Record<Need, (request: PlatformRequest) => boolean>>>
/** What a platform answers that has no such thing. */
export const refusal = (status: number): PlatformResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ error: `CA-${status}`, message: 'there is no such thing here', values: [] })),
})

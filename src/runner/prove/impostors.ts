import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'

export type Impostor = 'nothing' | 'refuses-all' | 'yes-man'

interface Reply {
  readonly status: number
  readonly body?: unknown
}

/** Answers 200 with an empty body. */
const nothing = (): Reply => ({ status: 200 })

const refusesAll = (): Reply => ({
  status: 400,
  body: { error: 'invalid_request', error_description: 'no', message: 'no', values: [] },
})

/** Answers everything with a plausible success and stores nothing. */
function yesMan({ method, target, origin, body: bytes }: PlatformRequest): Reply {
  const url = new URL(target, origin)
  const body = bytes.toString()
  if (url.pathname.endsWith('/token')) {
    return {
      status: 200,
      body: {
        access_token: crypto.randomUUID(),
        token_type: 'bearer',
        expires_in: 43200,
        scope: 'local',
        cluster_url: origin,
        account: 'acme',
        account_id: 1,
        user: 'user',
        user_email: 'user@example.org',
        user_id: 1,
        companies: [{ id: 1, name: 'one', description: 'one' }],
      },
    }
  }
  if (url.pathname.endsWith('/change_password')) return { status: 200, body: { expires_in: 1 } }
  if (url.pathname.includes('/accounts/'))
    return {
      status: 200,
      body: {
        accountName: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''),
        clusterName: 'EU',
        URL: origin,
      },
    }
  if (url.pathname.endsWith('/companies'))
    return { status: 200, body: { companies: [{ name: 'one', description: 'one' }] } }
  if (url.pathname.includes('/composite-tree/'))
    return { status: 200, body: { ...objectOf(body), id: { uuid: crypto.randomUUID() } } }
  const [, , , , resource = 'Thing', ...rest] = url.pathname.split('/')
  const key = resource.charAt(0).toLowerCase() + resource.slice(1)
  const record = {
    id: rest.length === 1 ? rest[0] : crypto.randomUUID().replaceAll('-', '').toUpperCase(),
    lastChanged: Date.now(),
    ...(rest[0] === 'externalId' ? { externalId: decodeURIComponent(rest[1] ?? '') } : {}),
    ...objectOf(body),
  }
  if (method === 'GET') return { status: 200, body: { data: rest.length === 0 ? [] : [{ [key]: record }] } }
  if (method === 'DELETE') return { status: 200 }
  return { status: 201, body: { data: [{ [key]: record }] } }
}

const objectOf = (body: string): object => {
  try {
    return Object(JSON.parse(body)) as object
  } catch {
    return {}
  }
}

const manners: Record<Impostor, (request: PlatformRequest) => Reply> = {
  nothing,
  'refuses-all': refusesAll,
  'yes-man': yesMan,
}

/** What answers in a server's place, and against which no honest check passes (design law 8). */
export const imposture =
  (impostor: Impostor) =>
  async (request: PlatformRequest): Promise<PlatformResponse> => {
    const { status, body } = manners[impostor](request)
    return {
      status,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    }
  }

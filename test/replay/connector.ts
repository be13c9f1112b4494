/** A connector as a vendor would write it: plain requests, its own token, ids and times kept from the answers. */
export interface Connector {
  call(
    method: string,
    path: string,
    body?: unknown,
    query?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string; json: unknown; headers: Headers }>
  /** The record of an answer with one. */
  readonly record: (answer: { json: unknown }) => { id: string; lastChanged: number; [field: string]: unknown }
}

export interface Login {
  readonly user: string
  readonly password: string
  readonly client?: string
  readonly secret?: string
}

const admin: Login = { user: 'admin', password: 'Adm1n-of+acme #1' }
export const dispatcher: Login = { user: 'super', password: 'Sup3r-user 42%' }

/** Counts what is sent, so that a step can be found in the recording. */
export interface Count {
  sent: number
}

export async function login(
  origin: string,
  count: Count,
  { user, password, client = 'fieldproof-connector', secret = 'c0nnector-Secret' }: Login = admin,
): Promise<Connector> {
  count.sent += 1
  const granted = await fetch(`${origin}/api/oauth2/v1/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', username: `acme/${user}`, password }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const context = { account: 'acme', company: 'Acme North', user }
  return {
    async call(method, path, body, query = {}, headers = {}) {
      count.sent += 1
      const resource = /\/api\/data\/v4\/(\w+)/.exec(path)?.[1]
      const versions: Record<string, string> = {
        ServiceCall: 'ServiceCall.27',
        Activity: 'Activity.43',
        BusinessPartner: 'BusinessPartner.25',
        Attachment: 'Attachment.19',
      }
      const all = { ...context, ...(resource && versions[resource] ? { dtos: versions[resource] } : {}), ...query }
      const text = Object.entries(all)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')
      const response = await fetch(`${origin}${path}${path.includes('?') ? '&' : '?'}${text}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Client-ID': client,
          'X-Client-Version': '1.4.2',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const answer = await response.text()
      let json: unknown
      try {
        json = JSON.parse(answer)
      } catch {
        json = undefined
      }
      return { status: response.status, text: answer, json, headers: response.headers }
    },
    record: ({ json }) =>
      Object.values((json as { data: Array<Record<string, unknown>> }).data[0] ?? {})[0] as {
        id: string
        lastChanged: number
      },
  }
}

interface Part {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly id?: string
}

/** Requests as parts of one message. */
export const batchOf = (parts: readonly Part[]): string =>
  `${parts
    .map(({ method, path, body, id }) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      return `--edge\r\nContent-Type: application/http\r\n${id === undefined ? '' : `Content-ID: ${id}\r\n`}\r\n${method} ${path} HTTP/1.1\r\nX-Client-ID: fieldproof-connector\r\nX-Client-Version: 1.4.2\r\n${text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`}\r\n${text}`
    })
    .join('\r\n')}\r\n--edge--\r\n`

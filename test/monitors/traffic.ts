import { createMonitors, type MonitorFinding } from '../../src/monitors/index.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'

const origin = 'https://cluster.example'
export const id = (digit: string): string => digit.repeat(32)

export interface Step {
  readonly method?: string
  /** Behind /api/data/v4, or whole where it begins with /api. */
  readonly path: string
  readonly sent?: unknown
  readonly headers?: ReadonlyArray<readonly [string, string]>
  readonly status?: number
  readonly answer?: unknown
  readonly answerHeaders?: ReadonlyArray<readonly [string, string]>
  /** Seconds after the step before; 1 unless said. */
  readonly after?: number
  /** Milliseconds that it took; 20 unless said. */
  readonly ms?: number
  readonly token?: string
  /** Of another server than the one cluster. */
  readonly origin?: string
  /** It names no account and company. */
  readonly isBare?: boolean
}

const bytes = (value: unknown): Buffer =>
  value === undefined ? Buffer.alloc(0) : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

/** The pair that a call of the Data API names at least. */
const dtosOf = (path: string): string => {
  const resource = /\/data\/v4\/(\w+)/.exec(path)?.[1] ?? 'ServiceCall'
  return path.includes('/deleted') ? 'DeletedObjects.2' : `${resource}.27`
}

/** A story of exchanges, one after the other. */
export function story(...steps: readonly Step[]): Exchange[] {
  let now = Date.parse('2026-03-01T10:00:00Z')
  return steps.map(
    (
      {
        method = 'GET',
        path,
        sent,
        headers = [],
        status = 200,
        answer,
        answerHeaders = [],
        after = 1,
        ms = 20,
        token = 'one',
        origin: server = origin,
        isBare = false,
      },
      at,
    ): Exchange => {
      now += after * 1000
      const whole = /^\/(?:api|dataCloud|cloud-partner|optimization)/.test(path) ? path : `/api/data/v4${path}`
      const url = isBare
        ? `${server}${whole}`
        : `${server}${whole}${whole.includes('?') ? '&' : '?'}account=acme${whole.startsWith('/api/user/') ? '' : '&company=north'}${/dtos=|oauth2|batch|\/(?:scim|user|crowd|service-management|partner-dispatch|assignment-details|optimization)\b/.test(whole) ? '' : `&dtos=${dtosOf(whole)}`}`
      return {
        id: `#${at + 1}`,
        startedAt: now,
        ms,
        request: { method, url, headers: [['Authorization', `Bearer ${token}`], ...headers], body: bytes(sent) },
        response: {
          status,
          statusText: '',
          headers: [...answerHeaders, ['Content-Type', 'application/json']],
          body: bytes(answer),
        },
      }
    },
  )
}

export const record = (fields: Readonly<Record<string, unknown>>) => ({ data: [{ serviceCall: fields }] })
export const list = (...records: ReadonlyArray<Readonly<Record<string, unknown>>>) => ({
  data: records.map((fields) => ({ serviceCall: fields })),
})

export const get = (answer: unknown, more: Partial<Step> = {}): Step => ({
  path: `/ServiceCall/${id('a')}`,
  answer,
  ...more,
})
export const patch = (sent: unknown, answer: unknown, more: Partial<Step> = {}): Step => ({
  method: 'PATCH',
  path: `/ServiceCall/${id('a')}`,
  sent,
  status: 201,
  answer,
  ...more,
})
export const refused = (stored: number, more: Partial<Step> = {}): Partial<Step> => ({
  status: 409,
  answer: { error: 'CA-27', message: 'resource concurrent modification detected', values: [stored] },
  ...more,
})

export interface Part {
  readonly request: string
  readonly sent?: unknown
  readonly cid?: string
  readonly status?: number
  readonly answer?: unknown
  readonly cidAnswered?: string | null
}

/** A batch whose answer is written as the parts say; parts without a status are not answered. */
export function batch(
  parts: readonly Part[],
  {
    transactional,
    order,
    type = 'multipart/mixed; boundary=b',
    ...more
  }: Partial<Step> & { transactional?: boolean; order?: readonly number[]; type?: string } = {},
): Step {
  const message = (texts: readonly string[]) => `${texts.map((text) => `--b\r\n${text}\r\n`).join('')}--b--\r\n`
  const head = (cid: string | null | undefined) =>
    `Content-Type: application/http\r\n${cid ? `Content-ID: ${cid}\r\n` : ''}\r\n`
  const asked = parts.map(
    ({ request, sent, cid }) =>
      `${head(cid)}${request} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${sent === undefined ? '' : JSON.stringify(sent)}`,
  )
  const told = parts.flatMap(({ status, answer, cid, cidAnswered }) =>
    status === undefined
      ? []
      : [
          `${head(cidAnswered === undefined ? cid : cidAnswered)}HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\n\r\n${answer === undefined ? '' : JSON.stringify(answer)}`,
        ],
  )
  return {
    method: 'POST',
    path: `/api/data/batch/v1/${transactional === undefined ? '' : `?transactional=${transactional}`}`,
    headers: [['Content-Type', 'multipart/mixed; boundary=b']],
    sent: message(asked),
    answer: message(order ? order.map((at) => told[at] ?? '') : told),
    answerHeaders: [['Content-Type', type]],
    ...more,
  }
}

/** What the monitors find in a story, as `statement` or, of a caller, `statement!`. */
export function foundIn(exchanges: readonly Exchange[]): string[] {
  return findingsIn(exchanges).map(({ statement, side }) => (side === 'client' ? `${statement}!` : statement))
}

const watching = () => createMonitors({ addresses: { auth: '', directory: '' }, basePaths: {}, dtos: {}, side: 'both' })

/** The statements that callers are judged by in a story, whether they held or not. */
export function askedIn(exchanges: readonly Exchange[]): string[] {
  const monitors = watching()
  return [...new Set(exchanges.flatMap((exchange) => monitors.see(exchange).asked))]
}

export function findingsIn(exchanges: readonly Exchange[]): MonitorFinding[] {
  const monitors = watching()
  return [...exchanges.flatMap((exchange) => monitors.see(exchange).findings), ...monitors.end()]
}

/** What happens, the statements that it breaks (none where it is lawful), and the story. */
export type Case = readonly [what: string, trips: readonly string[], steps: readonly Step[]]

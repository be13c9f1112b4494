import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { contextQuery, send, tokenOf, type Sent } from '../access/wire.ts'

export interface Piece {
  readonly method: string
  /** Path and query; account and company are added. */
  readonly path: string
  readonly body?: unknown
  readonly contentId?: string
  /** Lines of the part's own head instead of the usual. */
  readonly partHead?: string
  /** Header lines on top. */
  readonly headers?: readonly string[]
}

export interface Told {
  readonly status: number
  readonly contentId?: string
  readonly text: string
  readonly json: Record<string, unknown>
}

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\r\n`).join('')

export function piece({ method, path, body, contentId, partHead, headers = [] }: Piece): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const head =
    partHead ??
    lines('Content-Type: application/http', ...(contentId === undefined ? [] : [`Content-ID: ${contentId}`]))
  const length = text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  return `${head}\r\n${lines(`${method} ${path} HTTP/1.1`, ...headers, ...length)}\r\n${text}`
}

export const message = (pieces: readonly string[], boundary = 'cut'): string =>
  `${pieces.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--\r\n`

export const call = (resource: string, tail = '', more = ''): string =>
  `/api/data/v4/${resource}${tail}?dtos=${resource}.${{ ServiceCall: 27, BusinessPartner: 25, Activity: 43 }[resource] ?? 1}${more}`

export interface Post {
  readonly type?: string
  readonly query?: string
  readonly token?: string | null
  readonly identity?: string
}

/** Sends batches to a platform in-process, and reads what answers them. */
export async function batches(platform: Platform = createPlatform()) {
  const token = await tokenOf(platform, 'admin')
  const post = (
    body: string,
    { type = 'multipart/mixed; boundary=cut', query = '', token: other = token }: Post = {},
  ): Promise<Sent> =>
    send(platform, `/api/data/batch/v1/?${contextQuery}${query}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, ...(other === null ? {} : { Authorization: `Bearer ${other}` }) },
    })
  const ask = async (pieces: readonly Piece[], options: Post = {}): Promise<Told[]> =>
    told(await post(message(pieces.map(piece)), options))
  const get = (path: string): Promise<Sent> =>
    send(platform, `${path}&${contextQuery}`, { headers: { Authorization: `Bearer ${token}` } })
  return { platform, token, post, ask, get }
}

/** The response parts of a batch, read with a plain split: this test's own eyes. */
export function told(answer: Sent): Told[] {
  const [, boundary = ''] = /boundary=([^;]+)/.exec(answer.header('Content-Type') ?? '') ?? []
  if (boundary === '') return []
  return answer.text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [, partHead = '', head = '', text = ''] = /^\r\n(.*?)\r\n\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? []
      const [, contentId] = /^Content-ID: (.*)$/m.exec(partHead.replaceAll('\r', '')) ?? []
      let json: Record<string, unknown> = {}
      try {
        json = JSON.parse(text) as Record<string, unknown>
      } catch {
        /* no JSON: the text tells */
      }
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
        text,
        json,
        ...(contentId === undefined ? {} : { contentId }),
      }
    })
}

export const statuses = (parts: readonly Told[]): number[] => parts.map(({ status }) => status)

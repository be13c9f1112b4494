import { headerIn, requestIn, responseIn } from '../batch/http-head.ts'
import { readMessage, type RawPart } from '../batch/read.ts'
import type { ContractFacts } from '../contract/index.ts'
import { match } from '../contract/match.ts'
import type { HarEntry } from '../har/har.ts'
import { headerOf, type Exchange, type HeaderList, type WireResponse } from '../exchange/exchange.ts'

type Loose<T> = T extends object ? { readonly [K in keyof T]?: Loose<T[K]> } : T | null

/** The exchange that an entry holds, and those of its parts where it is a batch; none where it is no entry. */
export function exchangesIn(value: unknown, id: string, facts: ContractFacts): readonly Exchange[] {
  const entry = value as Loose<HarEntry> | null
  const { method, url } = entry?.request ?? {}
  if (typeof method !== 'string' || typeof url !== 'string') return []
  const body = bytesOf(entry?.request?.postData)
  const status = entry?.response?.status
  const exchange: Exchange = {
    id,
    startedAt: 0,
    ms: 0,
    request: {
      method: method.toUpperCase(),
      url,
      headers: headersOf(entry?.request?.headers),
      ...(body ? { body } : {}),
    },
    // 0 stands for an exchange without an answer.
    ...(typeof status === 'number' && status > 0
      ? {
          response: {
            status,
            statusText: '',
            headers: headersOf(entry?.response?.headers),
            body: bytesOf(entry?.response?.content) ?? new Uint8Array(),
          },
        }
      : {}),
  }
  return match(exchange.request.method, url, facts)?.operation.id === 'batch/send'
    ? [exchange, ...partsOf(exchange)]
    : [exchange]
}

const headersOf = (given: unknown): HeaderList =>
  (Array.isArray(given) ? given : []).flatMap((pair: { name?: unknown; value?: unknown } | null) =>
    typeof pair?.name === 'string' && typeof pair.value === 'string' ? [[pair.name, pair.value] as const] : [],
  )

function bytesOf(
  given: { readonly text?: unknown; readonly encoding?: unknown; readonly params?: unknown } | null | undefined,
): Uint8Array | undefined {
  if (typeof given?.text === 'string') return Buffer.from(given.text, given.encoding === 'base64' ? 'base64' : 'utf8')
  // Browsers may write a form as its fields only.
  const fields = headersOf(given?.params)
  return fields.length > 0
    ? Buffer.from(fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'))
    : undefined
}

/** Requests and answers of a batch by position, or by Content-ID where every answer has one of the batch. */
function partsOf({ id, request, response }: Exchange): Exchange[] {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(request.url)?.[0] ?? ''
  const asked = parts(request.headers, request.body).map((part) => requestIn(part))
  const answers = parts(response?.headers ?? [], response?.body).map((part) => responseIn(part))
  const ids = asked.map((read) => ('message' in read ? read.message.contentId : undefined))
  const byId =
    answers.length > 0 &&
    answers.every(
      (read) =>
        'message' in read &&
        read.message.contentId !== undefined &&
        ids.filter((one) => one === read.message.contentId).length === 1,
    )
  return asked.flatMap((read, position) => {
    if (!('message' in read)) return []
    const { method, target, headers, body, contentId } = read.message
    const answer = byId
      ? answers.find((one) => 'message' in one && one.message.contentId === contentId)
      : answers.length === asked.length
        ? answers[position]
        : undefined
    const url = /^https?:\/\//i.test(target) ? target : `${origin}${target.startsWith('/') ? '' : '/'}${target}`
    return [
      {
        id,
        startedAt: 0,
        ms: 0,
        request: { method, url, headers, ...(body.length > 0 ? { body } : {}) },
        ...(answer && 'message' in answer ? { response: answerOf(answer.message) } : {}),
      },
    ]
  })
}

const parts = (headers: HeaderList, body: Uint8Array | undefined): readonly RawPart[] => {
  const type = headerOf(headers, 'Content-Type')
  return body && /^\s*multipart\//i.test(type ?? '')
    ? readMessage(type, body).parts.filter((part) =>
        /^\s*application\/http/i.test(headerIn(part.headers, 'content-type') ?? 'application/http'),
      )
    : []
}

const answerOf = ({
  status,
  reason,
  headers,
  body,
}: {
  status: number
  reason: string
  headers: HeaderList
  body: Uint8Array
}): WireResponse => ({ status, statusText: reason, headers, body })

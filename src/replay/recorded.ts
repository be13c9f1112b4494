import type { HarEntry, NameValue } from '../har/har.ts'
import { UserError } from '../errors/user-error.ts'
import type { HeaderList, WireRequest, WireResponse } from '../exchange/exchange.ts'

/** An entry of a recording as it can be sent again, or the reason why it cannot. */
export interface Recorded {
  /** Place in the recording, from 1. */
  readonly number: number
  readonly startedAt: number
  readonly endedAt: number
  readonly request: WireRequest
  readonly response: WireResponse
  /** The recording holds the body of the answer. */
  readonly isBodyKept: boolean
  readonly unsendable?: string
}

interface Body {
  readonly text?: string
  readonly encoding?: string
}

/** Reads an entry, whoever wrote it; what is no entry is told by its number. */
export function recordedOf(entry: unknown, number: number, file: string): Recorded {
  const { request, response, startedDateTime, time } = (entry ?? {}) as Partial<HarEntry>
  const startedAt = Date.parse(String(startedDateTime))
  if (
    typeof request?.method !== 'string' ||
    typeof request.url !== 'string' ||
    !URL.canParse(request.url) ||
    typeof response?.status !== 'number' ||
    Number.isNaN(startedAt)
  ) {
    throw new UserError(
      `entry ${number} is not an entry of a HAR file: it needs startedDateTime, request.method, request.url and response.status`,
      { file },
    )
  }
  const sent = request.postData?.text === '' ? undefined : bytesOf(request.postData)
  const came = bytesOf(response.content)
  const unsendable =
    response.status === 0 || response._error
      ? `no complete answer was recorded${response._error ? ` (${response._error})` : ''}`
      : request.bodySize > 0 && sent === undefined
        ? 'the body of its request was not kept'
        : undefined
  return {
    number,
    startedAt,
    endedAt: startedAt + (typeof time === 'number' && time > 0 ? time : 0),
    request: {
      method: request.method.toUpperCase(),
      url: request.url.split('#', 1)[0] as string,
      headers: pairs(request.headers),
      ...(sent === undefined ? {} : { body: sent }),
    },
    response: {
      status: response.status,
      statusText: response.statusText ?? '',
      headers: pairs(response.headers),
      body: came ?? new Uint8Array(),
    },
    isBodyKept: came !== undefined || !(response.content?.size ?? 0),
    ...(unsendable ? { unsendable } : {}),
  }
}

const bytesOf = (body: Body | undefined): Buffer | undefined =>
  typeof body?.text === 'string' ? Buffer.from(body.text, body.encoding === 'base64' ? 'base64' : 'utf8') : undefined

const pairs = (list: readonly NameValue[] | undefined): HeaderList =>
  (Array.isArray(list) ? list : []).map(({ name, value }: NameValue) => [String(name), String(value)])

import { requestIn, responseIn, type InnerRequest, type InnerResponse } from '../batch/http-head.ts'
import { readMessage } from '../batch/read.ts'
import type { Reading } from '../contract/index.ts'
import { headerOf } from '../exchange/exchange.ts'

/** A batch taken apart: what was asked for, and what was answered to each. */
export interface BatchView {
  readonly transactional: boolean | undefined
  /** Parts that are no whole request are told by what they are instead. */
  readonly requests: ReadonlyArray<InnerRequest | string>
  /** undefined where the answer is no multipart message, or none came. */
  readonly responses: ReadonlyArray<InnerResponse | string> | undefined
  /** Positions of the requests that each response answers; undefined where that cannot be told. */
  readonly answers: ReadonlyArray<number | undefined>
  readonly requestIrregular: boolean
}

/** The parts of a batch request, and of its answer where there is one. */
export function batchView(reading: Reading): BatchView {
  const { request, response } = reading.exchange
  const asked = readMessage(headerOf(request.headers, 'Content-Type'), request.body ?? new Uint8Array())
  const requests = asked.parts.map((part) => {
    const inner = requestIn(part)
    return 'broken' in inner ? inner.broken : inner.message
  })
  const flag = reading.query('transactional')?.toLowerCase()
  const transactional = flag === undefined || flag === 'true' ? true : flag === 'false' ? false : undefined
  const type = response && headerOf(response.headers, 'Content-Type')
  const told = response && /^\s*multipart\//i.test(type ?? '') ? readMessage(type, response.body) : undefined
  const responses =
    told && !told.broken
      ? told.parts.map((part) => {
          const inner = responseIn(part)
          return 'broken' in inner ? inner.broken : inner.message
        })
      : undefined
  return {
    transactional,
    requests,
    responses,
    answers: responses ? aligned(requests, responses) : [],
    requestIrregular: asked.broken !== undefined || asked.irregular.length > 0,
  }
}

export const contentIdOf = (part: InnerRequest | InnerResponse | string | undefined): string | undefined =>
  part === undefined || typeof part === 'string' ? undefined : part.contentId?.trim().replace(/^<(.*)>$/, '$1')

/** By position (A-BAT-10), unless a Content-ID that only one request has names another. */
function aligned(
  requests: BatchView['requests'],
  responses: NonNullable<BatchView['responses']>,
): Array<number | undefined> {
  const byId = new Map<string, number[]>()
  requests.forEach((part, position) => {
    const id = contentIdOf(part)
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), position])
  })
  return responses.map((part, position) => {
    const id = contentIdOf(part)
    if (id === undefined || id === contentIdOf(requests[position]))
      return position < requests.length ? position : undefined
    const named = byId.get(id) ?? []
    return named.length === 1 ? named[0] : undefined
  })
}

/**
 * Position of a response that tells of a failure for certain: a write that was refused. Whether a read or a deletion of what is not there
 * counts as one is not shown.
 */
export function failureIn({ requests, responses, answers }: BatchView): number | undefined {
  const at = (responses ?? []).findIndex((response, position) => {
    const request = requests[answers[position] ?? -1]
    if (typeof response === 'string' || response.status < 400 || request === undefined || typeof request === 'string')
      return false
    return (
      (/^(?:PUT|PATCH|POST)$/.test(request.method) && !/\/query\//.test(request.target)) ||
      response.body.includes('CA-27')
    )
  })
  return at < 0 ? undefined : at
}

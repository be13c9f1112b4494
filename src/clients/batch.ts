import type { BatchIrregularity } from '../batch/read.ts'
import { headerIn } from '../batch/http-head.ts'
import { responsesIn } from '../batch/open-batch.ts'
import type { BatchRequest } from '../batch/request.ts'
import type { Defect } from '../batch/defect.ts'
import type { BatchForm } from '../batch/form.ts'
import { writeBatch } from '../batch/write.ts'
import { parseForeign } from '../exchange/bounds.ts'
import { recordInElement } from '../exchange/record-in.ts'
import { Inconclusive } from '../target/inconclusive.ts'
import { waitAsTold } from '../target/wait-as-told.ts'
import type { Answer, Dto } from './answer.ts'
import { callResource, contextOf, queryText, type Caller, type ResourceCall } from './caller.ts'
import type { CallOptions } from './call.ts'
import { dataCalls, type DataApi } from './data.ts'
import { hosted, wantsHost } from './part-host.ts'
import { sqlWordsInCapitals } from './sql-words.ts'

/** The response to one part. */
export interface PartAnswer {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
  readonly text: string
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  readonly contentId?: string
  /** Records of a `data` envelope. */
  records(key?: string): readonly Dto[]
  header(name: string): string | undefined
}

export interface BatchAnswer extends Answer {
  readonly parts: readonly PartAnswer[]
  /** What a strict reader would reject in the response. */
  readonly irregular: readonly BatchIrregularity[]
  /** Why the response cannot be split into parts. */
  readonly broken?: string
}

export interface BatchOptions extends CallOptions {
  /** Left out if undefined. */
  readonly transactional?: boolean | string
  readonly form?: BatchForm
  readonly defect?: Defect
}

/** Data API requests as parts: the same arguments as the calls. */
type BatchParts = { readonly [Name in keyof DataApi]: (...given: Parameters<DataApi[Name]>) => BatchRequest }

export interface BatchApi {
  send(requests: readonly BatchRequest[], options?: BatchOptions): Promise<BatchAnswer>
  /** Exactly these bytes as the body. */
  sendBytes(contentType: string, body: Uint8Array, options?: BatchOptions): Promise<BatchAnswer>
  readonly part: BatchParts
  /** A POST to the Query API as a part. */
  select(statement: string, dtos: string): BatchRequest
}

export function batchApi(caller: Caller): BatchApi {
  const { basePaths } = caller.target
  const asPart = (call: ResourceCall, options: CallOptions = {}): BatchRequest => {
    const { query, headers } = contextOf(caller, call, { ...options, token: 'none' }, '')
    return {
      method: call.method,
      path: `${call.path}${queryText(query)}`,
      ...(call.body === undefined ? {} : { body: call.body }),
      headers: Object.entries(headers).filter((field): field is [string, string] => field[1] !== undefined),
    }
  }
  const calls = dataCalls(caller)
  const part = Object.fromEntries(
    Object.entries(calls).map(([name, make]) => [
      name,
      (...given: never[]) => {
        const { call, options } = (make as (...all: never[]) => { call: ResourceCall; options: CallOptions })(...given)
        return asPart(call, options)
      },
    ]),
  ) as unknown as BatchParts
  const sendOnce = async (
    contentType: string,
    body: Uint8Array,
    { transactional, form: _form, defect: _defect, ...options }: BatchOptions = {},
    count = 0,
  ) => {
    const answer = await callResource(
      caller,
      {
        method: 'POST',
        service: 'base',
        path: basePaths.batch,
        body,
        headers: { 'Content-Type': contentType },
        company: true,
        patienceMs: count * partMs,
        query: { transactional: transactional === undefined ? undefined : String(transactional) },
      },
      options,
    )
    return withParts(answer)
  }
  const withHost = (requests: readonly BatchRequest[], form?: BatchForm) => hosted(caller.target, requests, form)
  const sendWritten = (requests: readonly BatchRequest[], options: BatchOptions = {}) => {
    const { contentType, body } = writeBatch(requests, options.form, options.defect)
    return sendOnce(contentType, body, options, requests.length)
  }
  /** A batch of one part that only reads. */
  const reading = () => {
    const [name] = Object.keys(caller.target.dtos)
    return name ? sendWritten(withHost([part.list(name, { query: { pageSize: '1' } })])) : undefined
  }
  /** Parts that were turned away at the end of a batch, each of which stands for itself, did nothing: they are sent once they may be served. */
  const sendRest = async (
    requests: readonly BatchRequest[],
    { parts }: BatchAnswer,
    options: BatchOptions,
  ): Promise<readonly PartAnswer[]> => {
    let all = parts
    for (let refusals = 0; refusals < refusalsAtMost; refusals += 1) {
      const from = all.findIndex(isTooMany)
      const first = all[from]
      if (!first || all.length !== requests.length || !all.slice(from).every(isTooMany)) break
      await caller.transport.backOff(waitAsTold({ ...first, statusText: '' }, refusals) ?? 0)
      all = [...all.slice(0, from), ...(await sendWritten(requests.slice(from), options)).parts]
    }
    return all
  }
  return {
    part,
    sendBytes: async (contentType, body, options) => served(await sendOnce(contentType, body, options)),
    async send(given, options = {}) {
      const isPlain = options.form === undefined && options.defect === undefined
      let requests = withHost(given, options.form)
      let answer = await sendWritten(requests, options)
      if (!options.defect && (await wantsHost(caller.target, answer, reading))) {
        requests = withHost(given, options.form)
        answer = await sendWritten(requests, options)
      }
      // A content that is being scanned, say: parts that only read are read again once they may be.
      const isReading = isPlain && requests.every(({ method }) => method === 'GET')
      for (let refusals = 0; isReading && refusals < refusalsAtMost; refusals += 1) {
        const later = answer.parts.find((one) => isForLater(one) || (options.transactional !== false && isTooMany(one)))
        if (!later) break
        await caller.transport.backOff(waitAsTold({ ...later, statusText: '' }, refusals) ?? 0)
        answer = await sendWritten(requests, options)
      }
      const mayGoOn = options.transactional === false && isPlain
      if (!mayGoOn || !answer.parts.some(isTooMany)) return served(answer)
      const parts = await sendRest(requests, answer, options)
      return served(
        Object.defineProperties(
          {},
          { ...Object.getOwnPropertyDescriptors(answer), parts: { value: parts } },
        ) as BatchAnswer,
      )
    },
    select: (statement, dtos) =>
      asPart({
        method: 'POST',
        service: 'base',
        path: basePaths.query,
        company: true,
        query: { clientIdentifier: caller.identity.client.id, dtos },
        headers: { Accept: 'application/json' },
        body: JSON.stringify({ query: sqlWordsInCapitals(statement) }),
      }),
  }
}

const refusalsAtMost = 6
/** How long a part of a batch may take: no sentence says that a thousand parts are done as soon as one. */
const partMs = 200
const isTooMany = ({ status }: Pick<PartAnswer, 'status'>): boolean => status === 429

const isForLater = (part: PartAnswer): boolean => part.status === 503 && part.header('Retry-After') !== undefined

/** To repeat what has taken effect in part would be another batch: the check begins anew. */
function served(answer: BatchAnswer): BatchAnswer {
  if (answer.parts.some(isTooMany)) throw new Inconclusive('the target answered 429 to a part of a batch: inconclusive')
  return answer
}

function withParts(answer: Answer): BatchAnswer {
  const {
    parts: raw,
    irregular,
    broken,
  } = responsesIn({ headers: answer.exchange.response?.headers ?? [], body: answer.body })
  const strange: BatchIrregularity[] = [...irregular]
  const parts: PartAnswer[] = []
  let unread = broken
  for (const one of raw) {
    if ('broken' in one) {
      unread ??= one.broken
      continue
    }
    strange.push(...one.irregular)
    parts.push(partAnswer(one.message))
  }
  // Copied by descriptor: the getters of the answer must stay lazy.
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(answer),
      parts: {
        get() {
          void answer.status // reading a part is reading the answer
          return parts
        },
      },
      irregular: { value: strange },
      ...(unread === undefined ? {} : { broken: { value: unread } }),
    },
  ) as BatchAnswer
}

function partAnswer({
  status,
  headers,
  body,
  contentId,
}: Pick<PartAnswer, 'status' | 'headers' | 'contentId'> & { readonly body: Buffer }): PartAnswer {
  const text = body.toString('utf8')
  let json: unknown
  try {
    json = parseForeign(text)
  } catch {
    json = undefined
  }
  return {
    status,
    headers,
    body,
    text,
    json,
    ...(contentId === undefined ? {} : { contentId }),
    header: (name) => headerIn(headers, name.toLowerCase()),
    records(key) {
      const data = typeof json === 'object' && json !== null ? (json as { data?: unknown }).data : undefined
      return Array.isArray(data)
        ? data.flatMap((element: Record<string, unknown>) => {
            const held = key === undefined ? recordInElement(element) : element?.[key]
            return typeof held === 'object' && held !== null ? [held as Dto] : []
          })
        : []
    },
  }
}

import { strictBoundary, type Shown } from '../rulebook/batch.ts'
import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, batchMemory, inParts, isBatch, isWell, jsonIn, passing, refused, withBody } from './passing.ts'
import { isUpdate } from './serving.ts'

const before = batchMemory(() => new Map<string, PlatformResponse>())
const session = batchMemory(() => ({ isLost: false }))

const pathOf = ({ target }: { readonly target: string }): string => target.split('?')[0] ?? ''
const typeOf = (headers: ReadonlyArray<readonly [string, string]>): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

/** What comes before the last delimiter, as a whole message; undefined if there is not more than one part. */
function withoutLastPart(body: Buffer, contentType: string): Buffer | undefined {
  const boundary = strictBoundary(contentType)
  const at = boundary === undefined ? -1 : body.lastIndexOf(`\r\n--${boundary}`)
  return at > 0 && body.indexOf(`--${boundary}`) < at
    ? Buffer.concat([body.subarray(0, at), Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1')])
    : undefined
}

const missesReference = ({ body }: PlatformResponse): boolean => body.includes('refers to no record')

/** The error of a missing reference stands in the last part, and its own part says that it is done. */
function blamedOnLast(parts: readonly Shown[]): readonly Shown[] {
  const at = parts.findIndex(({ response }) => missesReference(response))
  const failed = parts[at]?.response
  if (!failed || at === parts.length - 1) return parts
  return parts.map((part, position) => ({
    ...part,
    response: position === parts.length - 1 ? failed : position === at ? json(201, { data: [] }) : part.response,
  }))
}

/** Of parts with one Content-ID each has the answer of one of them. */
const answeredById = (id: string, which: 'first' | 'last', at: number): Fault => ({
  id,
  breaks: ['A-BAT-10'],
  says: `Answers are kept by Content-ID: of parts with the same one each has the answer of the ${which}.`,
  rule: {
    batch: {
      shown: (parts) =>
        parts.map((part) => {
          const alike =
            part.contentId === undefined ? [] : parts.filter(({ contentId }) => contentId === part.contentId)
          return { ...part, response: (alike.at(at) ?? part).response }
        }),
    },
  },
})

/** Quiet breaches of the chapter BAT that another reader thought up. */
export const thirdBatchFaults: readonly Fault[] = [
  inParts(
    'batch-reads-before-transaction',
    ['A-BAT-07'],
    'A GET in a transaction shows a record as it was before.',
    async (request, go, way) => {
      const path = pathOf(request)
      const known = before(way).get(path)
      if (!way.transactional) return go(request)
      if (request.method === 'GET') return known ?? go(request)
      if (isUpdate(askedOf(request)) && !known) {
        const read = await go({ ...withBody(request, Buffer.alloc(0)), method: 'GET' })
        if (isWell(read)) before(way).set(path, read)
      }
      return go(request)
    },
  ),
  inParts(
    'batch-session-lost-after-constraint',
    ['A-BAT-09'],
    'After a part whose external id is in use, no other part of a batch that is not transactional succeeds.',
    async (request, go, way) => {
      const state = session(way)
      if (state.isLost) return json(500, { error: 'CA-500', message: 'the transaction is aborted', values: [] })
      const response = await go(request)
      const named = jsonIn(request)?.['externalId']
      state.isLost =
        !way.transactional &&
        response.status >= 400 &&
        typeof named === 'string' &&
        /external/i.test(String(response.body))
      return response
    },
  ),
  {
    id: 'batch-answer-by-content-id',
    breaks: ['A-BAT-10'],
    says: 'Response parts are in the order of their Content-IDs as text.',
    rule: {
      batch: {
        shown: (parts) =>
          parts.every(({ contentId }) => contentId !== undefined)
            ? [...parts].sort((one, other) => (String(one.contentId) < String(other.contentId) ? -1 : 1))
            : parts,
      },
    },
  },
  answeredById('batch-last-answer-of-a-content-id', 'last', -1),
  answeredById('batch-first-answer-of-a-content-id', 'first', 0),
  {
    id: 'batch-answer-fixed-boundary',
    breaks: ['A-BAT-10'],
    says: 'The boundary of a response is always the same, whatever its parts hold.',
    rule: { batch: { answerBoundary: () => 'batch' } },
  },
  {
    id: 'batch-missing-reference-of-last',
    breaks: ['A-BAT-12'],
    says: 'Missing references are found at the end of a batch, and told as the failure of its last part.',
    rule: { batch: { shown: blamedOnLast } },
  },
  passing(
    'batch-parts-before-malformed-stored',
    ['A-BAT-15'],
    'A malformed message that is not transactional is refused, and its parts but the last take effect.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const isRefused = isBatch(asked) && asked.query.get('transactional') === 'false' && response.status === 400
      const body = isRefused ? withoutLastPart(request.body, typeOf(request.headers)) : undefined
      if (body) await go(withBody(request, body))
      return response
    },
  ),
  passing(
    'batch-updates-count-twice',
    ['A-BAT-20'],
    'PUT and PATCH count twice for the limit of 1000 requests.',
    async (request, go) => {
      const updates = isBatch(askedOf(request)) ? request.body.toString('latin1').match(/\r\n(?:PUT|PATCH) \//g) : null
      return (updates?.length ?? 0) > 500 ? refused(413, 'the batch holds too many requests') : go(request)
    },
  ),
]

import { contentIdOf, failureIn, type BatchView } from './batch-view.ts'
import type { Monitor } from './monitor.ts'

/** The answer to a batch fits its request in number, order and Content-ID, and fails as its transaction says (A-BAT-08, 09, 10, 11). */
export const batchAnswer: Monitor = {
  name: 'batch-answer',
  side: 'server',
  statements: ['A-BAT-08', 'A-BAT-09', 'A-BAT-10', 'A-BAT-11'],
  see({ observed, batch, out }) {
    const { status, moment, reading } = observed
    // What answers a malformed batch, or one above the limit, is not shown.
    if (
      !batch ||
      (!batch.responses && (status < 200 || status > 299)) ||
      batch.requests.length === 0 ||
      batch.requestIrregular ||
      batch.requests.length > 1000
    )
      return
    const find = (statement: string, expected: string, actual: string) =>
      out.find({ statement, side: 'server', expected, actual, exchanges: [moment.ref] })
    for (const statement of ['A-BAT-10', 'A-BAT-11', ...(batch.transactional === false ? ['A-BAT-09'] : [])])
      out.assert(statement)
    if (!batch.responses)
      return find(
        'A-BAT-10',
        'a batch is answered by multipart/mixed',
        `Content-Type: ${reading.responseHeader('content-type') ?? 'none'}`,
      )
    const type = reading.responseHeader('content-type') ?? ''
    if (!/^\s*multipart\/mixed\s*(?:;|$)/i.test(type))
      find('A-BAT-10', 'a batch is answered by multipart/mixed', `Content-Type: ${type}`)
    const broken = batch.responses.find((part) => typeof part === 'string')
    if (typeof broken === 'string') return find('A-BAT-10', 'each part of the answer is a whole HTTP response', broken)
    judgeNumber(batch, batch.responses as Responses, find)
    judgeContentIds(batch, batch.responses as Responses, find)
  },
}

type Responses = ReadonlyArray<Exclude<NonNullable<BatchView['responses']>[number], string>>
type Find = (statement: string, expected: string, actual: string) => void

const isDone = (status: number): boolean => status >= 200 && status < 300

function judgeNumber(batch: BatchView, responses: Responses, find: Find): void {
  const { transactional, requests } = batch
  const [asked, told] = [requests.length, responses.length]
  if (told > asked) return find('A-BAT-10', `one response per request: ${asked}`, `${told}`)
  if (transactional === false && told < asked)
    return find('A-BAT-09', `without a transaction all ${asked} parts run, each with its response`, `${told} responses`)
  if (transactional !== true) return
  const failed = failureIn(batch)
  if (failed === undefined) {
    if (told < asked && responses.every(({ status }) => isDone(status)))
      find('A-BAT-10', `one response per request: ${asked}`, `${told}, and none tells of a failure`)
    return
  }
  // Parts before the failing one may be told as rolled back: only a success behind all failures tells.
  const last = responses.findLastIndex(({ status }) => status >= 400)
  const after = responses.findIndex(({ status }, position) => position > last && isDone(status))
  if (after >= 0)
    find(
      'A-BAT-08',
      `after the first failure, in part ${failed + 1} or before, no further part is processed`,
      `part ${after + 1} tells status ${responses[after]?.status}`,
    )
}

function judgeContentIds({ requests, answers }: BatchView, responses: Responses, find: Find): void {
  const ids = requests.map(contentIdOf)
  const isNamed = ids.every((id, position) => id !== undefined && ids.indexOf(id) === position)
  for (const [position, response] of responses.entries()) {
    const sent = ids[position]
    const got = contentIdOf(response)
    if (sent === undefined || got === sent || position >= requests.length) continue
    const other = answers[position]
    if (isNamed && got !== undefined && other !== undefined)
      return find(
        'A-BAT-10',
        'responses come in the order of their requests',
        `response ${position + 1} has the Content-ID of request ${other + 1}`,
      )
    return find(
      'A-BAT-11',
      `response ${position + 1} repeats the Content-ID of its request, ${sent}`,
      got === undefined ? 'it has none' : got,
    )
  }
}

import { contentIdOf, failureIn, type BatchView } from './batch-view.ts'
import type { Monitor } from './monitor.ts'

/** The response to a batch matches its request in number, order, Content-ID and transaction (A-BAT-08, 09, 10, 11). */
export const batchAnswer: Monitor = {
  name: 'batch-answer',
  side: 'server',
  statements: ['A-BAT-08', 'A-BAT-09', 'A-BAT-10', 'A-BAT-11'],
  see({ observed, batch, out }) {
    const { status, moment, reading } = observed
    // The documents do not show the response to a malformed batch, or one above the limit.
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
        'a batch is answered with multipart/mixed',
        `Content-Type: ${reading.responseHeader('content-type') ?? 'none'}`,
      )
    const type = reading.responseHeader('content-type') ?? ''
    if (!/^\s*multipart\/mixed\s*(?:;|$)/i.test(type))
      find('A-BAT-10', 'a batch is answered with multipart/mixed', `Content-Type: ${type}`)
    const broken = batch.responses.find((part) => typeof part === 'string')
    if (typeof broken === 'string') return find('A-BAT-10', 'each response part is a complete HTTP response', broken)
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
    return find('A-BAT-09', `with transactional=false all ${asked} parts run and answer`, `${told} responses`)
  if (transactional !== true) return
  const failed = failureIn(batch)
  if (failed === undefined) {
    if (told < asked && responses.every(({ status }) => isDone(status)))
      find('A-BAT-10', `one response per request: ${asked}`, `${told}, and none reports a failure`)
    return
  }
  // Parts before the failed one may be reported as rolled back, so only a success after all failures is proof.
  const last = responses.findLastIndex(({ status }) => status >= 400)
  const after = responses.findIndex(({ status }, position) => position > last && isDone(status))
  if (after >= 0)
    find(
      'A-BAT-08',
      `no part is processed after the first failure, in part ${failed + 1} or earlier`,
      `part ${after + 1} has status ${responses[after]?.status}`,
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
        'responses are in the order of their requests',
        `response ${position + 1} has the Content-ID of request ${other + 1}`,
      )
    return find(
      'A-BAT-11',
      `response ${position + 1} repeats the Content-ID of its request, ${sent}`,
      got === undefined ? 'it has none' : got,
    )
  }
}

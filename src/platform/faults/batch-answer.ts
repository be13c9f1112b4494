import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse, WireFilter } from '../http/message.ts'

const isBatch = (target: string): boolean => target.includes('/api/data/batch/v1')

/** Changes the response to a batch if it is multipart. */
const answer = (change: (response: PlatformResponse) => PlatformResponse): WireFilter => ({
  response: (response, { target }) =>
    isBatch(target) &&
    response.headers.some(([name, value]) => name === 'Content-Type' && value.startsWith('multipart/'))
      ? change(response)
      : response,
})

/** Faults of A-BAT-10..12: the batch response. */
export const batchAnswerFaults: readonly Fault[] = [
  {
    id: 'batch-parts-reversed',
    breaks: ['A-BAT-10'],
    says: 'Response parts are in reverse order.',
    rule: { batch: { shown: (parts) => parts.toReversed() } },
  },
  {
    id: 'batch-failures-last',
    breaks: ['A-BAT-10'],
    says: 'Response parts of failed requests come last.',
    rule: {
      batch: {
        shown: (parts) =>
          [...parts].sort((one, other) => Number(one.response.status >= 400) - Number(other.response.status >= 400)),
      },
    },
  },
  {
    id: 'batch-last-answer-missing',
    breaks: ['A-BAT-10'],
    says: 'The last request has no response part.',
    rule: { batch: { shown: (parts) => (parts.length > 1 ? parts.slice(0, -1) : parts) } },
  },
  {
    id: 'batch-answer-doubled',
    breaks: ['A-BAT-10'],
    says: 'The first response part is sent twice.',
    rule: { batch: { shown: (parts) => [...parts.slice(0, 1), ...parts] } },
  },
  {
    id: 'batch-reads-unanswered',
    breaks: ['A-BAT-10'],
    says: 'Read requests have no response part.',
    rule: { batch: { shown: (parts) => parts.filter(({ method }) => method !== 'GET') } },
  },
  {
    id: 'batch-failures-unanswered',
    breaks: ['A-BAT-10', 'A-BAT-12'],
    says: 'Failed requests have no response part.',
    rule: { batch: { shown: (parts) => parts.filter(({ response }) => response.status < 400) } },
  },
  {
    id: 'batch-bodies-of-first',
    breaks: ['A-BAT-10'],
    says: 'All response parts contain the body of the first.',
    rule: {
      batch: {
        shown: (parts) =>
          parts.map((part) => ({
            ...part,
            response: { ...part.response, body: parts[0]?.response.body ?? part.response.body },
          })),
      },
    },
  },
  {
    id: 'batch-answer-json',
    breaks: ['A-BAT-10'],
    says: 'A batch is answered with a JSON array.',
    wire: answer(({ status, body }) =>
      json(
        status,
        body
          .toString('utf8')
          .split('\r\n')
          .filter((line) => line.startsWith('HTTP/'))
          .map((line) => ({ status: Number(line.split(' ')[1]) })),
      ),
    ),
  },
  {
    id: 'batch-answer-other-type',
    breaks: ['A-BAT-10'],
    says: 'The Content-Type of the response is multipart/form-data.',
    rule: { batch: { mediaType: () => 'multipart/form-data' } },
  },
  {
    id: 'batch-answer-boundary-untold',
    breaks: ['A-BAT-10'],
    says: 'The Content-Type of the response has no boundary.',
    wire: answer((response) => ({
      ...response,
      headers: response.headers.map(
        ([name, value]) => [name, name === 'Content-Type' ? 'multipart/mixed' : value] as const,
      ),
    })),
  },
  {
    id: 'batch-answer-unclosed',
    breaks: ['A-BAT-10'],
    says: 'The response has no closing delimiter.',
    rule: { batch: { close: () => '\r\n' } },
  },
  {
    id: 'batch-status-line-missing',
    breaks: ['A-BAT-10'],
    says: 'Response parts have no status line.',
    rule: { batch: { statusLine: () => '' } },
  },
  {
    id: 'batch-status-always-200',
    breaks: ['A-BAT-10', 'A-BAT-12'],
    says: 'The status line of every response part says 200.',
    rule: { batch: { statusLine: () => 'HTTP/1.1 200 OK\r\n' } },
  },
  {
    id: 'batch-answer-length-in-characters',
    breaks: ['A-BAT-10'],
    says: 'Content-Length in a response part counts characters, not bytes.',
    rule: { batch: { innerLength: (body) => body.toString('utf8').length } },
  },
  {
    id: 'batch-answer-bodies-lost',
    breaks: ['A-BAT-10'],
    says: 'Response parts have no bodies.',
    rule: {
      batch: {
        shown: (parts) => parts.map((part) => ({ ...part, response: { ...part.response, body: Buffer.alloc(0) } })),
      },
    },
  },
  {
    id: 'batch-failure-generic',
    breaks: ['A-BAT-12'],
    says: 'The failed part reports an error of the batch instead of its own.',
    rule: { batch: { failure: () => json(400, { error: 'CA-400', message: 'batch failed', values: [] }) } },
  },
  {
    id: 'batch-failure-of-whole',
    breaks: ['A-BAT-12'],
    says: 'A failed transactional batch is answered with one error and no parts.',
    wire: answer((response) =>
      response.body.includes('CA-424') || response.body.includes('HTTP/1.1 409')
        ? json(409, { error: 'CA-400', message: 'batch failed', values: [] })
        : response,
    ),
  },
  // Content-ID
  {
    id: 'batch-content-id-missing',
    breaks: ['A-BAT-11'],
    says: 'Response parts have no Content-ID.',
    rule: { batch: { contentId: () => undefined } },
  },
  {
    id: 'batch-content-id-only-first',
    breaks: ['A-BAT-11'],
    says: 'Only the first response part repeats its Content-ID.',
    rule: { batch: { contentId: (id, position) => (position === 0 ? id : undefined) } },
  },
  {
    id: 'batch-content-id-prefixed',
    breaks: ['A-BAT-11'],
    says: 'Content-IDs in the response are prefixed with "response-".',
    rule: { batch: { contentId: (id) => (id === undefined ? undefined : `response-${id}`) } },
  },
  {
    id: 'batch-content-id-lower-case',
    breaks: ['A-BAT-11'],
    says: 'Content-IDs are returned in lower case.',
    rule: { batch: { contentId: (id) => id?.toLowerCase() } },
  },
  {
    id: 'batch-content-id-cut',
    breaks: ['A-BAT-11'],
    says: 'Content-IDs are truncated to 32 characters.',
    rule: { batch: { contentId: (id) => id?.slice(0, 32) } },
  },
  {
    id: 'batch-content-id-numbered',
    breaks: ['A-BAT-11'],
    says: 'The Content-ID of a response part is its position.',
    rule: { batch: { contentId: (id, position) => (id === undefined ? undefined : String(position + 1)) } },
  },
  {
    id: 'batch-content-id-exchanged',
    breaks: ['A-BAT-11'],
    says: 'Response parts carry the Content-IDs in reverse order.',
    rule: {
      batch: {
        shown: (parts) =>
          parts.map((part, at) => {
            const { contentId, ...rest } = part
            return { ...rest, contentId: parts[parts.length - 1 - at]?.contentId }
          }),
      },
    },
  },
  {
    id: 'batch-content-id-lost-on-failure',
    breaks: ['A-BAT-11'],
    says: 'Failed parts have no Content-ID.',
    rule: {
      batch: {
        shown: (parts) => parts.map((part) => (part.response.status >= 400 ? { ...part, contentId: undefined } : part)),
      },
    },
  },
]

import type { Fault } from '../deviation.ts'
import { strictBoundary } from '../rulebook/batch.ts'
import { openJournal } from '../store/journal.ts'
import { askedOf, inParts, isBatch, passing, refused } from './passing.ts'

const line = (content: Buffer) => content.toString('latin1').split('\r\n')[0] ?? ''

const closed = (body: Buffer, type: string): Buffer => {
  const boundary = strictBoundary(type)
  return boundary === undefined || body.includes(`--${boundary}--`)
    ? body
    : Buffer.concat([body, Buffer.from(`\r\n--${boundary}--\r\n`)])
}
const typeOf = (headers: ReadonlyArray<readonly [string, string]>) =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

/** Quiet breaches of A-BAT-15, 20: malformed and long messages. */
export const readingsBatchLimitFaults: readonly Fault[] = [
  passing(
    'bat-unterminated-run',
    ['A-BAT-15'],
    'The parts of a message without a closing delimiter are executed, and it is refused.',
    async (request, go) => {
      const body = isBatch(askedOf(request)) ? closed(request.body, typeOf(request.headers)) : request.body
      const response = await go({ ...request, body })
      return body === request.body ? response : refused(400, 'the message has no end')
    },
  ),
  passing(
    'bat-empty-200',
    ['A-BAT-15'],
    'A message in which the boundary does not occur is an empty batch.',
    async (request, go) => {
      const response = await go(request)
      const boundary = isBatch(askedOf(request)) ? strictBoundary(typeOf(request.headers)) : undefined
      return boundary === undefined || request.body.includes(`--${boundary}`)
        ? response
        : {
            status: 200,
            headers: [['Content-Type', 'multipart/mixed; boundary=none']],
            body: Buffer.from('--none--\r\n'),
          }
    },
  ),
  {
    id: 'bat-no-request-line-skipped',
    breaks: ['A-BAT-15', 'A-BAT-10'],
    says: 'A part without a request line is skipped.',
    rule: {
      batch: {
        taken: (parts) => parts.filter((part) => /HTTP\/1\.[01]$/.test(line((part as { content: Buffer }).content))),
      },
    },
  },
  {
    id: 'bat-over-500',
    breaks: ['A-BAT-20'],
    says: 'A batch of more than 500 requests is refused.',
    rule: { batch: { limit: () => 500 } },
  },
  {
    id: 'bat-counts-boundaries',
    breaks: ['A-BAT-20'],
    says: 'A part with a Content-ID counts twice for the limit of 1000.',
    rule: {
      batch: { refusesMessage: (contents, ids) => (contents.length + ids > 1000 ? 'too many requests' : undefined) },
    },
  },
  inParts(
    'bat-last-dropped',
    ['A-BAT-20', 'A-BAT-07'],
    'The thousandth part reports success and has no effect.',
    async (request, go, way) => {
      if (way.position !== 999) return go(request)
      const lost = openJournal(() => way.journal.start)
      const response = await go(request, lost)
      lost.rollBack((entries) => {
        for (const entry of entries) entry.undo()
      })
      return response
    },
  ),
]

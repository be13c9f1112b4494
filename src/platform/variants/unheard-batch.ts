import type { Variant } from '../deviation.ts'
import { nowServed, serving } from '../faults/serving.ts'
import { json } from '../http/answers.ts'

const { breaks: _, ...byOutcome } = serving(
  'batch-status-by-outcome',
  ['A-BAT-14'],
  'A batch is answered with 207, with 409 if it was rolled back, and with 200 if only parts of it failed.',
  {
    rule: {
      batch: {
        status: (failed) => (!failed ? 207 : nowServed()?.asked.query.get('transactional') === 'false' ? 200 : 409),
      },
    },
  },
)
const odd = "'a=b:c?d'"

/** Lawful other readings of batches that nobody here had in mind. */
export const unheardBatchVariants: readonly Variant[] = [
  { ...byOutcome, leaves: ['A-BAT-14'] },
  {
    id: 'batch-answer-ends-with-failing-part',
    leaves: ['A-BAT-19', 'A-BAT-14'],
    says: 'Parts before the failed one are answered with 424, and none follows it.',
    rule: {
      batch: {
        skipped: () => 'absent',
        takenBack: () => json(424, { error: 'CA-424', message: 'rolled back: a later part failed', values: [] }),
      },
    },
  },
  {
    id: 'batch-odd-boundary-and-padding',
    leaves: ['A-BAT-10', 'A-BAT-17'],
    says: 'A batch answer has a preamble, an epilogue, a quoted boundary, padded delimiters and more part headers.',
    excludes: ['batch-answer-preamble'],
    wire: {
      response: (response) => {
        const at = response.headers.findIndex(([name]) => /^content-type$/i.test(name))
        const boundary = /^multipart\/mixed; boundary=(\S+)$/.exec(response.headers[at]?.[1] ?? '')?.[1]
        if (boundary === undefined) return response
        const other = `${odd}${boundary}`
        const text = response.body
          .toString('latin1')
          .replaceAll(
            `\r\n--${boundary}\r\nContent-Type:`,
            `\r\n--${other} \t\r\ndate: Mon, 01 Jan 2026 00:00:00 GMT\r\ncontent-type:`,
          )
          .replaceAll(`\r\n--${boundary}--\r\n`, `\r\n--${other}-- \r\nThis is the end.\r\n`)
        return {
          ...response,
          headers: response.headers.map(([name, value], position) => [
            name,
            position === at ? `multipart/mixed; boundary="${other}"` : value,
          ]),
          body: Buffer.from(`This is a message in parts.${text}`, 'latin1'),
        }
      },
    },
  },
]

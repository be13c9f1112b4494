import { openBatch, type OpenedBatch } from '../batch/open-batch.ts'
import type { Reading } from '../contract/index.ts'

export { contentIdOf } from '../batch/open-batch.ts'

/** A batch taken apart, and whether it is one transaction; undefined where its parameter has no lawful value. */
export interface BatchView extends OpenedBatch {
  readonly transactional: boolean | undefined
}

/** The parts of a batch request, and of its answer where there is one. */
export function batchView(reading: Reading): BatchView {
  const flag = reading.query('transactional')?.toLowerCase()
  const transactional = flag === undefined || flag === 'true' ? true : flag === 'false' ? false : undefined
  return { ...openBatch(reading.exchange), transactional }
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

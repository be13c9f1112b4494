import { openBatch, type OpenedBatch } from '../batch/open-batch.ts'
import type { ExchangeReading } from '../contract/index.ts'

export { contentIdOf } from '../batch/open-batch.ts'

/** A parsed batch, and whether it is one transaction; undefined if the parameter has an invalid value. */
export interface BatchView extends OpenedBatch {
  readonly transactional: boolean | undefined
}

/** The parts of a batch request, and of its response if there is one. */
export function batchView(reading: ExchangeReading): BatchView {
  const flag = reading.query('transactional')?.toLowerCase()
  const transactional = flag === undefined || flag === 'true' ? true : flag === 'false' ? false : undefined
  return { ...openBatch(reading.exchange), transactional }
}

/**
 * Position of a response that is certainly a failure: a refused write. Whether a read or deletion of a missing record
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

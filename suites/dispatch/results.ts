import type { Answer } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { objectOf } from '../../src/kit/index.ts'

interface Result {
  readonly failed: boolean
  readonly activityId: unknown
}

/** That the status of an item is one of HTTP is not said (B-DSP-11): where it is none, an error tells a failure. */
const isFailed = (status: number, error: unknown): boolean =>
  status >= 100 && status < 600 ? status >= 300 : isObject(error)

/** The results that a 207 tells. */
export const itemResults = (answer: Answer): Result[] => {
  const { results } = objectOf(answer)
  return (Array.isArray(results) ? (results as readonly unknown[]) : []).filter(isObject).map((one) => ({
    failed: isFailed(Number(one['status']), one['error']),
    activityId: isObject(one['resource']) ? one['resource']['activityId'] : undefined,
  }))
}

/** A batch is told as done: 201 means all were accepted, a 207 without errors too (B-DSP-24). */
export const isAllAccepted = (answer: Answer): boolean =>
  answer.status === 201 || (answer.status === 207 && objectOf(answer)['hasErrors'] === false)

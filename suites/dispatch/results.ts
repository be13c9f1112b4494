import type { Answer } from '../../src/clients/answer.ts'
import { isObject } from '../../src/exchange/json.ts'
import { objectOf } from '../../src/kit/index.ts'

interface Result {
  readonly failed: boolean
  readonly activityId: unknown
}

/** The results that a 207 tells. */
export const itemResults = (answer: Answer): Result[] => {
  const { results } = objectOf(answer)
  return (Array.isArray(results) ? (results as readonly unknown[]) : []).filter(isObject).map((one) => ({
    failed: Number(one['status']) >= 300 || (isObject(one['error']) && !(Number(one['status']) < 300)),
    activityId: isObject(one['resource']) ? one['resource']['activityId'] : undefined,
  }))
}

/** A batch is told as done: 201 means all were accepted, a 207 without errors too (B-DSP-24). */
export const isAllAccepted = (answer: Answer): boolean =>
  answer.status === 201 || (answer.status === 207 && objectOf(answer)['hasErrors'] === false)

import type { Scope } from '../target/scope.ts'

/** Holds each request before its last byte until all of them have got there, or ended before it. */
export async function simultaneously<T>(scope: Scope, sends: ReadonlyArray<() => Promise<T>>): Promise<T[]> {
  let missing = sends.length
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const arrive = () => {
    if (--missing <= 0) open()
  }
  scope.racing = true
  scope.barrier = {
    reached: async () => {
      arrive()
      await gate
    },
  }
  try {
    const results = await Promise.allSettled(
      sends.map(async (send) => {
        try {
          return await send()
        } catch (error) {
          arrive()
          throw error
        }
      }),
    )
    const failed = results.find((result): result is PromiseRejectedResult => result.status === 'rejected')
    if (failed) throw failed.reason
    return results.map((result) => (result as PromiseFulfilledResult<T>).value)
  } finally {
    scope.racing = false
    delete scope.barrier
  }
}

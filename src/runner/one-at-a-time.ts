/** Runs jobs one after the other, in the order submitted. */
export function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const mine = last.then(job)
    last = mine.catch(() => undefined)
    return mine
  }
}

import { createSpool, type Spool } from './spool.ts'

/** A body that has passed, in memory or in a spool. */
export interface Passed {
  readonly size: number
  readonly chunks: readonly Buffer[]
  readonly spool?: Spool
  /** Why it could not be kept. */
  readonly lost?: string
  /** Lets go of what is held for it. */
  release(): void
}

export interface Tap {
  see(chunk: Buffer): void
  passed(): Passed
}

/** Bodies up to this many bytes stay in memory, as long as all of them together leave room. */
const inMemory = 256 * 1024
const inMemoryTogether = 32 * 1024 * 1024
/** No more than this of one body goes to the disk. */
const onDisk = 2 * 1024 * 1024 * 1024

/** Makes taps that keep bodies while they pass: the memory that all of them take has a bound, whatever passes. */
export function createTaps(folder: string): () => Tap {
  let held = 0
  return () => {
    let chunks: Buffer[] = []
    let own = 0
    let size = 0
    let spool: Spool | undefined
    let lost: string | undefined

    const letGo = (): void => {
      held -= own
      own = 0
      chunks = []
    }
    const release = (): void => {
      letGo()
      spool?.close()
      spool = undefined
    }
    const lose = (why: string): void => {
      lost = why
      release()
    }

    return {
      see(chunk) {
        size += chunk.length
        if (lost !== undefined) return
        if (!spool && own + chunk.length <= inMemory && held + chunk.length <= inMemoryTogether) {
          chunks.push(chunk)
          own += chunk.length
          held += chunk.length
          return
        }
        if (size > onDisk) return lose(`it is larger than ${onDisk} bytes`)
        try {
          if (!spool) {
            spool = createSpool(folder)
            for (const one of chunks) spool.write(one)
            letGo()
          }
          spool.write(chunk)
        } catch (error) {
          lose((error as NodeJS.ErrnoException).code ?? 'the disk write failed')
        }
      },
      passed: () => ({ size, chunks, ...(spool ? { spool } : {}), ...(lost === undefined ? {} : { lost }), release }),
    }
  }
}

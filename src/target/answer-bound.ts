import type { Readable } from 'node:stream'
import { excessOfBody } from '../exchange/bounds.ts'
import { headerOf, type Exchange } from '../exchange/exchange.ts'

/** An attachment of 5 MB in base64 is the largest answer that checks ask for. In bytes. */
export const answerAtMost = 8 * 1024 * 1024

/** Answers that come in at the same time, together; beyond the first, only the one that began first goes on, where the others can wait. */
const [patientFrom, togetherAtMost] = [16 * 1024 * 1024, 48 * 1024 * 1024]

export const tooLargeCode = 'ANSWER_TOO_LARGE'

export const tooLarge = (): Error => Object.assign(new Error('the answer is too large'), { code: tooLargeCode })

/** What an answer is read from. */
type Source = Pick<Readable, 'pause' | 'resume'>

let coming = 0
/** Those that can wait, the one that began first at the head. */
const sources = new Set<Source>()

/**
 * Counts the bytes of one answer: `isOver` once they are more than is held. `done` when it has come, or will not. A `source` is paused while
 * too much comes in at once: it is the same line, so that waiting costs no time.
 */
export function boundOf(source?: Source): { isOver(bytes: number): boolean; done(): void } {
  let held = 0
  if (source) sources.add(source)
  return {
    isOver(bytes) {
      held += bytes
      coming += bytes
      if (source && coming > patientFrom && sources.values().next().value !== source) source.pause()
      return held > answerAtMost || coming > togetherAtMost
    },
    done() {
      coming -= held
      held = 0
      if (!source || !sources.delete(source)) return
      const [first, ...others] = sources
      first?.resume()
      if (coming <= patientFrom) for (const other of others) other.resume()
    },
  }
}

/** Why Node or undici stopped reading a head (their bound of 16 KB); undefined for any other error. */
export const excessOfHead = (code = ''): string | undefined =>
  /HEADERS?_OVERFLOW/.test(code) ? 'has more than 16 KB of header fields' : undefined

/** Leaves an answer out that holds more than is read, whatever its size. */
export function withinBounds<T extends Pick<Exchange, 'response' | 'failure' | 'excess'>>(sent: T): T {
  const { response, ...rest } = sent
  if (!response) return sent
  const excess = excessOfBody(headerOf(response.headers, 'Content-Type'), response.body)
  return excess === undefined ? sent : ({ ...rest, failure: 'too-large', excess } as T)
}

/** What an answer that is too large holds, in words. */
export const excessInWords = ({ excess }: Pick<Exchange, 'excess'>): string =>
  excess ?? `has more than ${answerAtMost / 1024 / 1024} MB`

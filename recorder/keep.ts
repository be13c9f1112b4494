import { entryOf } from '../src/har/entry.ts'
import type { Captured, CapturedExchange } from '../src/har/recorded.ts'
import type { HarWriter } from '../src/har/writer.ts'
import type { Redactor } from '../src/redact/redactor.ts'
import type { HeaderList } from '../src/exchange/exchange.ts'
import { learnSecrets } from './learn-secrets.ts'
import { learnFromSpool, setAside } from './set-aside.ts'
import type { Passed, Tap } from './tap.ts'

/** An exchange that has passed, its bodies still in the taps. */
export type PassedExchange = Omit<CapturedExchange, 'requestBody' | 'responseBody'> & {
  readonly requestBody: Passed
  readonly responseBody: Passed
}

/** Where recorded traffic goes. */
export interface Sink {
  tap(): Tap
  told(exchange: PassedExchange): void
  /** What a client sent and no parser reads as HTTP: answered here, passed on to nobody, and in no entry. */
  unread(code: string): void
  /** What to wait for before reading more from a peer: set while traffic comes faster than the disk can write. */
  hold(): Promise<void> | undefined
}

export interface Keeping {
  readonly out: string
  readonly writer: HarWriter
  readonly redactor: Redactor
  readonly tap: () => Tap
  /** A larger body goes into a file of its own, or is truncated. */
  readonly bodyAtMost: number
  /** Called for what is no HTTP. */
  readonly unread: (code: string) => void
  /** Called with whether an exchange was written. */
  readonly kept: (isWritten: boolean, exchange: PassedExchange) => void
}

/** Turns exchanges into entries: at once, or, where a body is large, one by one in the background. */
export function keep({
  out,
  writer,
  redactor,
  tap,
  bodyAtMost,
  kept,
  unread,
}: Keeping): Sink & { settled(): Promise<void> } {
  let behind: Promise<void> | undefined
  const isLarge = ({ spool, size }: Passed): boolean => spool !== undefined && size > bodyAtMost

  function write(exchange: PassedExchange, requestBody: Captured, responseBody: Captured): boolean {
    if (writer.failure()) return false
    writer.add(entryOf(learnSecrets({ ...exchange, requestBody, responseBody }, redactor), redactor))
    return true
  }

  async function writeLarge(exchange: PassedExchange): Promise<boolean> {
    if (writer.failure()) return false
    const both = [
      [exchange.requestBody, exchange.requestHeaders],
      [exchange.responseBody, exchange.responseHeaders],
    ] as const
    const waiting: Array<Passed> = []
    // Learn everything before redacting anything: a value may occur before the place that shows it to be a secret.
    for (const [body, headers] of both)
      if (isLarge(body))
        await learnFromSpool(body.spool as NonNullable<Passed['spool']>, headers, redactor).catch(() =>
          waiting.push(body),
        )
    learnSecrets(
      {
        ...exchange,
        requestBody: capturedOf(exchange.requestBody, isLarge),
        responseBody: capturedOf(exchange.responseBody, isLarge),
      },
      redactor,
    )
    const [sent, got] = [await large(...both[0]), await large(...both[1])]
    return write(exchange, sent, got)

    async function large(body: Passed, headers: HeaderList): Promise<Captured> {
      if (!isLarge(body)) return capturedOf(body)
      if (waiting.includes(body))
        return {
          bytes: Buffer.alloc(0),
          size: body.size,
          dropped: 'it could not be decoded, so it could not be searched for secrets',
        }
      try {
        return await setAside(body.spool as NonNullable<Passed['spool']>, body.size, headers, out, redactor)
      } catch {
        return {
          bytes: Buffer.alloc(0),
          size: body.size,
          dropped: `its ${body.size} bytes are too many for an entry, and its file could not be written`,
        }
      }
    }
  }

  function over(exchange: PassedExchange, isWritten: boolean): void {
    exchange.requestBody.release()
    exchange.responseBody.release()
    kept(isWritten, exchange)
  }

  return {
    tap,
    unread,
    told(exchange) {
      if (isLarge(exchange.requestBody) || isLarge(exchange.responseBody)) {
        const mine = (behind ?? Promise.resolve())
          .then(() => writeLarge(exchange))
          .catch(() => false)
          .then((isWritten) => over(exchange, isWritten))
        behind = mine
        return
      }
      let isWritten = false
      // What cannot be redacted is not written.
      try {
        isWritten = write(exchange, capturedOf(exchange.requestBody), capturedOf(exchange.responseBody))
      } catch {
        /* Counted. */
      }
      over(exchange, isWritten)
    },
    hold: () => (writer.full() ? writer.room() : undefined),
    async settled() {
      await behind
    },
  }
}

function capturedOf(
  { size, chunks, spool, lost }: Passed,
  isLeftOut: (body: Passed) => boolean = () => false,
): Captured {
  if (lost !== undefined) return { bytes: Buffer.alloc(0), size, dropped: lost }
  if (!spool) return { bytes: Buffer.concat(chunks), size }
  if (isLeftOut({ size, chunks, spool, release: () => undefined })) return { bytes: Buffer.alloc(0), size }
  const bytes = Buffer.allocUnsafe(size)
  for (let done = 0; done < size;) {
    const got = spool.read(bytes.subarray(done), done)
    if (got === 0) throw new Error('a spool file is shorter than what was written to it')
    done += got
  }
  return { bytes, size }
}

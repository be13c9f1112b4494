import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createHarWriter } from '../src/har/writer.ts'
import { createRedactor } from '../src/redact/redactor.ts'
import { openFronts, type FrontOptions } from './front/fronts.ts'
import type { Front } from './front/front.ts'
import { createTally } from './front/tally.ts'
import { keep } from './keep.ts'
import { createNamedElsewhere } from './named-elsewhere.ts'
import { createTaps } from './tap.ts'

export interface RecordOptions extends FrontOptions {
  readonly out: string
  readonly append: boolean
  readonly version: string
  /** A larger body goes into a file beside the recording, or is truncated; 8 MiB by default. */
  readonly bodyAtMost?: number
  readonly onEntry?: (totals: Totals) => void
}

export interface Totals {
  readonly requests: number
  readonly bytes: number
  readonly broken: number
  readonly unwritten: number
  /** Bodies too large for an entry: stored in a file beside the recording, or truncated. */
  readonly cut: number
  /** Characters that wait for the disk. */
  readonly waiting: number
  /** Secrets that are redacted only where their name shows them, because too many were seen since. */
  readonly forgotten: number
}

export interface Recorder {
  /** Bytes of an incomplete entry, left by a killed recorder, that --append removed. */
  readonly cut: number
  readonly ports: readonly number[]
  /** What clients are told, one per upstream, or that of the forward proxy. */
  readonly addresses: readonly string[]
  /** Connections that passed unseen, by host. */
  tunnelled(): ReadonlyMap<string, number>
  /** In reverse mode, servers that answers named and that are not the recorder: calls there do not pass it. */
  elsewhere(): ReadonlyMap<string, number>
  totals(): Totals
  /** Requests that no upstream answered, by the error that the connection met. */
  unanswered(): ReadonlyMap<string, number>
  /** What clients sent that is no HTTP, by what the parser says of it: refused here, and not in the recording. */
  unread(): ReadonlyMap<string, number>
  /** Why nothing is written any more, if so. */
  failure(): Error | undefined
  close(): Promise<void>
}

/** Records traffic between clients and upstreams. If it can no longer write, it keeps forwarding and says so. */
export async function record(options: RecordOptions): Promise<Recorder> {
  const writer = await createHarWriter(
    options.out,
    { name: 'fieldproof', version: options.version },
    { append: options.append },
  )
  const redactor = createRedactor()
  let [requests, broken, dropped, cut] = [0, 0, 0, 0]
  const bodyAtMost = options.bodyAtMost ?? 8 * 1024 * 1024
  const totals = (): Totals => ({
    requests,
    bytes: writer.totals().bytes,
    broken,
    unwritten: dropped + writer.totals().lost,
    cut,
    waiting: writer.backlog(),
    forgotten: redactor.forgotten(),
  })
  let fronts: readonly Front[] = []
  const [unanswered, unread] = [createTally(), createTally()]
  const elsewhere = createNamedElsewhere({
    host: options.listen ?? '127.0.0.1',
    ports: () => fronts.map(({ port }) => port),
  })
  const sink = keep({
    out: options.out,
    writer,
    redactor,
    tap: createTaps(dirname(options.out)),
    bodyAtMost,
    unread: unread.add,
    kept(isWritten, exchange) {
      requests += 1
      if (exchange.broken) broken += 1
      if (exchange.code) unanswered.add(exchange.code)
      if (!isWritten) dropped += 1
      cut += [exchange.requestBody, exchange.responseBody].filter(({ size }) => size > bodyAtMost).length
      if (!options.forward) elsewhere.see(exchange)
      options.onEntry?.(totals())
    },
  })
  if (options.password !== undefined) redactor.learn(options.password)
  try {
    fronts = await openFronts(options, sink)
  } catch (error) {
    await writer.close()
    // An empty recording would block the next start.
    if (!options.append) rmSync(options.out, { force: true })
    throw error
  }
  return {
    cut: writer.cut,
    ports: fronts.map(({ port }) => port),
    addresses: fronts.map(({ address }) => address),
    totals,
    tunnelled: () => new Map(fronts.flatMap((front) => [...front.tunnelled()])),
    elsewhere: elsewhere.counts,
    unanswered: unanswered.counts,
    unread: unread.counts,
    failure: writer.failure,
    async close() {
      await Promise.all(fronts.map((front) => front.close()))
      await sink.settled()
      await writer.close()
    },
  }
}

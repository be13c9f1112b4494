import { dirname } from 'node:path'
import { createHarWriter } from '../src/har/writer.ts'
import { createRedactor } from '../src/redact/redactor.ts'
import { upstreamAt } from './forward.ts'
import { keep } from './keep.ts'
import { reverse } from './reverse.ts'
import { createTaps } from './tap.ts'

export interface RecordOptions {
  /** Addresses of the upstreams; each gets a port, the first the one that is asked for. */
  readonly to: readonly string[]
  readonly port: number
  readonly out: string
  readonly append: boolean
  readonly version: string
  /** PEM of an authority that the upstreams' certificates may be signed by. */
  readonly ca?: string
  /** A larger body is cut, or goes into a file beside the recording; 8 MiB unless told. */
  readonly bodyAtMost?: number
  readonly onEntry?: (totals: Totals) => void
}

export interface Totals {
  readonly requests: number
  readonly bytes: number
  readonly broken: number
  readonly unwritten: number
  /** Characters that wait for the disk. */
  readonly waiting: number
  /** Secrets that are hidden by name only, because too many were seen since. */
  readonly forgotten: number
}

export interface Recorder {
  readonly ports: readonly number[]
  totals(): Totals
  /** Why nothing is written any more, if so. */
  failure(): Error | undefined
  close(): Promise<void>
}

/** Records what passes between clients and upstreams. A recorder that cannot write any more goes on passing, and says so. */
export async function record(options: RecordOptions): Promise<Recorder> {
  const writer = await createHarWriter(options.out, { name: 'fieldproof', version: options.version }, { append: options.append })
  const redactor = createRedactor()
  let [requests, broken, dropped] = [0, 0, 0]
  const totals = (): Totals => ({ requests, bytes: writer.totals().bytes, broken, unwritten: dropped + writer.totals().lost, waiting: writer.backlog(), forgotten: redactor.forgotten() })
  const sink = keep({
    out: options.out, writer, redactor, tap: createTaps(dirname(options.out)), bodyAtMost: options.bodyAtMost ?? 8 * 1024 * 1024,
    kept(isWritten, exchange) {
      requests += 1
      if (exchange.broken) broken += 1
      if (!isWritten) dropped += 1
      options.onEntry?.(totals())
    },
  })
  const servers: Array<Awaited<ReturnType<typeof reverse>>> = []
  try {
    for (const [position, address] of options.to.entries()) servers.push(await reverse(upstreamAt(address, options.ca), position === 0 ? options.port : 0, sink))
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()))
    await writer.close()
    throw error
  }
  return {
    ports: servers.map(({ port }) => port), totals, failure: writer.failure,
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      await sink.settled()
      await writer.close()
    },
  }
}

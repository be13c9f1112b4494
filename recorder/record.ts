import { entryOf } from '../src/har/entry.ts'
import type { Recorded } from '../src/har/recorded.ts'
import { createHarWriter } from '../src/har/writer.ts'
import { createRedactor } from '../src/redact/redactor.ts'
import { upstreamAt } from './forward.ts'
import { learnSecrets } from './learn-secrets.ts'
import { reverse } from './reverse.ts'

export interface RecordOptions {
  /** Addresses of the upstreams; each gets a port, the first the one that is asked for. */
  readonly to: readonly string[]
  readonly port: number
  readonly out: string
  readonly append: boolean
  readonly version: string
  /** PEM of an authority that the upstreams' certificates may be signed by. */
  readonly ca?: string
  readonly onEntry?: (totals: Totals) => void
}

export interface Totals { readonly requests: number; readonly bytes: number; readonly broken: number; readonly unwritten: number }

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
  const totals = (): Totals => ({ requests, bytes: writer.totals().bytes, broken, unwritten: dropped })
  const told = (recorded: Recorded): void => {
    requests += 1
    if (recorded.broken) broken += 1
    try {
      learnSecrets(recorded, redactor)
      if (writer.failure()) dropped += 1
      else writer.add(entryOf(recorded, redactor))
    } catch {
      // What cannot be cleared of secrets is not written.
      dropped += 1
    }
    options.onEntry?.(totals())
  }
  const servers: Array<Awaited<ReturnType<typeof reverse>>> = []
  try {
    for (const [position, address] of options.to.entries()) servers.push(await reverse(upstreamAt(address, options.ca), position === 0 ? options.port : 0, told))
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()))
    await writer.close()
    throw error
  }
  return {
    ports: servers.map(({ port }) => port), totals, failure: writer.failure,
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      await writer.close()
    },
  }
}

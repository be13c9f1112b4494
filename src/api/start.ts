import { UserError } from '../errors/user-error.ts'
import { listOf, mustBeOptions } from './options.ts'

/** What `startPlatform` serves. */
export interface StartPlatformOptions {
  /** A free one unless said. */
  readonly port?: number
  /** Rules to break: `fieldproof list faults`. */
  readonly faults?: string | readonly string[]
  /** Other lawful readings: `fieldproof list variants`. */
  readonly variants?: string | readonly string[]
  /** A platform that resembles a real cluster: `fieldproof list worlds`. */
  readonly world?: string
}

/** The embedded platform while it listens. */
export interface StartedPlatform {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string
  /** Its target file as an object: accounts, users, clients, templates. */
  readonly target: Readonly<Record<string, unknown>>
  close(): Promise<void>
}

/** Starts the embedded platform on loopback, in a thread of its own that does not keep the process alive. */
export async function startPlatform(options: StartPlatformOptions = {}): Promise<StartedPlatform> {
  mustBeOptions('startPlatform', options, { port: true, faults: true, variants: true, world: true } satisfies Record<
    keyof StartPlatformOptions,
    true
  >)
  const { startEmbedded } = await import('../runner/embedded.ts')
  return startEmbedded({ ...options, faults: listOf(options.faults), variants: listOf(options.variants) })
}

/** What `startRecorder` records. */
export interface StartRecorderOptions {
  /** Where it passes everything on to; one port for each. */
  readonly to: string | readonly string[]
  /** The recording (HAR 1.2), without secrets. A file that is there is written over. */
  readonly out: string
  /** The first port; free ones unless said. */
  readonly port?: number
}

/** A recorder while it listens. */
export interface StartedRecorder {
  /** What a client is to use instead of each address in `to`. */
  readonly addresses: readonly string[]
  /** Writes what is still open, and tells how many requests the recording holds. */
  close(): Promise<{ readonly requests: number }>
}

/** Starts the recorder on loopback: it passes traffic on unchanged and writes it down. */
export async function startRecorder(options: StartRecorderOptions): Promise<StartedRecorder> {
  mustBeOptions('startRecorder', options, { to: true, out: true, port: true } satisfies Record<
    keyof StartRecorderOptions,
    true
  >)
  const { to, out, port = 0 } = options
  if (listOf(to).length === 0 || out === undefined)
    throw new UserError('startRecorder needs to, the address to pass everything on to, and out, the file to write')
  const [{ record }, { version }] = await Promise.all([
    import('../../recorder/record.ts'),
    import('../target/version.ts'),
  ])
  const recorder = await record({ to: listOf(to), out, port, listen: '127.0.0.1', append: false, version: version() })
  return {
    addresses: recorder.addresses,
    async close() {
      await recorder.close()
      const failure = recorder.failure()
      if (failure) throw failure
      return { requests: recorder.totals().requests }
    },
  }
}

import { Worker } from 'node:worker_threads'
import type { PlatformOptions } from '../platform/platform.ts'

export interface EmbeddedOptions extends Pick<PlatformOptions, 'faults' | 'variants' | 'world' | 'latencyMs'> {
  /** A free one unless said. */
  readonly port?: number
}

export interface Embedded {
  readonly origin: string
  /** Its target file, as an object. */
  readonly target: Record<string, unknown>
  close(): Promise<void>
}

/** Starts the embedded platform on loopback, in another thread. */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Embedded> {
  const thread = import.meta.url.endsWith('.ts') ? './embedded-thread.ts' : '../../bundle/embedded-thread.js'
  const worker = new Worker(new URL(thread, import.meta.url), { workerData: options })
  const ready = await new Promise<{ origin: string; target: Record<string, unknown> }>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  worker.unref()
  return { ...ready, close: async () => void (await worker.terminate()) }
}
